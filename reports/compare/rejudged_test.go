package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

const (
	ours   = "35541b15780b43399921cbb90f5f40eb1b6b6e638f8e2490d60d29e50cdd3b02"
	theirs = "00000000000000000000000000000000000000000000000000000000000000ff"
)

// rejudging is a run of two legs by this build's own catalogue whose report
// says what judging again does.
func rejudging() compare.Rejudging {
	suite := journal.Suite{Name: "hostwitness", Version: "0.1.0", Catalogue: ours}
	return compare.Rejudging{
		Build: suite,
		Run: journal.Run{
			Suite: suite, Legs: []string{"a.passes", "b.fails"},
			Revisions: []journal.LegRevision{{Leg: "a.passes", Revision: 1}, {Leg: "b.fails", Revision: 1}},
		},
		Recorded: twoLegs(), Rejudged: twoLegs(),
	}
}

func twoLegs() reports.Report {
	trigger := "normative"
	return reports.Report{
		Suite:     reports.Suite{Name: "hostwitness", Version: "0.1.0", Catalogue: ours},
		Host:      reports.Host{URL: "https://host.example"},
		StartedAt: "2026-03-01T12:00:00Z", DurationMs: 4000, Trigger: &trigger,
		Totals: reports.Totals{ExecutedPass: 1, ExecutedFail: 1}, ExitCode: 1,
		Legs: []reports.Leg{
			{
				ID: "a.passes", Requirement: "openwop.requirement.a.passes", Revision: 1, Scenario: "one", Result: judges.Pass, Assertions: 1,
				Findings: []judges.Finding{{Rule: "order", Outcome: judges.Holds, Message: "in order", Records: []int64{4, 5}}},
			},
			{
				ID: "b.fails", Requirement: "hostwitness.requirement.b.fails", Revision: 1, Scenario: "one", Result: judges.Fail, Assertions: 2,
				Reason: "once: twice there",
				Findings: []judges.Finding{
					{Rule: "once", Outcome: judges.Violated, Message: "twice there", Expected: "once", Observed: "twice", Records: []int64{7}},
					{Rule: "live", Outcome: judges.Holds, Message: "goes on"},
				},
			},
		},
	}
}

// otherCatalogue makes the run one by another catalogue, which had other
// revisions of the legs.
func otherCatalogue(r *compare.Rejudging, revisions ...journal.LegRevision) {
	r.Run.Suite.Catalogue, r.Recorded.Suite.Catalogue, r.Rejudged.Suite.Catalogue = theirs, theirs, theirs
	r.Run.Revisions = revisions
}

func TestTheSameReportHasNoDifferences(t *testing.T) {
	if got := rejudging().Differences(); len(got) != 0 {
		t.Errorf("differences: %+v", got)
	}
}

// What does not follow from the journal is not compared.
func TestWhatTheOperatorSaidIsNotADifference(t *testing.T) {
	r := rejudging()
	r.Recorded.ExitCode = 0
	r.Recorded.Host.Build = &reports.Build{Kind: "commit", ID: "0123abc"}
	r.Recorded.Legs[1].Waived = []reports.Waiver{{Reason: "known", Expires: "2027-01-01"}}
	if got := r.Differences(); len(got) != 0 {
		t.Errorf("differences: %+v", got)
	}
}

