package published_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hostwitness/reports/bundle/published"
)

// What is odd and not forbidden is told, and what is in order is not.
func TestNotices(t *testing.T) {
	other := func(member string, value any) published.Given {
		document := discoveryOf(hostKey())
		document[member] = value
		return published.Given{Discovery: compact(t, document)}
	}
	same := published.Given{Discovery: compact(t, discoveryOf(hostKey()))}
	for _, test := range []struct {
		name  string
		edit  func(*draft)
		given published.Given
		want  string // beside the one that is always told; empty: nothing
	}{
		{"in order", func(*draft) {}, same, ""},
		{"in order, nothing given", func(*draft) {}, published.Given{}, ""},
		{"in order, the host names its key", func(d *draft) { d.object("host")["signingKeyId"] = "host-1" }, same, ""},
		{"the host names another key", func(d *draft) { d.object("host")["signingKeyId"] = "host-7" }, same, "names host-7 as its signing key"},
		{"one relaxation", func(d *draft) {
			d.object("host")["relaxations"] = []any{"r"}
			d.seal()
		}, same, "relaxed for this host: 1"},
		{"no document", func(d *draft) { delete(d.object("discovery"), "document") }, same, "carries no discovery document"},
		{"another name of the host", func(d *draft) {
			d.object("host")["name"] = "better-host"
			d.object("discovery", "document", "implementation")["name"] = "better-host\n"
			d.seal()
		}, published.Given{}, `host.name is "better-host", but the discovery document in the bundle says "better-host\n"`},
		{"another version of the host", func(d *draft) { d.object("host")["version"] = "9.0" }, same, `host.version is "9.0"`},
		{"another preference", func(d *draft) { d.object("discovery")["preferredVersion"] = "2.9" }, same, `discovery.preferredVersion is "2.9"`},
		{"other versions", func(d *draft) { d.object("discovery")["protocolVersions"] = []any{"2.9"} }, same, `discovery.protocolVersions is "[2.9]"`},
		{"a document that tells no versions", func(d *draft) {
			d.object("discovery")["document"] = map[string]any{}
			d.seal()
		}, published.Given{}, ""},
		{"a document of another host given", func(*draft) {}, other("implementation", map[string]any{"name": "h2"}), `that you gave is of "h2", the bundle names the host "some-host"`},
		{"a changed document given", func(*draft) {}, other("preferredVersion", "2.1"), "is not, or not any more, the one that was certified"},
		{"a page given", func(*draft) {}, published.Given{Discovery: []byte("<html>")}, "nothing was looked up outside of the bundle"},
		{"two keys of one id", func(*draft) {}, other("signingKeys", []any{hostKey().entry(), keyOf("host-1", "x").entry()}), "2 keys are published under the id host-1"},
		{"a key of another use", func(*draft) {}, other("signingKeys", []any{func() any {
			entry := hostKey().entry()
			entry["use"] = "audit"
			return entry
		}()}), `key host-1 is published for another use: "audit"`},
		{"a key of no stated use", func(*draft) {}, other("signingKeys", []any{func() any {
			entry := hostKey().entry()
			delete(entry, "use")
			return entry
		}()}), "is not, or not any more, the one that was certified"},
		{"another reason in the detail", func(d *draft) {
			d.object("detail")["nonPass"].([]any)[0].(map[string]any)["reason"] = "nothing of note"
		}, same, "some.fails: detail.nonPass gives another reason than the signed row"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDraft(t)
			test.edit(d)
			outcome := published.Check(d.read(), test.given)
			if outcome.Refused() {
				t.Fatalf("refused: %v", outcome.Refusals)
			}
			told := outcome.Notices
			if !strings.Contains(told[0], "are covered by nothing") {
				t.Errorf("what no signature covers is not told first: %q", told[0])
			}
			if test.want == "" && len(told) > 1 {
				t.Errorf("told besides: %q", told[1:])
			}
			if !slices.ContainsFunc(told, func(text string) bool { return strings.Contains(text, test.want) }) {
				t.Errorf("told %q, want %q", told, test.want)
			}
		})
	}
}

func TestNoticesAreBounded(t *testing.T) {
	d := newDraft(t)
	var rows []any
	for i := range 100 {
		rows = append(rows, map[string]any{"id": fmt.Sprint("r", i), "scenario": "s", "result": "blocked", "detail": "d"})
	}
	d.setRows(append(d.rows(), rows...))
	d.seal()
	for _, entry := range d.object("detail")["nonPass"].([]any) {
		entry.(map[string]any)["reason"] = "another"
	}
	told := published.Check(d.read(), published.Given{}).Notices
	if len(told) != 41 || told[40] != "and 63 more of these" {
		t.Errorf("%d notices, the last is %q", len(told), told[len(told)-1])
	}
}
