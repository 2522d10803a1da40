package reports

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
)

// waivedOf gives what excuses the failure of a leg; a leg of another result has nothing to excuse.
func waivedOf(effect waiver.Effect, leg Leg) []Waiver {
	if leg.Result != judges.Fail {
		return nil
	}
	var waived []Waiver
	for _, one := range effect.Excuse(leg.ID) {
		one = cleanWaiver(one)
		waived = append(waived, Waiver{Rule: one.Rule, Reason: one.Reason, Issue: one.Issue, Expires: one.Expires})
	}
	return waived
}

func waiversOf(effect waiver.Effect) []waiver.Matched {
	var list []waiver.Matched
	for _, matched := range effect {
		list = append(list, waiver.Matched{Waiver: cleanWaiver(matched.Waiver), Standing: matched.Standing, Why: bounded(matched.Why)})
	}
	return list
}

func cleanWaiver(one waiver.Waiver) waiver.Waiver {
	return waiver.Waiver{
		Leg: bounded(one.Leg), Rule: bounded(one.Rule), Reason: bounded(one.Reason), Issue: bounded(one.Issue), Expires: bounded(one.Expires),
	}
}

// waivedFailures counts the failures that waivers excuse.
func (r Report) waivedFailures() int {
	return len(slices.DeleteFunc(r.with(judges.Fail), func(leg Leg) bool { return len(leg.Waived) == 0 }))
}

// waivedOpen counts the excused failures beside which a rule could not be measured: that no waiver excuses.
func (r Report) waivedOpen() int {
	return len(slices.DeleteFunc(r.with(judges.Fail), func(leg Leg) bool {
		return len(leg.Waived) == 0 || !slices.ContainsFunc(leg.Findings, func(f judges.Finding) bool { return f.Outcome == judges.Unproven })
	}))
}

// waiversWith gives the waivers that came to a standing.
func (r Report) waiversWith(standing waiver.Standing) []waiver.Matched {
	return waiver.Effect(r.Waivers).With(standing)
}

// waiversShown is how many waivers a sentence names before it only counts the rest.
const waiversShown = 6

// staleWords names the waivers that fail the run because what they excuse holds; "" where there is none.
func staleWords(report Report) string {
	stale := report.waiversWith(waiver.Stale)
	if len(stale) == 0 {
		return ""
	}
	var list []string
	for _, matched := range stale[:min(waiversShown, len(stale))] {
		list = append(list, waiverName(matched.Waiver))
	}
	text := plural(len(stale), "waiver is", "waivers are") + " stale: " + strings.Join(list, ", ")
	if more := len(stale) - len(list); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// waiverName says what a waiver is about.
func waiverName(one waiver.Waiver) string {
	if one.Rule == "" {
		return clean(one.Leg, nameLimit)
	}
	return clean(one.Leg, nameLimit) + " (rule " + clean(one.Rule, nameLimit) + ")"
}

// waiverTerms are the operator's words on a waiver.
func waiverTerms(one waiver.Waiver) string {
	return waiverWords(Waiver{Reason: one.Reason, Issue: one.Issue, Expires: one.Expires})
}

// waiverToDo is what a waiver asks of the operator; "" where it asks nothing.
func waiverToDo(standing waiver.Standing) string {
	switch standing {
	case waiver.Stale:
		return "delete this waiver: it excuses nothing, and would hide the failure when it comes back"
	case waiver.Exceeded:
		return "the leg is not excused: mend the rules that no waiver names"
	default:
		return ""
	}
}

func waiverWords(waiver Waiver) string {
	text := "until " + clean(waiver.Expires, nameLimit) + ": " + clean(waiver.Reason, detailLimit)
	if waiver.Rule != "" {
		text = "rule " + clean(waiver.Rule, nameLimit) + " " + text
	}
	if waiver.Issue != "" {
		text += " (" + clean(waiver.Issue, nameLimit) + ")"
	}
	return text
}

// waivedWords are the words on all waivers that together excuse a leg; "" where none does.
func waivedWords(leg Leg) string {
	var list []string
	for _, one := range leg.Waived {
		list = append(list, waiverWords(one))
	}
	return strings.Join(list, "; ")
}
