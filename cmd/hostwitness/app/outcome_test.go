package app

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// verdictFor is a verdict with a finding of each outcome that is given, of rules called by their place.
func verdictFor(leg string, result judges.Result, outcomes ...judges.Outcome) judges.Verdict {
	verdict := judges.Verdict{Leg: leg, Result: result}
	if result != judges.Pass {
		verdict.Reason = "because"
	}
	for at, outcome := range outcomes {
		verdict.Findings = append(verdict.Findings, judges.Finding{Rule: string(rune('a' + at)), Outcome: outcome, Message: "seen"})
		if outcome == judges.Holds || outcome == judges.Violated {
			verdict.Assertions++
		}
	}
	return verdict
}

func TestExitCodeUnderWaivers(t *testing.T) {
	fails := verdictFor("x", judges.Fail, judges.Violated)
	failsTwice := verdictFor("x", judges.Fail, judges.Violated, judges.Violated)
	failsAndOpen := verdictFor("x", judges.Fail, judges.Violated, judges.Unproven)
	passes := verdictFor("x", judges.Pass, judges.Holds)
	blocked := verdictFor("x", judges.Blocked, judges.Unproven)
	skipped := verdictFor("x", judges.Skipped)
	other := verdictFor("y", judges.Pass, judges.Holds)
	otherBlocked := verdictFor("y", judges.Blocked)
	whole, rule := waiver.Waiver{Leg: "x"}, waiver.Waiver{Leg: "x", Rule: "a"}
	for _, test := range []struct {
		name          string
		verdicts      []judges.Verdict
		waivers       []waiver.Waiver
		required      map[string]bool
		reason        journal.EndReason
		without, with int
	}{
		{"an excused failure", []judges.Verdict{fails, other}, []waiver.Waiver{rule}, nil, journal.EndComplete, 1, 0},
		{"an excused failure alone was judged", []judges.Verdict{fails}, []waiver.Waiver{whole}, nil, journal.EndComplete, 1, 0},
		{"an excused failure and a blocked leg", []judges.Verdict{fails, otherBlocked}, []waiver.Waiver{rule}, nil, journal.EndComplete, 1, 3},
		{"an excused failure with an unproven rule", []judges.Verdict{failsAndOpen, other}, []waiver.Waiver{rule}, nil, journal.EndComplete, 1, 3},
		{"an excused leg with an unproven rule", []judges.Verdict{failsAndOpen, other}, []waiver.Waiver{whole}, nil, journal.EndComplete, 1, 3},
		{"a failure by one more rule", []judges.Verdict{failsTwice, other}, []waiver.Waiver{rule}, nil, journal.EndComplete, 1, 1},
		{"a failure by two rules of a waived leg", []judges.Verdict{failsTwice, other}, []waiver.Waiver{whole}, nil, journal.EndComplete, 1, 0},
		{"an excused failure and another", []judges.Verdict{fails, verdictFor("y", judges.Fail, judges.Violated)}, []waiver.Waiver{rule}, nil, journal.EndComplete, 1, 1},
		{"a stale waiver", []judges.Verdict{passes, other}, []waiver.Waiver{whole}, nil, journal.EndComplete, 0, 1},
		{"a stale waiver and a blocked leg", []judges.Verdict{passes, otherBlocked}, []waiver.Waiver{whole}, nil, journal.EndComplete, 3, 1},
		{"a waived leg that is blocked", []judges.Verdict{blocked, other}, []waiver.Waiver{whole}, nil, journal.EndComplete, 3, 3},
		{"a waived leg that was left out", []judges.Verdict{skipped, other}, []waiver.Waiver{whole}, nil, journal.EndComplete, 0, 0},
		{"nothing but a waived leg that was left out", []judges.Verdict{skipped}, []waiver.Waiver{whole}, nil, journal.EndComplete, 3, 3},
		{"a waived leg that must pass", []judges.Verdict{fails, other}, []waiver.Waiver{whole}, map[string]bool{"x": true}, journal.EndComplete, 1, 1},
		{"an excused failure when the time was up", []judges.Verdict{fails, other}, []waiver.Waiver{whole}, nil, journal.EndTimeout, 1, 3},
		{"an excused failure of an interrupted run", []judges.Verdict{fails, other}, []waiver.Waiver{whole}, nil, journal.EndInterrupted, 130, 130},
		{"a stale waiver of an interrupted run", []judges.Verdict{passes, other}, []waiver.Waiver{whole}, nil, journal.EndInterrupted, 130, 130},
		{"an excused failure of a faulty suite", []judges.Verdict{fails, other}, []waiver.Waiver{whole}, nil, journal.EndFault, 4, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := exitOf(test.verdicts, test.required, nil, test.reason); got != test.without {
				t.Errorf("without waivers exit code %d, want %d", got, test.without)
			}
			if got := exitOf(test.verdicts, test.required, waiver.Match(test.waivers, test.verdicts), test.reason); got != test.with {
				t.Errorf("exit code %d, want %d", got, test.with)
			}
		})
	}
}

