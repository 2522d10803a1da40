package published_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
)

func rowsOf(ids ...string) []any {
	rows := make([]any, len(ids))
	for i, id := range ids {
		rows[i] = map[string]any{"id": id, "scenario": "s", "result": "executed-pass", "assertions": 1}
	}
	return rows
}

// byList sorts ids as they stand in a list.
func byList(list ...string) func(a, b string) int {
	return func(a, b string) int { return slices.Index(list, a) - slices.Index(list, b) }
}

// The order of ids that localeCompare and bytes sort apart is the writer's.
func TestDigestOfRowsInWhateverOrderTheirIDsSort(t *testing.T) {
	for _, test := range []struct {
		name   string
		listed []string // as the document lists them
		digest []string // as the writer sorted them
		want   refusal.Name
		notice string
	}{
		{"ids in use, listed in another order", []string{"b", "a.b", "a-b"}, []string{"a-b", "a.b", "b"}, "", ""},
		{"ids in use, digested in another order", []string{"b", "a.b", "a-b"}, []string{"b", "a.b", "a-b"}, refusal.WitnessDigest, ""},
		{"capitals by locale", []string{"B", "a", "A", "b"}, []string{"a", "A", "b", "B"}, "", ""},
		{"capitals by bytes", []string{"a", "B", "b", "A"}, []string{"A", "B", "a", "b"}, "", "the order of bytes"},
		{"underscores by locale", []string{"a.b", "a_b", "a-b"}, []string{"a_b", "a-b", "a.b"}, "", ""},
		{"underscores by bytes", []string{"a_b", "a.b", "a-b"}, []string{"a-b", "a.b", "a_b"}, "", "the order of bytes"},
		{"beyond ASCII, as listed", []string{"a", "é", "z"}, []string{"a", "é", "z"}, "", "the order of the document"},
		{"beyond ASCII, in no order that can be known", []string{"z", "a", "é"}, []string{"a", "é", "z"}, refusal.WitnessDigest, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDraft(t)
			d.setRows(rowsOf(test.listed...))
			d.seal()
			d.root["witnessSha256"] = d.witness(byList(test.digest...))
			d.sign()
			outcome := published.Check(d.read(), published.Given{})
			var want []refusal.Name
			if test.want != "" {
				want = append(want, test.want)
			}
			if diff := cmp.Diff(want, names(outcome.Refusals)); diff != "" {
				t.Errorf("refusals (-want +got):\n%s%v", diff, outcome.Refusals)
			}
			told := slices.ContainsFunc(outcome.Notices, func(text string) bool { return strings.Contains(text, "the format names localeCompare") })
			if want := test.notice != ""; told != want || !strings.Contains(strings.Join(outcome.Notices, "\n"), test.notice) {
				t.Errorf("notices %q, want one of %q", outcome.Notices, test.notice)
			}
			if (outcome.Integrity.Witness == published.Matches) != (test.want == "") {
				t.Errorf("integrity %+v", outcome.Integrity)
			}
		})
	}
}

// What a suite adds to its rows, and how it writes numbers and texts, is not
// witnessed.
func TestDigestIsOfWhatTheRowsMean(t *testing.T) {
	d := newDraft(t)
	d.row("some.fails")["durationMs"] = 12
	d.row("some.fails")["ID"] = "another"
	d.row("some.fails")["Result"] = "executed-pass"
	document := string(d.document())
	for _, rewritten := range [][2]string{
		{`"assertions":4`, `"assertions":4.0`},
		{`"assertions":5`, `"assertions":50e-1`},
		{`"status 500"`, `"status\u0020500"`},
		{`"<three>"`, `"\u003cthree\u003E"`},
		{`"scenario":"s-3"`, "\"scenario\" : \r\n\t \"s-3\""},
		{`2.5`, `0.25E+1`},
	} {
		if !strings.Contains(document, rewritten[0]) {
			t.Fatalf("%s is not in the document", rewritten[0])
		}
		document = strings.ReplaceAll(document, rewritten[0], rewritten[1])
	}
	bundle, refusals := published.Read([]byte(document))
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	if outcome := published.Check(bundle, published.Given{}); outcome.Refused() {
		t.Errorf("%v", outcome.Refusals)
	}
	if row := bundle.Rows[9]; row.ID != "some.fails" || row.Result != "executed-fail" {
		t.Errorf("row %+v", row)
	}
}

// Relaxations are part of the digest when there are any, and told.
func TestRelaxationsAreWitnessed(t *testing.T) {
	for _, test := range []struct {
		relaxations []any
		told        bool
	}{{nil, false}, {[]any{}, false}, {[]any{1}, true}, {[]any{"a", map[string]any{"rule": "b"}}, true}} {
		d := newDraft(t)
		d.object("host")["relaxations"] = test.relaxations
		if test.relaxations == nil {
			delete(d.object("host"), "relaxations")
		}
		d.seal()
		outcome := published.Check(d.read(), published.Given{})
		if outcome.Refused() || outcome.Claims.Relaxations != len(test.relaxations) {
			t.Errorf("%v: %v, %d relaxations", test.relaxations, outcome.Refusals, outcome.Claims.Relaxations)
		}
		if told := strings.Contains(strings.Join(outcome.Notices, "\n"), "rules that were relaxed"); told != test.told {
			t.Errorf("%v: told %v", test.relaxations, told)
		}
	}
}
