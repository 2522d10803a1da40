package compare_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/compare"
)

// table says of each pair of results, old before new, what changed, and "worse"
// where it is. It is written out by itself, so that the product's own table
// cannot change unseen.
const table = `
pass         pass         same
pass         fail         broken worse
pass         blocked      newly-blocked worse
pass         inapplicable claim-dropped worse
pass         skipped      newly-skipped worse
pass         absent       leg-gone worse
fail         pass         fixed
fail         fail         still-failing
fail         blocked      newly-blocked failure-unmeasured
fail         inapplicable claim-dropped worse
fail         skipped      failure-unmeasured newly-skipped
fail         absent       failure-unmeasured leg-gone
blocked      pass         no-longer-blocked
blocked      fail         broken no-longer-blocked worse
blocked      blocked      same
blocked      inapplicable no-longer-blocked
blocked      skipped      newly-skipped no-longer-blocked
blocked      absent       leg-gone
inapplicable pass         newly-claimed
inapplicable fail         broken newly-claimed worse
inapplicable blocked      newly-blocked worse
inapplicable inapplicable same
inapplicable skipped      newly-skipped
inapplicable absent       leg-gone
skipped      pass         no-longer-skipped
skipped      fail         broken no-longer-skipped worse
skipped      blocked      newly-blocked no-longer-skipped worse
skipped      inapplicable no-longer-skipped
skipped      skipped      same
skipped      absent       leg-gone
absent       pass         new-leg
absent       fail         broken new-leg worse
absent       blocked      newly-blocked new-leg worse
absent       inapplicable new-leg
absent       skipped      new-leg
absent       absent       same
`

func named(word string) judges.Result {
	switch word {
	case "pass", "fail":
		return judges.Result("executed-" + word)
	case "absent":
		return ""
	}
	return judges.Result(word)
}

// leg is a leg with a result and, where one is needed, a reason and a finding.
func leg(id string, result judges.Result, findings ...judges.Finding) reports.Leg {
	made := reports.Leg{
		ID: id, Requirement: "openwop.requirement." + id, Revision: 1, Scenario: "one", Result: result, Findings: findings,
	}
	if result != judges.Pass {
		made.Reason = "for a reason"
	}
	return made
}

// list is a report of the given legs, and one more that both lists have.
func list(legs ...reports.Leg) compare.List {
	return compare.OfReport("a list", reports.Report{
		Suite: reports.Suite{Name: "hostwitness", Version: "0.1.0", Catalogue: ours},
		Host:  reports.Host{URL: "https://host.example"},
		Legs:  append(slices.Clone(legs), leg("common", judges.Pass)),
	})
}

func mustCompare(t *testing.T, old, new compare.List) compare.Comparison {
	t.Helper()
	comparison, err := compare.Compare(old, new)
	if err != nil {
		t.Fatal(err)
	}
	return comparison
}

func TestEveryPairOfResults(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(table), "\n")
	if len(rows) != 36 {
		t.Fatalf("%d pairs, want 36", len(rows))
	}
	for _, row := range rows {
		words := strings.Fields(row)
		t.Run(words[0]+" to "+words[1], func(t *testing.T) {
			was, is := named(words[0]), named(words[1])
			comparison := mustCompare(t, list(present(was)...), list(present(is)...))
			if got := strings.Join(said(comparison), " "); got != strings.Join(words[2:], " ") {
				t.Errorf("says %q, want %q", got, strings.Join(words[2:], " "))
			}
			if want := worseByPrinciple(was, is); comparison.Worse != want {
				t.Errorf("worse is %t, by the principle it is %t", comparison.Worse, want)
			}
		})
	}
}

func present(result judges.Result) []reports.Leg {
	if result == "" {
		return nil
	}
	return []reports.Leg{leg("a", result)}
}

// said are the changes of the one leg that changed, with "worse" where the
// comparison is.
func said(comparison compare.Comparison) []string {
	if len(comparison.Legs) == 0 {
		return []string{"same"}
	}
	var words []string
	for _, change := range comparison.Legs[0].Changes {
		words = append(words, string(change))
	}
	if comparison.Worse {
		words = append(words, "worse")
	}
	return words
}

// worseByPrinciple is what the table follows from.
func worseByPrinciple(was, is judges.Result) bool {
	judged := was == judges.Pass || was == judges.Fail
	return is == judges.Fail && was != judges.Fail ||
		is == judges.Blocked && was != judges.Blocked && was != judges.Fail ||
		was == judges.Pass && is != judges.Pass ||
		judged && is == judges.Inapplicable
}

func finding(rule string, outcome judges.Outcome) judges.Finding {
	return judges.Finding{Rule: rule, Outcome: outcome, Message: rule + " " + string(outcome)}
}

