package waiver_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
)

// verdict is of one leg, with its findings as pairs of a rule and an outcome.
func verdict(leg string, result judges.Result, findings ...string) judges.Verdict {
	made := judges.Verdict{Leg: leg, Result: result}
	for at := 0; at+1 < len(findings); at += 2 {
		made.Findings = append(made.Findings, judges.Finding{Rule: findings[at], Outcome: judges.Outcome(findings[at+1])})
	}
	return made
}

func of(leg, rule string) waiver.Waiver {
	return waiver.Waiver{Leg: leg, Rule: rule, Reason: "known", Expires: "2030-01-01"}
}

// came is a standing and the facts behind it.
type came struct {
	Standing waiver.Standing
	Why      string
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name     string
		verdict  judges.Verdict
		rules    []string // of one waiver each, "" for the whole leg
		want     []came
		excused  bool
		remainer bool // something of the leg is unproven
	}{
		{"a failure by the waived rule", verdict("x", judges.Fail, "a", "violated", "b", "holds"), []string{"a"},
			[]came{{waiver.Excuses, "the leg fails by rule a"}}, true, false},
		{"a failure of the waived leg", verdict("x", judges.Fail, "a", "violated", "c", "violated", "a", "violated"), []string{""},
			[]came{{waiver.Excuses, "the leg fails by rules a, c"}}, true, false},
		{"a failure by two rules, both waived", verdict("x", judges.Fail, "a", "violated", "b", "violated"), []string{"b", "a"},
			[]came{{waiver.Excuses, "the leg fails by rules a, b"}, {waiver.Excuses, "the leg fails by rules a, b"}}, true, false},
		{"a failure by two rules, one waived", verdict("x", judges.Fail, "a", "violated", "b", "violated"), []string{"a"},
			[]came{{waiver.Exceeded, "the leg fails also by rule b, which no waiver names"}}, false, false},
		{"a failure by another rule, the waived one holds", verdict("x", judges.Fail, "a", "holds", "b", "violated"), []string{"a"},
			[]came{{waiver.Stale, "the rule holds, though the leg fails by rule b"}}, false, false},
		{"a failure by another rule, the waived one is unproven", verdict("x", judges.Fail, "a", "unproven", "b", "violated"), []string{"a"},
			[]came{{waiver.Idle, "the rule was not measured"}}, false, true},
		{"a failure by another rule, the waived one holds in part", verdict("x", judges.Fail, "a", "holds", "a", "unproven", "b", "violated"), []string{"a"},
			[]came{{waiver.Idle, "the rule was not measured"}}, false, true},
		{"a failure by another rule, the waived one is an advice", verdict("x", judges.Fail, "a", "advisory", "b", "violated"), []string{"a"},
			[]came{{waiver.Idle, "the rule was not measured"}}, false, false},
		{"a waived failure beside a rule that holds", verdict("x", judges.Fail, "a", "violated", "b", "holds"), []string{"a", "b"},
			[]came{{waiver.Excuses, "the leg fails by rule a"}, {waiver.Stale, "the rule holds, though the leg fails by rule a"}}, true, false},
		{"a waived failure beside an unproven rule", verdict("x", judges.Fail, "a", "violated", "b", "unproven"), []string{"a"},
			[]came{{waiver.Excuses, "the leg fails by rule a; what is unproven is not excused: rule b"}}, true, true},
		{"a failure that shows no rule, waived by rule", verdict("x", judges.Fail), []string{"a"},
			[]came{{waiver.Idle, "the rule was not measured"}}, false, false},
		{"a failure that shows no rule, waived as a whole", verdict("x", judges.Fail), []string{""},
			[]came{{waiver.Excuses, "the leg fails"}}, true, false},
		{"a pass", verdict("x", judges.Pass, "a", "holds"), []string{"", "b"},
			[]came{{waiver.Stale, "the leg passed"}, {waiver.Stale, "the leg passed"}}, false, false},
		{"blocked", verdict("x", judges.Blocked, "a", "holds", "b", "unproven"), []string{"a", ""},
			[]came{{waiver.Idle, "the leg was not measured: it is blocked"}, {waiver.Idle, "the leg was not measured: it is blocked"}}, false, true},
		{"inapplicable", verdict("x", judges.Inapplicable), []string{"a"},
			[]came{{waiver.Idle, "the leg was not measured: it is inapplicable"}}, false, false},
		{"skipped", verdict("x", judges.Skipped), []string{"a"},
			[]came{{waiver.Idle, "the leg was not measured: it is skipped"}}, false, false},
		{"another leg", verdict("y", judges.Fail, "a", "violated"), []string{"a"},
			[]came{{waiver.Idle, "this run has no verdict of the leg"}}, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var waivers []waiver.Waiver
			for _, rule := range test.rules {
				waivers = append(waivers, of("x", rule))
			}
			effect := waiver.Match(waivers, []judges.Verdict{test.verdict})
			var got []came
			for at, matched := range effect {
				if matched.Waiver != waivers[at] {
					t.Errorf("entry %d is of another waiver: %+v", at, matched.Waiver)
				}
				got = append(got, came{matched.Standing, matched.Why})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("standings (-want +got):\n%s", diff)
			}
			if excused := len(effect.Excuse("x")) > 0; excused != test.excused {
				t.Errorf("excused is %v", excused)
			}
			if open := waiver.Open(test.verdict); open != test.remainer {
				t.Errorf("open is %v", open)
			}
		})
	}
}

