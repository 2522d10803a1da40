package compare

import (
	"slices"

	"hostwitness/judges"
	"hostwitness/reports"
)

// legChange compares a leg with itself; nil is a list that does not have it.
func legChange(table map[judges.Result]map[judges.Result]transition, old, new *reports.Leg) LegChange {
	named := new
	if new == nil {
		named = old
	}
	change := LegChange{ID: name(named.ID), Requirement: name(named.Requirement), Old: standing(old), New: standing(new)}
	if old != nil && named.ID == named.Requirement {
		change.ID = name(old.ID) // a bundle knows no shorter name
	}
	step := table[resultOf(old)][resultOf(new)]
	found := slices.Clone(step.changes)
	change.Worse = step.worse
	if old != nil && new != nil {
		change.Rules = legRules(*old, *new)
		found = append(found, betweenBoth(*old, *new, change.Rules)...)
		change.Worse = change.Worse || violatesMore(change.Rules)
	} else if new != nil && len(new.Waived) > 0 {
		found = append(found, Waived)
	}
	change.Changes = inOrder(found)
	change.clean()
	return change
}

// betweenBoth are the changes that do not follow from the two results.
func betweenBoth(old, new reports.Leg, rules []RuleChange) []Change {
	var found []Change
	switch {
	case len(old.Waived) == 0 && len(new.Waived) > 0:
		found = append(found, Waived)
	case len(old.Waived) > 0 && len(new.Waived) == 0 && new.Result == judges.Fail:
		found = append(found, NoLongerWaived)
	case len(new.Waived) > 0 && !slices.Equal(old.Waived, new.Waived):
		found = append(found, WaiverChanged)
	}
	if old.Revision > 0 && new.Revision > 0 && old.Revision != new.Revision {
		found = append(found, RevisionChanged)
	}
	if old.Result == new.Result && old.Result != judges.Fail && len(rules) > 0 {
		found = append(found, RulesChanged)
	}
	return found
}

// legRules gives the rules that changed. Between two results most rules change
// because the leg was judged or was not; there only those are told that broke,
// that cannot be proven any more, or that were broken before.
func legRules(old, new reports.Leg) []RuleChange {
	list := ruleChanges(old.Findings, new.Findings)
	told := len(old.Findings) > 0 && len(new.Findings) > 0 // a bundle tells of no rule
	switch {
	case old.Result == new.Result && told:
		return list
	case old.Result == new.Result:
		return nil
	}
	return slices.DeleteFunc(list, func(change RuleChange) bool {
		return change.Change == RuleOther && change.Old != judges.Violated && change.New != judges.Unproven
	})
}

func resultOf(leg *reports.Leg) judges.Result {
	if leg == nil {
		return absent
	}
	return leg.Result
}

func standing(leg *reports.Leg) *Standing {
	if leg == nil {
		return nil
	}
	return &Standing{
		Result: leg.Result, Revision: leg.Revision, Assertions: leg.Assertions, Reason: leg.Reason, Waived: slices.Clone(leg.Waived),
	}
}

// inOrder sorts changes into the order in which they are told.
func inOrder(found []Change) []Change {
	sorted := []Change{}
	for _, change := range changes() {
		if slices.Contains(found, change) {
			sorted = append(sorted, change)
		}
	}
	return sorted
}

// clean makes every text of the change harmless.
func (c *LegChange) clean() {
	for _, standing := range []*Standing{c.Old, c.New} {
		if standing == nil {
			continue
		}
		standing.Reason = detail(standing.Reason)
		for k, waiver := range standing.Waived {
			standing.Waived[k] = reports.Waiver{
				Rule: name(waiver.Rule), Reason: detail(waiver.Reason), Issue: name(waiver.Issue), Expires: name(waiver.Expires),
			}
		}
	}
	for k := range c.Rules {
		c.Rules[k].Rule, c.Rules[k].Message = name(c.Rules[k].Rule), detail(c.Rules[k].Message)
	}
}