// rankOf orders the exit codes by what DESIGN says stands above what.
func rankOf(code int) int { return slices.Index([]int{0, 3, 1, 130, 4}, code) }

// Whatever the run and its waivers: results, reasons, findings and totals are those of the run without waivers, and the exit
// code is never better, but for a run that failed and all whose failures are excused.
func TestWaiversChangeTheExitCodeAlone(t *testing.T) {
	results := []judges.Result{judges.Pass, judges.Fail, judges.Skipped, judges.Inapplicable, judges.Blocked}
	outcomes := []judges.Outcome{judges.Holds, judges.Violated, judges.Unproven, judges.Advisory}
	reasons := []journal.EndReason{journal.EndComplete, journal.EndTimeout, journal.EndInterrupted, journal.EndFault}
	evidence := rehearsal{course: func(c *course) { c.legs = []string{"0250.shape"} }}.run(t).evidence
	rapid.Check(t, func(t *rapid.T) {
		var legs []schemas.Leg
		var verdicts []judges.Verdict
		for _, id := range []string{"x", "y", "z"} {
			legs = append(legs, schemas.Leg{ID: id, Requirement: "r." + id, Revision: 1, Scenario: "s"})
			result := rapid.SampledFrom(results).Draw(t, "result")
			found := rapid.SliceOfN(rapid.SampledFrom(outcomes), 0, 4).Draw(t, "outcomes")
			switch result {
			case judges.Fail:
				found = append(found, judges.Violated)
			case judges.Pass:
				found = []judges.Outcome{judges.Holds}
			}
			verdicts = append(verdicts, verdictFor(id, result, found...))
		}
		waivers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) waiver.Waiver {
			return waiver.Waiver{
				Leg:    rapid.SampledFrom([]string{"x", "y", "z", "none"}).Draw(t, "leg"),
				Rule:   rapid.SampledFrom([]string{"", "a", "b", "c", "e"}).Draw(t, "rule"),
				Reason: "known", Expires: "2030-01-01",
			}
		}), 0, 6).Draw(t, "waivers")
		required := map[string]bool{"x": rapid.Bool().Draw(t, "required")}
		reason := rapid.SampledFrom(reasons).Draw(t, "reason")
		effect := waiver.Match(waivers, verdicts)
		bare, under := exitOf(verdicts, required, nil, reason), exitOf(verdicts, required, effect, reason)

		excused := 0
		for _, verdict := range verdicts {
			switch excuse := effect.Excuse(verdict.Leg); {
			case verdict.Result == judges.Fail && len(excuse) == 0 && rankOf(under) < rankOf(exitFailed):
				t.Fatalf("%s failed unexcused, and the exit code is %d", verdict.Leg, under)
			case verdict.Result != judges.Fail && len(excuse) > 0:
				t.Fatalf("%s is %s and excused", verdict.Leg, verdict.Result)
			case len(excuse) > 0:
				excused++
			}
		}
		if rankOf(under) < rankOf(bare) && (bare != exitFailed || excused == 0) {
			t.Fatalf("the exit code is %d, without waivers %d, and %d failures are excused", under, bare, excused)
		}
		if stale := len(effect.With(waiver.Stale)); stale > 0 && rankOf(under) < rankOf(exitFailed) {
			t.Fatalf("%d waivers are stale, and the exit code is %d", stale, under)
		}
		input := reports.Input{Legs: legs, Verdicts: verdicts, Evidence: evidence, ExitCode: bare}
		plain, err := reports.New(input)
		if err != nil {
			t.Fatal(err)
		}
		input.Waivers, input.ExitCode = effect, under
		waived, err := reports.New(input)
		if err != nil {
			t.Fatal(err)
		}
		sameButForWaivers(t, plain, waived)
	})
}

func sameButForWaivers(t *rapid.T, plain, waived reports.Report) {
	if plain.Totals != waived.Totals {
		t.Fatalf("totals %+v, without waivers %+v", waived.Totals, plain.Totals)
	}
	for at, leg := range waived.Legs {
		other := plain.Legs[at]
		same := leg.ID == other.ID && leg.Result == other.Result && leg.Reason == other.Reason && leg.Assertions == other.Assertions
		if !same || len(leg.Findings) != len(other.Findings) {
			t.Fatalf("leg %+v, without waivers %+v", leg, other)
		}
		for k, finding := range leg.Findings {
			if finding.Rule != other.Findings[k].Rule || finding.Outcome != other.Findings[k].Outcome || finding.Message != other.Findings[k].Message {
				t.Fatalf("finding %+v, without waivers %+v", finding, other.Findings[k])
			}
		}
	}
}
