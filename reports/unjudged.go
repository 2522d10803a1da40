package reports

import (
	"strings"

	"hostwitness/judges"
)

// shapesScenario is the one scenario whose legs are judged without a host.
const shapesScenario = "shapes"

// JudgesHost says whether at least one leg that needs a host came to a verdict about it: only then is the report a word about
// the host at all.
func JudgesHost(report Report) bool {
	for _, leg := range report.Legs {
		if leg.Scenario != shapesScenario && (leg.Result == judges.Pass || leg.Result == judges.Fail) {
			return true
		}
	}
	return false
}

// unjudged says why nothing about the host was judged, "" where something was: every leg that needs a host is then inapplicable
// or skipped, and a run without a failure is no word about the host.
func unjudged(report Report) string {
	var totals Totals
	reasons := map[string]bool{}
	reason := ""
	for _, leg := range report.Legs {
		if leg.Scenario == shapesScenario {
			continue
		}
		totals.Add(leg.Result)
		reason = leg.Reason
		reasons[reason] = true
	}
	left := totals.Inapplicable + totals.Skipped
	if left == 0 || totals.ExecutedPass+totals.ExecutedFail+totals.Blocked > 0 {
		return ""
	}
	var list []string
	if totals.Inapplicable > 0 {
		list = append(list, plural(totals.Inapplicable, "leg is", "legs are")+" "+string(judges.Inapplicable))
	}
	if totals.Skipped > 0 {
		list = append(list, plural(totals.Skipped, "leg was", "legs were")+" "+string(judges.Skipped))
	}
	text := strings.Join(list, " and ")
	if len(reasons) == 1 && reason != "" {
		text += " (" + clean(reason, dataLimit) + ")"
	}
	return text
}