// Every way to change a report of the same catalogue shows as its own kind, of
// its own leg, and is never excused.
func TestAChangedReportIsNeverExcused(t *testing.T) {
	seam := "seam"
	for name, test := range map[string]struct {
		change func(*reports.Report)
		want   []string
	}{
		"a result":            {func(r *reports.Report) { r.Legs[1].Result = judges.Pass }, []string{"b.fails verdict"}},
		"a result as blocked": {func(r *reports.Report) { r.Legs[1].Result = judges.Blocked }, []string{"b.fails verdict"}},
		"a result and a revision": {
			func(r *reports.Report) { r.Legs[1].Result, r.Legs[1].Revision = judges.Pass, 2 },
			[]string{"b.fails revision", "b.fails verdict"}},
		"a rule":            {func(r *reports.Report) { r.Legs[1].Findings[1].Outcome = judges.Violated }, []string{"b.fails rules"}},
		"a rule left out":   {func(r *reports.Report) { r.Legs[1].Findings = r.Legs[1].Findings[:1] }, []string{"b.fails rules"}},
		"a rule of its own": {func(r *reports.Report) { r.Legs[0].Findings[0].Rule = "other" }, []string{"a.passes rules"}},
		"assertions":        {func(r *reports.Report) { r.Legs[0].Assertions = 9 }, []string{"a.passes rules"}},
		"a reason":          {func(r *reports.Report) { r.Legs[1].Reason = "nothing of note" }, []string{"b.fails wording"}},
		"a message":         {func(r *reports.Report) { r.Legs[1].Findings[0].Message = "hm" }, []string{"b.fails wording"}},
		"what was expected": {func(r *reports.Report) { r.Legs[1].Findings[0].Expected = "" }, []string{"b.fails wording"}},
		"what was seen":     {func(r *reports.Report) { r.Legs[1].Findings[0].Observed = "" }, []string{"b.fails wording"}},
		"records":           {func(r *reports.Report) { r.Legs[0].Findings[0].Records = []int64{4} }, []string{"a.passes wording"}},
		"a finding twice": {
			func(r *reports.Report) { r.Legs[0].Findings = append(r.Legs[0].Findings, r.Legs[0].Findings[0]) },
			[]string{"a.passes wording"}},
		"a requirement":  {func(r *reports.Report) { r.Legs[0].Requirement = "x" }, []string{"a.passes place"}},
		"a scenario":     {func(r *reports.Report) { r.Legs[0].Scenario = "x" }, []string{"a.passes place"}},
		"a duration":     {func(r *reports.Report) { r.Legs[0].DurationMs = 1 }, []string{"a.passes place"}},
		"an order":       {func(r *reports.Report) { slices.Reverse(r.Legs) }, []string{"place"}},
		"a leg left out": {func(r *reports.Report) { r.Legs = r.Legs[:1] }, []string{"b.fails missing-leg"}},
		"a leg added": {
			func(r *reports.Report) {
				r.Legs = append(r.Legs, reports.Leg{ID: "c", Revision: 1, Result: judges.Pass})
			},
			[]string{"c unknown-leg"}},
		"a leg renamed":         {func(r *reports.Report) { r.Legs[1].ID = "c" }, []string{"b.fails missing-leg", "c unknown-leg"}},
		"the host":              {func(r *reports.Report) { r.Host.URL = "https://other.example" }, []string{"fact"}},
		"the host's name":       {func(r *reports.Report) { r.Host.Name = "x" }, []string{"fact"}},
		"the host's version":    {func(r *reports.Report) { r.Host.Version = "x" }, []string{"fact"}},
		"the host's vendor":     {func(r *reports.Report) { r.Host.Vendor = "x" }, []string{"fact"}},
		"the suite":             {func(r *reports.Report) { r.Suite.Version = "9" }, []string{"fact"}},
		"the catalogue":         {func(r *reports.Report) { r.Suite.Catalogue = theirs }, []string{"fact"}},
		"the document":          {func(r *reports.Report) { r.Discovery.URL = "https://x.example" }, []string{"fact"}},
		"the document's digest": {func(r *reports.Report) { r.Discovery.SHA256 = theirs }, []string{"fact"}},
		"the versions":          {func(r *reports.Report) { r.Discovery.ProtocolVersions = []string{"2.9"} }, []string{"fact"}},
		"the version":           {func(r *reports.Report) { r.Discovery.PreferredVersion = "2.9" }, []string{"fact"}},
		"the problem":           {func(r *reports.Report) { r.Discovery.Problem = "none" }, []string{"fact"}},
		"the start":             {func(r *reports.Report) { r.StartedAt = "2020-01-01T00:00:00Z" }, []string{"fact"}},
		"the duration":          {func(r *reports.Report) { r.DurationMs = 1 }, []string{"fact"}},
		"the trigger":           {func(r *reports.Report) { r.Trigger = &seam }, []string{"fact"}},
		"no trigger":            {func(r *reports.Report) { r.Trigger = nil }, []string{"fact"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := rejudging()
			test.change(&r.Recorded)
			differences := r.Differences()
			if got := shortly(differences); !slices.Equal(got, test.want) {
				t.Errorf("differences %q, want %q", got, test.want)
			}
			for _, difference := range differences {
				if difference.Excused || difference.Why == "" {
					t.Errorf("excused %t, because %q", difference.Excused, difference.Why)
				}
			}
		})
	}
}