func TestNoWaiversComeToNothing(t *testing.T) {
	effect := waiver.Match(nil, []judges.Verdict{verdict("x", judges.Fail, "a", "violated")})
	if len(effect) != 0 || effect.Excuse("x") != nil || effect.With(waiver.Stale) != nil {
		t.Errorf("the effect is %+v", effect)
	}
}

// What is drawn for properties: few names, so that they meet.
func drawVerdicts(t *rapid.T) []judges.Verdict {
	outcomes := []judges.Outcome{judges.Holds, judges.Violated, judges.Unproven, judges.Advisory}
	var verdicts []judges.Verdict
	for _, leg := range []string{"x", "y", "z"} {
		made := judges.Verdict{Leg: leg}
		for range rapid.IntRange(0, 4).Draw(t, "findings") {
			made.Findings = append(made.Findings, judges.Finding{
				Rule: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "rule"), Outcome: rapid.SampledFrom(outcomes).Draw(t, "outcome"),
			})
		}
		made.Result = resultOf(made.Findings, rapid.Bool().Draw(t, "bound"))
		verdicts = append(verdicts, made)
	}
	return verdicts
}

// resultOf is the road from findings to a result, as DESIGN.md has it.
func resultOf(findings []judges.Finding, bound bool) judges.Result {
	has := func(outcome judges.Outcome) bool {
		return slices.ContainsFunc(findings, func(f judges.Finding) bool { return f.Outcome == outcome })
	}
	switch {
	case has(judges.Violated):
		return judges.Fail
	case has(judges.Unproven):
		return judges.Blocked
	case has(judges.Holds):
		return judges.Pass
	case bound:
		return judges.Inapplicable
	default:
		return judges.Skipped
	}
}

func drawWaivers(t *rapid.T) []waiver.Waiver {
	var waivers []waiver.Waiver
	for range rapid.IntRange(0, 6).Draw(t, "waivers") {
		waivers = append(waivers, of(rapid.SampledFrom([]string{"x", "y", "z", "none"}).Draw(t, "leg"), rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "rule")))
	}
	return waivers
}

// Whatever the waivers, also those that Check refuses: only a measured failure is excused, never a violation that no waiver
// names, every waiver has one standing, and what is matched is left as it was.
func TestMatchExcusesMeasuredFailuresOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdicts, waivers := drawVerdicts(t), drawWaivers(t)
		before := slices.Clone(verdicts)
		effect := waiver.Match(waivers, verdicts)
		if len(effect) != len(waivers) {
			t.Fatalf("%d waivers came to %d standings", len(waivers), len(effect))
		}
		if diff := cmp.Diff(before, verdicts); diff != "" {
			t.Fatalf("the verdicts were changed:\n%s", diff)
		}
		for _, one := range verdicts {
			names := func(rule string) bool {
				return slices.ContainsFunc(waivers, func(w waiver.Waiver) bool { return w.Leg == one.Leg && (w.Rule == rule || w.Rule == "") })
			}
			want := one.Result == judges.Fail
			for _, finding := range one.Findings {
				want = want && (finding.Outcome != judges.Violated || names(finding.Rule))
			}
			if got := len(effect.Excuse(one.Leg)) > 0; got != want {
				t.Fatalf("%+v by %+v: excused is %v", one, waivers, got)
			}
		}
		for _, matched := range effect {
			if matched.Why == "" {
				t.Fatalf("%+v does not say why", matched)
			}
		}
	})
}

// The order of waivers and of verdicts decides nothing.
func TestMatchHasNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdicts, waivers := drawVerdicts(t), drawWaivers(t)
		one := waiver.Match(waivers, verdicts)
		slices.Reverse(verdicts)
		slices.Reverse(waivers)
		other := waiver.Match(waivers, verdicts)
		slices.Reverse(other)
		if diff := cmp.Diff(one, other); diff != "" {
			t.Fatalf("in the other order:\n%s", diff)
		}
	})
}
