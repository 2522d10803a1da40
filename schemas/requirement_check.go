package schemas

import (
	"fmt"
	"slices"
	"strings"
)

// unsound lists what is wrong with requirements, each by itself and in what they name of the legs.
func unsound(requirements []Requirement, legs []Leg) []string {
	var problems []string
	seen := map[string]bool{}
	for _, requirement := range requirements {
		if seen[requirement.ID] {
			problems = append(problems, requirement.ID+" is there twice")
		}
		seen[requirement.ID] = true
		for _, problem := range append(requirement.unsound(), requirement.dangling(legs)...) {
			problems = append(problems, requirement.ID+" "+problem)
		}
	}
	return problems
}

// unsound lists what is wrong with a requirement by itself.
func (r Requirement) unsound() []string {
	var problems []string
	wrong := func(is bool, problem string) {
		if is {
			problems = append(problems, problem)
		}
	}
	free := r.Level == LevelMay
	wrong(!strings.HasPrefix(r.ID, r.prefix()), "is not named after its section "+r.Section)
	wrong(free != (r.Class == ""), "needs a class unless it is a MAY, which has none")
	wrong(free && len(r.Judged) > 0, "is a freedom, so that nothing may judge it")
	wrong(free && len(r.Variants) == 0 && r.Reason == "", "is a freedom without a variant that uses it and without a reason")
	wrong(r.Class == Gated && r.Needs == "", "is gated and does not say what it needs")
	wrong(r.Class == SeamGated && r.Needs == "", "is gated by the seam and does not say what it needs")
	wrong(r.Class == Unwitnessable && (len(r.Judged) > 0 || len(r.Told) > 0), "cannot be seen, and yet something judges it")
	wrong(!free && len(r.Judged) == 0 && len(r.Told) == 0 && r.Reason == "", "has neither a judge nor a reason")
	wrong(r.Binds != "" && len(r.Judged) > 0, "does not bind the host, so that nothing may judge it")
	return problems
}

// dangling lists what a requirement names and the legs do not have. A rule has the level of what it decides.
func (r Requirement) dangling(legs []Leg) []string {
	var problems []string
	for _, told := range r.Told {
		if _, found := legByID(legs, told); !found {
			problems = append(problems, "names the leg "+told+", which is not there")
		}
	}
	for _, judged := range r.Judged {
		leg, found := legByID(legs, judged.Leg)
		if !found {
			problems = append(problems, "names the leg "+judged.Leg+", which is not there")
			continue
		}
		for _, id := range judged.Rules {
			rule, found := leg.RuleByID(id)
			switch {
			case !found:
				problems = append(problems, fmt.Sprintf("names the rule %s of %s, which is not there", id, leg.ID))
			case (rule.Level == LevelMust) != r.Binding():
				problems = append(problems, fmt.Sprintf("is a %s, but the rule %s of %s is a %s", r.Level, id, leg.ID, rule.Level))
			}
		}
	}
	return problems
}

// misnamed lists the usual causes that name a rule which their leg does not have.
func misnamed(legs []Leg) []string {
	var problems []string
	for _, leg := range legs {
		for _, failure := range leg.Failures {
			for _, rule := range failure.Rules {
				if _, found := leg.RuleByID(rule); !found {
					problems = append(problems, fmt.Sprintf("a usual cause of %s names the rule %s, which is not there", leg.ID, rule))
				}
			}
		}
	}
	return problems
}

// uncovered lists the conditions that name a leg or scenario which is not there.
func uncovered(conditions []Condition, legs []Leg) []string {
	known := map[string]bool{}
	for _, leg := range legs {
		known[leg.ID], known[leg.Scenario] = true, true
	}
	var problems []string
	for _, condition := range conditions {
		for _, name := range slices.Concat(condition.Covers, condition.Except) {
			if !known[name] {
				problems = append(problems, fmt.Sprintf("the condition %q names %s, which is neither a leg nor a scenario", condition.When, name))
			}
		}
	}
	return problems
}

func legByID(legs []Leg, id string) (Leg, bool) {
	for _, leg := range legs {
		if leg.ID == id {
			return leg, true
		}
	}
	return Leg{}, false
}
