package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

func TestWhatBothCataloguesKnow(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*compare.Rejudging)
		want   compare.Knowledge
	}{
		"the same": {
			func(*compare.Rejudging) {},
			compare.Knowledge{Same: true, Told: true, Known: []string{"a.passes", "b.fails"}}},
		"the same, and a header that claims otherwise": {
			func(r *compare.Rejudging) { r.Run.Revisions[0].Revision = 9 },
			compare.Knowledge{Same: true, Told: true, Known: []string{"a.passes", "b.fails"}}},
		"another": {
			func(r *compare.Rejudging) {
				otherCatalogue(r, journal.LegRevision{Leg: "z", Revision: 1}, journal.LegRevision{Leg: "b.fails", Revision: 3})
				r.Run.Legs = []string{"b.fails"}
			},
			compare.Knowledge{
				Told: true, Known: []string{"b.fails"}, Unknown: []string{"z"}, Undriven: []string{"a.passes"},
				Revised: []compare.Revised{{Leg: "b.fails", Ran: 3, Now: 1}},
			}},
		"an older journal and its report": {
			func(r *compare.Rejudging) {
				otherCatalogue(r)
				r.Recorded.Legs = []reports.Leg{{ID: "b.fails", Revision: 4}, {ID: "z", Revision: 1}}
				r.Run.Legs, r.Run.Options.Only = []string{"z"}, []string{"z"}
			},
			compare.Knowledge{
				Reported: true, Known: []string{"b.fails"}, Unknown: []string{"z"}, Undriven: []string{"a.passes"},
				Revised: []compare.Revised{{Leg: "b.fails", Ran: 4, Now: 1}},
			}},
		"an older journal alone": {
			func(r *compare.Rejudging) {
				otherCatalogue(r)
				r.Recorded = reports.Report{}
				r.Run.Legs = []string{"b.fails", "z"}
			},
			compare.Knowledge{Known: []string{"b.fails"}, Unknown: []string{"z"}, Undriven: []string{"a.passes"}}},
		"an older journal alone, narrowed": {
			func(r *compare.Rejudging) {
				otherCatalogue(r)
				r.Recorded = reports.Report{}
				r.Run.Legs, r.Run.Options.Only = []string{"b.fails"}, []string{"b.*"}
			},
			compare.Knowledge{Known: []string{"b.fails"}}},
	} {
		t.Run(name, func(t *testing.T) {
			r := rejudging()
			test.change(&r)
			got := r.Knowledge()
			got.Run, got.Build = journal.Suite{}, journal.Suite{}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("knowledge (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNothingToSayIsNotSaid(t *testing.T) {
	r := rejudging()
	var text strings.Builder
	if err := compare.WriteRejudged(&text, r.Knowledge(), r.Differences(), compare.ConsoleOptions{}); err != nil || text.Len() > 0 {
		t.Errorf("%v, %q", err, text.String())
	}
}

func TestWhyAVerdictChangedIsWritten(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r, journal.LegRevision{Leg: "a.passes", Revision: 1}, journal.LegRevision{Leg: "b.fails", Revision: 1}, journal.LegRevision{Leg: "z\x1b[2J", Revision: 1})
	r.Rejudged.Legs[1].Revision = 2
	r.Recorded.Legs[1].Result, r.Recorded.Legs[1].Reason = judges.Pass, ""
	r.Recorded.Legs[1].Findings[0].Outcome = judges.Holds
	var text strings.Builder
	if err := compare.WriteRejudged(&text, r.Knowledge(), r.Differences(), compare.ConsoleOptions{}); err != nil {
		t.Fatal(err)
	}
	want := `The run went by another catalogue (000000000000…, of hostwitness 0.1.0) than this build (35541b15780b…, of hostwitness 0.1.0).
  known to both (2): a.passes, b.fails
  not known to this build and not judged (1): z\x1b[2J
  judged by another revision (1): b.fails (revision 1 → 2)
Judging again does not give what report.json says:
  b.fails: verdict
    report    executed-pass
    again     executed-fail: once: twice there
    rule      once: holds → violated: twice there
    because   the judge's meaning changed (revision 1 → 2)
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

// Very many legs of a hostile header take no long time and no long line.
func TestManyLegsAreCounted(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r)
	for k := range 200_000 {
		id := "x" + strings.Repeat("y", k%7) + string(rune('a'+k%26)) + strings.Repeat("z", k/1000)
		r.Run.Revisions = append(r.Run.Revisions, journal.LegRevision{Leg: id, Revision: 1})
		r.Recorded.Legs = append(r.Recorded.Legs, reports.Leg{ID: id, Revision: 1, Result: judges.Pass})
	}
	var text strings.Builder
	differences := r.Differences()
	if err := compare.WriteRejudged(&text, r.Knowledge(), slices.Clone(differences), compare.ConsoleOptions{}); err != nil {
		t.Fatal(err)
	}
	if text.Len() > 100_000 || !strings.Contains(text.String(), "more") {
		t.Errorf("%d bytes", text.Len())
	}
}