// Every pair of outcomes of a rule, in a leg that fails in both lists.
func TestEveryPairOfOutcomes(t *testing.T) {
	outcomes := []judges.Outcome{judges.Holds, judges.Violated, judges.Unproven, judges.Advisory, ""}
	for _, was := range outcomes {
		for _, is := range outcomes {
			t.Run(fmt.Sprintf("%s to %s", was, is), func(t *testing.T) {
				old, new := leg("a", judges.Fail, finding("base", judges.Violated)), leg("a", judges.Fail, finding("base", judges.Violated))
				if was != "" {
					old.Findings = append(old.Findings, finding("rule", was))
				}
				if is != "" {
					new.Findings = append(new.Findings, finding("rule", is))
				}
				comparison := mustCompare(t, list(old), list(new))
				change := comparison.Legs[0]
				if !slices.Equal(change.Changes, []compare.Change{compare.StillFailing}) {
					t.Fatalf("changes %v", change.Changes)
				}
				if got, want := change.Rules, wantedRules(was, is); cmp.Diff(want, got) != "" {
					t.Errorf("rules (-want +got):\n%s", cmp.Diff(want, got))
				}
				newly := is == judges.Violated && was != judges.Violated
				if change.Worse != newly || comparison.Worse != newly {
					t.Errorf("worse is %t, want %t", change.Worse, newly)
				}
			})
		}
	}
}

func wantedRules(was, is judges.Outcome) []compare.RuleChange {
	rules := []compare.RuleChange{
		{Rule: "base", Change: compare.RuleStillViolated, Old: judges.Violated, New: judges.Violated, Message: "base violated"},
	}
	kind := compare.RuleOther
	switch {
	case was == is && is != judges.Violated:
		return rules
	case was == is:
		kind = compare.RuleStillViolated
	case is == judges.Violated:
		kind = compare.RuleNewlyViolated
	case was == judges.Violated && is == judges.Holds:
		kind = compare.RuleFixed
	}
	message := "rule " + string(is)
	if is == "" {
		message = "rule " + string(was)
	}
	return append(rules, compare.RuleChange{Rule: "rule", Change: kind, Old: was, New: is, Message: message})
}

// One violation decides a rule, however often and wherever it holds.
func TestTheGravestFindingDecidesARule(t *testing.T) {
	old := leg("a", judges.Fail, finding("r", judges.Holds), finding("r", judges.Violated), finding("r", judges.Unproven))
	new := leg("a", judges.Fail, finding("r", judges.Violated), finding("r", judges.Holds))
	change := mustCompare(t, list(old), list(new)).Legs[0]
	if len(change.Rules) != 1 || change.Rules[0].Change != compare.RuleStillViolated || change.Worse {
		t.Errorf("rules %+v, worse %t", change.Rules, change.Worse)
	}
}

// A waiver changes no result: it is told, and by itself nothing is worse.
func TestWaivers(t *testing.T) {
	first, other := reports.Waiver{Reason: "known", Expires: "2027-01-01"}, reports.Waiver{Reason: "known", Expires: "2028-01-01"}
	waived := func(result judges.Result, waivers ...reports.Waiver) reports.Leg {
		made := leg("a", result)
		made.Waived = waivers
		return made
	}
	for name, test := range map[string]struct {
		old, new compare.List
		want     string
	}{
		"newly":            {list(waived(judges.Fail)), list(waived(judges.Fail, first)), "still-failing waived"},
		"no longer":        {list(waived(judges.Fail, first)), list(waived(judges.Fail)), "still-failing no-longer-waived"},
		"another":          {list(waived(judges.Fail, first)), list(waived(judges.Fail, other)), "still-failing waiver-changed"},
		"the same":         {list(waived(judges.Fail, first)), list(waived(judges.Fail, first)), "still-failing"},
		"broken":           {list(waived(judges.Pass)), list(waived(judges.Fail, first)), "broken waived worse"},
		"fixed":            {list(waived(judges.Fail, first)), list(waived(judges.Pass)), "fixed"},
		"blocked":          {list(waived(judges.Fail, first)), list(waived(judges.Blocked)), "newly-blocked failure-unmeasured"},
		"new leg, waived":  {list(), list(waived(judges.Fail, first)), "broken waived new-leg worse"},
		"gone, was waived": {list(waived(judges.Fail, first)), list(), "failure-unmeasured leg-gone"},
	} {
		if got := strings.Join(said(mustCompare(t, test.old, test.new)), " "); got != test.want {
			t.Errorf("%s: says %q, want %q", name, got, test.want)
		}
	}
}

