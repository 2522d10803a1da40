package schemas

import "slices"

// Condition is something that keeps legs from being measured, and what to do about it.
type Condition struct {
	Result string   `json:"result"` // inapplicable, blocked or skipped
	When   string   `json:"when"`
	Do     string   `json:"do"`
	Covers []string `json:"covers"` // ids of legs and names of scenarios; none: every leg that asks a host
	Except []string `json:"except"` // ids of legs in such a scenario that it does not keep from being measured
}

// Conditions returns what keeps legs from being measured, in the order of the catalogue.
func (i *Index) Conditions() []Condition { return i.conditions }

// ConditionsOf returns the conditions of a leg or its scenario, without those of every leg.
func (i *Index) ConditionsOf(leg Leg) []Condition {
	var found []Condition
	for _, condition := range i.conditions {
		covered := slices.Contains(condition.Covers, leg.ID) || slices.Contains(condition.Covers, leg.Scenario)
		if covered && !slices.Contains(condition.Except, leg.ID) {
			found = append(found, condition)
		}
	}
	return found
}