// shortly is each difference as its leg and what differs, "excused" behind
// those that are.
func shortly(differences []compare.Difference) []string {
	var list []string
	for _, difference := range differences {
		text := strings.TrimSpace(fmt.Sprintf("%s %s", difference.Leg, difference.What))
		if difference.Excused {
			text += " excused"
		}
		list = append(list, text)
	}
	return list
}

func TestAnotherRevisionExcusesItsLegAndNoOther(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r, journal.LegRevision{Leg: "a.passes", Revision: 1}, journal.LegRevision{Leg: "b.fails", Revision: 1})
	r.Rejudged.Legs[1].Revision = 2
	r.Recorded.Legs[0].Result = judges.Blocked
	r.Recorded.Legs[1].Result, r.Recorded.Legs[1].Reason = judges.Pass, ""
	r.Recorded.Legs[1].Findings[0].Outcome = judges.Holds
	differences := r.Differences()
	want := []string{"a.passes verdict", "b.fails revision excused", "b.fails verdict excused"}
	if got := shortly(differences); !slices.Equal(got, want) {
		t.Fatalf("differences %q, want %q", got, want)
	}
	verdict := differences[2]
	if verdict.Why != "the judge's meaning changed (revision 1 → 2)" {
		t.Errorf("why: %q", verdict.Why)
	}
	if len(verdict.Rules) != 1 || verdict.Rules[0].Rule != "once" || verdict.Rules[0].Change != compare.RuleNewlyViolated {
		t.Errorf("rules: %+v", verdict.Rules)
	}
	if !strings.Contains(differences[0].Why, "both judge by revision 1") {
		t.Errorf("why not excused: %q", differences[0].Why)
	}
}

// A revision excuses only where the run itself says it: neither the report nor
// a header beside this build's own catalogue can claim it.
func TestARevisionThatIsOnlyClaimedExcusesNothing(t *testing.T) {
	claims := rejudging()
	claims.Run.Revisions[1].Revision = 7
	claims.Recorded.Legs[1].Revision, claims.Recorded.Legs[1].Result = 7, judges.Pass
	if got, want := shortly(claims.Differences()), []string{"fact", "b.fails revision", "b.fails verdict"}; !slices.Equal(got, want) {
		t.Errorf("beside this build's catalogue: %q, want %q", got, want)
	}
	if why := claims.Differences()[0].Why; !strings.Contains(why, "the record was changed") {
		t.Errorf("why: %q", why)
	}
	reported := rejudging()
	otherCatalogue(&reported, reported.Run.Revisions...)
	reported.Recorded.Legs[1].Revision, reported.Recorded.Legs[1].Result = 7, judges.Pass
	if got, want := shortly(reported.Differences()), []string{"b.fails revision", "b.fails verdict"}; !slices.Equal(got, want) {
		t.Errorf("against the header: %q, want %q", got, want)
	}
	never := rejudging()
	otherCatalogue(&never, journal.LegRevision{Leg: "a.passes", Revision: 1})
	never.Recorded.Legs[1].Result = judges.Pass
	if got, want := shortly(never.Differences()), []string{"b.fails revision", "b.fails verdict"}; !slices.Equal(got, want) {
		t.Errorf("of a leg that the run did not know: %q, want %q", got, want)
	}
}

// Of a leg that a header names twice the first revision counts, everywhere.
func TestALegThatAHeaderNamesTwice(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r, r.Run.Revisions[0], r.Run.Revisions[1], journal.LegRevision{Leg: "b.fails", Revision: 2})
	r.Recorded.Legs[1].Result = judges.Pass
	if got, want := shortly(r.Differences()), []string{"b.fails verdict"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
	if known := r.Knowledge(); len(known.Revised) != 0 || r.Run.RevisionOf("b.fails") != 1 {
		t.Errorf("revised %+v", known.Revised)
	}
}