func TestAnotherRevisionIsToldBesideWhatChanged(t *testing.T) {
	newer := leg("a", judges.Fail, finding("r", judges.Violated))
	newer.Revision = 2
	change := mustCompare(t, list(leg("a", judges.Pass, finding("r", judges.Holds))), list(newer)).Legs[0]
	want := []compare.Change{compare.Broken, compare.RevisionChanged}
	if !slices.Equal(change.Changes, want) || !change.Worse || change.Old.Revision != 1 || change.New.Revision != 2 {
		t.Errorf("%+v", change)
	}
	same := leg("a", judges.Pass)
	same.Revision = 2
	comparison := mustCompare(t, list(leg("a", judges.Pass)), list(same))
	if got := said(comparison); !slices.Equal(got, []string{"revision-changed"}) {
		t.Errorf("the same result: %q", got)
	}
}

func TestAPassByOtherRulesIsTold(t *testing.T) {
	old := leg("a", judges.Pass, finding("r", judges.Holds), finding("s", judges.Holds))
	comparison := mustCompare(t, list(old), list(leg("a", judges.Pass, finding("r", judges.Holds))))
	if got := said(comparison); !slices.Equal(got, []string{"rules-changed"}) {
		t.Errorf("says %q", got)
	}
	want := []compare.RuleChange{{Rule: "s", Change: compare.RuleOther, Old: judges.Holds, Message: "s holds"}}
	if diff := cmp.Diff(want, comparison.Legs[0].Rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

// Between two results most rules change only because the leg was judged or was
// not: those are not told.
func TestRulesBetweenTwoResults(t *testing.T) {
	held := leg("a", judges.Pass, finding("r", judges.Holds), finding("s", judges.Holds))
	gated, open := leg("a", judges.Blocked), leg("a", judges.Blocked, finding("r", judges.Unproven), finding("s", judges.Holds))
	for name, test := range map[string]struct {
		old, new reports.Leg
		want     []string
	}{
		"judged, then not":      {held, gated, nil},
		"not, then judged":      {gated, held, nil},
		"one no longer proven":  {held, open, []string{"r"}},
		"all proven again":      {open, held, nil},
		"broken":                {held, leg("a", judges.Fail, finding("s", judges.Violated)), []string{"s"}},
		"a failure not seen":    {leg("a", judges.Fail, finding("s", judges.Violated), finding("r", judges.Holds)), gated, []string{"s"}},
		"a failure unproven":    {leg("a", judges.Fail, finding("s", judges.Violated)), leg("a", judges.Blocked, finding("s", judges.Unproven)), []string{"s"}},
		"blocked, then failing": {gated, leg("a", judges.Fail, finding("s", judges.Violated), finding("r", judges.Holds)), []string{"s"}},
	} {
		var got []string
		for _, rule := range mustCompare(t, list(test.old), list(test.new)).Legs[0].Rules {
			got = append(got, rule.Rule)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: rules %v, want %v", name, got, test.want)
		}
	}
}

// The order is that of the new list, then what is left of the old.
func TestTheOrderIsOfTheNewListThenOfTheOld(t *testing.T) {
	old := list(leg("gone-1", judges.Pass), leg("b", judges.Pass), leg("a", judges.Pass), leg("gone-2", judges.Blocked))
	new := list(leg("a", judges.Fail), leg("new", judges.Pass), leg("b", judges.Fail))
	var ids []string
	comparison := mustCompare(t, old, new)
	for _, change := range comparison.Legs {
		ids = append(ids, change.ID)
	}
	if want := []string{"a", "new", "b", "gone-1", "gone-2"}; !slices.Equal(ids, want) {
		t.Errorf("order %v, want %v", ids, want)
	}
	if comparison.Unchanged != 1 || comparison.Counts[compare.Broken] != 2 || comparison.Counts[compare.LegGone] != 2 {
		t.Errorf("counts %v, unchanged %d", comparison.Counts, comparison.Unchanged)
	}
}

func TestNothingInCommonIsNoAnswer(t *testing.T) {
	only := func(ids ...string) compare.List {
		made := list()
		made.Report.Legs = nil
		for _, id := range ids {
			made.Report.Legs = append(made.Report.Legs, leg(id, judges.Pass))
		}
		return made
	}
	for name, pair := range map[string][2]compare.List{
		"both empty":  {only(), only()},
		"one empty":   {only("a"), only()},
		"other names": {only("a"), only("b")},
	} {
		if _, err := compare.Compare(pair[0], pair[1]); !errors.Is(err, compare.ErrNothingInCommon) {
			t.Errorf("%s: %v", name, err)
		}
	}
	twice := only("a", "a")
	for _, pair := range [][2]compare.List{{twice, only("a")}, {only("a"), twice}} {
		if _, err := compare.Compare(pair[0], pair[1]); !errors.Is(err, compare.ErrAmbiguous) {
			t.Errorf("a leg that is there twice: %v", err)
		}
	}
}
