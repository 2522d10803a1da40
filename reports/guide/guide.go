package guide

import (
	"slices"

	"hostwitness/schemas"
)

// Double is a host that breaks rules of a leg on purpose.
type Double struct {
	ID      string
	Summary string   // one line
	Rules   []string // of the leg in question, those it breaks
	Served  bool     // `hostwitness host --sabotage ID` serves it; the others are vectors with a wrong label
}

// Guide is what there is to tell. Fill the fields; it is only read.
type Guide struct {
	Catalogue *schemas.Index
	// Sabotages are the hosts that a leg convicts, by its id, in a fixed order.
	Sabotages map[string][]Double
}

// breaking gives those of a leg's sabotages that break a rule.
func (g Guide) breaking(leg, rule string) []Double {
	var found []Double
	for _, double := range g.Sabotages[leg] {
		if slices.Contains(double.Rules, rule) {
			found = append(found, double)
		}
	}
	return found
}

// judging gives the requirements that a leg judges or tells of, in their order.
func (g Guide) judging(leg string) []schemas.Requirement {
	var found []schemas.Requirement
	for _, requirement := range g.Catalogue.Requirements() {
		named := func(judged schemas.Judged) bool { return judged.Leg == leg }
		if slices.ContainsFunc(requirement.Judged, named) || slices.Contains(requirement.Told, leg) {
			found = append(found, requirement)
		}
	}
	return found
}

// classOf is the word for how a requirement is seen.
func classOf(requirement schemas.Requirement) string {
	if requirement.Class == "" {
		return "freedom"
	}
	return string(requirement.Class)
}