// Another catalogue may call a requirement or a scenario otherwise, but the
// journal alone says how long a leg took.
func TestPlacesInAnotherCatalogue(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r, r.Run.Revisions...)
	r.Recorded.Legs[0].Scenario = "renamed"
	if got, want := shortly(r.Differences()), []string{"a.passes place excused"}; !slices.Equal(got, want) {
		t.Errorf("a scenario of another name: %q, want %q", got, want)
	}
	r.Recorded.Legs[0].DurationMs++
	if got, want := shortly(r.Differences()), []string{"a.passes place"}; !slices.Equal(got, want) {
		t.Errorf("and another duration: %q, want %q", got, want)
	}
}

// A journal of before has no revisions: the report's word counts, and only
// where the catalogue is another.
func TestAnOlderHeaderLeavesTheReportsWord(t *testing.T) {
	older := rejudging()
	otherCatalogue(&older)
	older.Rejudged.Legs[1].Revision, older.Recorded.Legs[1].Result = 2, judges.Pass
	differences := older.Differences()
	if got, want := shortly(differences), []string{"b.fails revision excused", "b.fails verdict excused"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
	if !strings.Contains(differences[0].Why, "the journal does not tell") {
		t.Errorf("why: %q", differences[0].Why)
	}
	same := rejudging()
	same.Run.Revisions = nil
	same.Recorded.Legs[1].Revision, same.Recorded.Legs[1].Result = 7, judges.Pass
	if got, want := shortly(same.Differences()), []string{"b.fails revision", "b.fails verdict"}; !slices.Equal(got, want) {
		t.Errorf("by the same catalogue: %q, want %q", got, want)
	}
}

func TestLegsThatOnlyOneCatalogueHas(t *testing.T) {
	r := rejudging()
	otherCatalogue(&r, journal.LegRevision{Leg: "a.passes", Revision: 1}, journal.LegRevision{Leg: "z.gone", Revision: 3})
	r.Run.Legs = []string{"a.passes", "z.gone"}
	r.Recorded.Legs = []reports.Leg{r.Recorded.Legs[0], {ID: "z.gone", Revision: 3, Result: judges.Pass, Assertions: 1}}
	if got, want := shortly(r.Differences()), []string{"b.fails missing-leg excused", "z.gone unknown-leg excused"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
	r.Recorded.Legs[1].Revision = 4
	if got, want := shortly(r.Differences()), []string{"b.fails missing-leg excused", "z.gone unknown-leg"}; !slices.Equal(got, want) {
		t.Errorf("with a revision of its own: %q, want %q", got, want)
	}
	left := rejudging()
	otherCatalogue(&left, left.Run.Revisions...)
	left.Run.Legs, left.Recorded.Legs = []string{"a.passes"}, left.Recorded.Legs[:1]
	if got, want := shortly(left.Differences()), []string{"b.fails missing-leg"}; !slices.Equal(got, want) {
		t.Errorf("a leg of the run's catalogue that the report leaves out: %q, want %q", got, want)
	}
	older := rejudging()
	otherCatalogue(&older)
	older.Recorded.Legs = older.Recorded.Legs[:1]
	if got, want := shortly(older.Differences()), []string{"b.fails missing-leg"}; !slices.Equal(got, want) {
		t.Errorf("a selected leg that an older report leaves out: %q, want %q", got, want)
	}
}

// Other words are no other verdict: another version may say it better.
func TestOtherWordsOfAnotherVersionAreExcused(t *testing.T) {
	r := rejudging()
	r.Build.Version = "0.2.0"
	r.Recorded.Legs[1].Reason = "once: it was there two times"
	r.Recorded.Discovery.Problem = "put otherwise"
	r.Recorded.StartedAt = "2020-01-01T00:00:00Z"
	if got, want := shortly(r.Differences()), []string{"fact excused", "fact", "b.fails wording excused"}; !slices.Equal(got, want) {
		t.Errorf("differences %q, want %q", got, want)
	}
}
