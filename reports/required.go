package reports

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/judges"
)

// requiredShown is how many legs a sentence names before it only counts the rest.
const requiredShown = 6

// lacking says that a leg had to pass and did not.
func (v View) lacking(leg Leg) bool {
	return leg.Result != judges.Pass && slices.Contains(v.Required, leg.ID)
}

// lackingLegs are the legs that had to pass and did not, in the order of the report.
func (v View) lackingLegs() []Leg {
	var legs []Leg
	for _, leg := range v.Report.Legs {
		if v.lacking(leg) {
			legs = append(legs, leg)
		}
	}
	return legs
}

// requiredMark stands behind the id of a leg that had to pass and did not.
func (v View) requiredMark(leg Leg) string {
	if v.lacking(leg) {
		return " (required)"
	}
	return ""
}

// requiredWords names the legs that had to pass and did not, with what became of each; "" where every required leg passed.
func (v View) requiredWords() string {
	legs := v.lackingLegs()
	if len(legs) == 0 {
		return ""
	}
	var list []string
	for _, leg := range legs[:min(requiredShown, len(legs))] {
		list = append(list, fmt.Sprintf("%s (%s)", clean(leg.ID, nameLimit), plainResult(leg)))
	}
	text := plural(len(legs), "required leg", "required legs") + " did not pass: " + strings.Join(list, ", ")
	if more := len(legs) - len(list); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// plainResult is a result inside a sentence.
func plainResult(leg Leg) string {
	if leg.Result == judges.Fail {
		return "failed"
	}
	return clean(string(leg.Result), nameLimit)
}
