package reports

import (
	"slices"
	"strings"

	"hostwitness/judges"
)

// alike is findings of one leg that say the same of several rules, as one.
type alike struct {
	judges.Finding          // the first of them, with the records of all
	rules          []string // each once, in the order found
	count          int
}

// names are the rules, clean.
func (a alike) names() string { return clean(strings.Join(a.rules, ", "), detailLimit) }

// grave gives the findings that explain why a leg did not pass, violations first, and how many more findings there are.
func grave(leg Leg) ([]alike, int) {
	list := together(leg.Findings, judges.Violated, judges.Unproven)
	shown := min(findingsShown, len(list))
	more := 0
	for _, rest := range list[shown:] {
		more += rest.count
	}
	return list[:shown], more
}

// together gives the findings with the outcomes, in the order of these and then as judged. Those that differ in nothing but
// their rule and their records are one: several rules that rest on one observation fall with it for one reason.
func together(findings []judges.Finding, outcomes ...judges.Outcome) []alike {
	type words struct {
		outcome                     judges.Outcome
		message, expected, observed string
	}
	var list []alike
	places := map[words]int{}
	for _, outcome := range outcomes {
		for _, finding := range findings {
			if finding.Outcome != outcome {
				continue
			}
			key := words{finding.Outcome, finding.Message, finding.Expected, finding.Observed}
			place, known := places[key]
			if !known {
				place = len(list)
				places[key] = place
				list = append(list, alike{Finding: finding})
			}
			list[place].join(finding)
		}
	}
	for i := range list {
		if list[i].count > 1 { // the records of one finding stay in the order that its judge gave them
			slices.Sort(list[i].Records)
			list[i].Records = slices.Compact(list[i].Records)
		}
	}
	return list
}

// join takes in a finding that says the same. The records stay apart from those of the report, which other renderings read.
func (a *alike) join(finding judges.Finding) {
	if a.count == 0 {
		a.Records = nil
	}
	a.count++
	a.Records = append(a.Records, finding.Records...)
	if !slices.Contains(a.rules, finding.Rule) {
		a.rules = append(a.rules, finding.Rule)
	}
}
