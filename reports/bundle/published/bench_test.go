package published_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/signing"
)

// large is a bundle of 800 rows and about 340 kB.
func large(tb testing.TB) []byte {
	d := newDraft(tb)
	d.setRows(nil)
	var rows []any
	for i := range 800 {
		row := map[string]any{"id": fmt.Sprintf("some.requirement.%d-of-many", i), "scenario": fmt.Sprintf("scenario-%d", i%40), "result": "executed-pass", "assertions": i%7 + 1}
		row["evidence"] = map[string]any{"exchanges": []any{i, i + 1}, "note": strings.Repeat("seen on the stream as expected; ", 8)}
		if i%10 == 0 {
			row["result"], row["detail"] = "inapplicable", "the host does not claim "+fmt.Sprint(i)
		}
		rows = append(rows, row)
	}
	d.setRows(rows)
	d.seal()
	return d.document()
}

// BenchmarkVerify reads and checks a bundle of the size of the largest one known.
func BenchmarkVerify(b *testing.B) {
	document := large(b)
	given := published.Given{Pinned: []signing.Public{hostKey().public(b)}}
	b.SetBytes(int64(len(document)))
	b.ReportMetric(float64(len(document)), "document-bytes")
	for b.Loop() {
		bundle, refusals := published.Read(document)
		if len(refusals) > 0 {
			b.Fatal(refusals)
		}
		if outcome := published.Check(bundle, given); outcome.Refused() || !outcome.Attributed {
			b.Fatal(outcome.Refusals)
		}
	}
}

// BenchmarkHostile reads what costs the most for its size and is refused.
func BenchmarkHostile(b *testing.B) {
	wrong := strings.Repeat("0,", 19_000) + "0"
	for name, document := range map[string][]byte{
		"brackets":  []byte(strings.Repeat("[", 32<<20) + strings.Repeat("]", 32<<20)),
		"quotes":    bytes.Repeat([]byte(`"`), published.MaxSize),
		"one text":  []byte(`{"bundleVersion":"3","a":"` + strings.Repeat("a", published.MaxSize-100) + `"}`),
		"versions":  []byte(`{"bundleVersion":"3","discovery":{"protocolVersions":[` + wrong + `]}}`),
		"rows":      []byte(`{"bundleVersion":"3","results":{"requirements":[` + strings.Repeat("{},", 19_000) + `{}]}}`),
		"unknown":   []byte(`{"bundleVersion":"3"` + unknownMembers(249_000) + `}`),
		"exponents": []byte(`{"bundleVersion":"3","a":[` + strings.Repeat("1e-999999999,", 249_000) + `0]}`),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, refusals := published.Read(document); len(refusals) == 0 {
					b.Fatal("read")
				}
			}
		})
	}
}

func unknownMembers(count int) string {
	var out strings.Builder
	for i := range count {
		fmt.Fprintf(&out, `,"m%d":0`, i)
	}
	return out.String()
}
