package waiver

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/judges"
)

// Effect is what the waivers of one run come to, one entry for each in the order they were given. The zero value is a run
// without waivers.
type Effect []Matched

// Match holds waivers against the verdicts of a run. It is total: waivers that Check would refuse excuse no more than what
// they say, and one of a leg without a verdict is idle.
//
// Only a leg that is executed-fail is ever excused, and only where every rule that it violates is waived, or the leg as a
// whole is. A waived leg that passes is stale, and so is a waived rule that holds in a leg that fails by others: both were
// measured, and the excuse is needed no longer. A leg that is blocked, inapplicable or skipped was not measured, so it says
// nothing about the failure that is waived: such a waiver is idle, is told, and may be needed again in the next run. A run
// of a few legs therefore never fails by the waivers of all the others.
func Match(waivers []Waiver, verdicts []judges.Verdict) Effect {
	byLeg := make(map[string]judges.Verdict, len(verdicts))
	for _, verdict := range verdicts {
		byLeg[verdict.Leg] = verdict
	}
	named := make(map[string][]string)
	for _, waiver := range waivers {
		named[waiver.Leg] = append(named[waiver.Leg], waiver.Rule)
	}
	effect := make(Effect, 0, len(waivers))
	for _, waiver := range waivers {
		verdict, judged := byLeg[waiver.Leg]
		matched := Matched{Waiver: waiver, Standing: Idle, Why: "this run has no verdict of the leg"}
		if judged {
			matched.Standing, matched.Why = stand(waiver, verdict, named[waiver.Leg])
		}
		effect = append(effect, matched)
	}
	return effect
}

func stand(waiver Waiver, verdict judges.Verdict, named []string) (Standing, string) {
	switch verdict.Result {
	case judges.Pass:
		return Stale, "the leg passed"
	case judges.Fail:
		return standInFailure(waiver, verdict, named)
	default:
		return Idle, "the leg was not measured: it is " + string(verdict.Result)
	}
}

func standInFailure(waiver Waiver, verdict judges.Verdict, named []string) (Standing, string) {
	violated := rulesWith(verdict, judges.Violated)
	if waiver.Rule != "" && !slices.Contains(violated, waiver.Rule) {
		return standInOther(waiver.Rule, verdict)
	}
	if more := unnamed(violated, named); len(more) > 0 {
		return Exceeded, fmt.Sprintf("the leg fails also by %s, which no waiver names", rules(more))
	}
	why := "the leg fails by " + rules(violated)
	if len(violated) == 0 {
		why = "the leg fails"
	}
	if open := rulesWith(verdict, judges.Unproven); len(open) > 0 {
		why += "; what is unproven is not excused: " + rules(open)
	}
	return Excuses, why
}

// standInOther is about a waived rule that is not among those that the leg fails by.
func standInOther(rule string, verdict judges.Verdict) (Standing, string) {
	if slices.Contains(rulesWith(verdict, judges.Holds), rule) && !slices.Contains(rulesWith(verdict, judges.Unproven), rule) {
		return Stale, "the rule holds, though the leg fails by " + rules(rulesWith(verdict, judges.Violated))
	}
	return Idle, "the rule was not measured"
}

// unnamed gives the rules that no waiver of their leg names. One of the whole leg names all.
func unnamed(violated, named []string) []string {
	if slices.Contains(named, "") {
		return nil
	}
	var more []string
	for _, rule := range violated {
		if !slices.Contains(named, rule) {
			more = append(more, rule)
		}
	}
	return more
}

// rulesWith gives the rules with a finding of an outcome, each once, in the order they were found.
func rulesWith(verdict judges.Verdict, outcome judges.Outcome) []string {
	var found []string
	for _, finding := range verdict.Findings {
		if finding.Outcome == outcome && !slices.Contains(found, finding.Rule) {
			found = append(found, finding.Rule)
		}
	}
	return found
}

func rules(list []string) string {
	if len(list) == 1 {
		return "rule " + list[0]
	}
	return "rules " + strings.Join(list, ", ")
}

// Excuse gives the waivers that together excuse the failure of a leg, none where it is not excused.
func (e Effect) Excuse(leg string) []Waiver {
	var excuse []Waiver
	for _, matched := range e {
		if matched.Leg == leg && matched.Standing == Excuses {
			excuse = append(excuse, matched.Waiver)
		}
	}
	return excuse
}

// With gives the waivers that came to a standing.
func (e Effect) With(standing Standing) []Matched {
	var list []Matched
	for _, matched := range e {
		if matched.Standing == standing {
			list = append(list, matched)
		}
	}
	return list
}

// Open says that a leg is no longer failed but not passed either: a rule of it could not be measured beside those that are
// excused. Without the violations it would be blocked, so for the exit code it is.
func Open(verdict judges.Verdict) bool {
	return len(rulesWith(verdict, judges.Unproven)) > 0
}
