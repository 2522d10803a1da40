package app

import (
	"fmt"
	"slices"
	"testing"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/judges"
	"hostwitness/scenarios"
	"hostwitness/schemas"
)

// lists are the four lists that a leg must stand in.
type lists struct {
	legs      []schemas.Leg
	judges    []judges.Judge
	scenarios []scenarios.Scenario
	sabotages []double.Double
	variants  []double.Double
}

// TestEveryLegIsWhole is one of the four tests that hold the design together:
// a leg has a catalogue entry, a judge, a scenario, and for each of its rules a
// sabotage; nothing names a leg or a rule that is not there.
func TestEveryLegIsWhole(t *testing.T) {
	for _, problem := range whole(currentLists(t)) {
		t.Error(problem)
	}
}

func currentLists(t *testing.T) lists {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return lists{catalogue.Legs(), judges.All(), scenarios.All(), sabotage.All(), variant.All()}
}

// whole lists everything that is missing, doubled or out of order.
func whole(l lists) []string {
	var problems []string
	var catalogued, judged []string
	for _, leg := range l.legs {
		catalogued = append(catalogued, leg.ID)
	}
	for _, judge := range l.judges {
		judged = append(judged, judge.Leg)
	}
	if !slices.Equal(catalogued, judged) {
		problems = append(problems, fmt.Sprintf("the catalogue has the legs %v, the judges %v", catalogued, judged))
	}
	problems = append(problems, driven(l)...)
	problems = append(problems, sabotaged(l)...)
	return append(problems, doubles(l)...)
}

// driven compares the legs of each scenario with the catalogue.
func driven(l lists) []string {
	var problems []string
	scenarioOf := make(map[string]string)
	for _, scenario := range l.scenarios {
		for _, leg := range scenario.Legs {
			if before, twice := scenarioOf[leg]; twice {
				problems = append(problems, fmt.Sprintf("leg %s is driven by %s and %s", leg, before, scenario.Name))
			}
			scenarioOf[leg] = scenario.Name
		}
	}
	for _, leg := range l.legs {
		if scenarioOf[leg.ID] != leg.Scenario {
			problems = append(problems, fmt.Sprintf("leg %s belongs to scenario %q in the catalogue and to %q in the scenarios", leg.ID, leg.Scenario, scenarioOf[leg.ID]))
		}
		delete(scenarioOf, leg.ID)
	}
	for leg := range scenarioOf {
		problems = append(problems, fmt.Sprintf("scenario %s names the leg %s, which the catalogue does not have", scenarioOf[leg], leg))
	}
	return problems
}

// sabotaged looks for a sabotage of every rule.
func sabotaged(l lists) []string {
	broken := make(map[string]bool)
	for _, sabotage := range l.sabotages {
		for _, expectation := range sabotage.Expect {
			for _, rule := range expectation.Rules {
				broken[expectation.Leg+" "+rule] = true
			}
		}
	}
	var problems []string
	for _, leg := range l.legs {
		for _, rule := range leg.Rules {
			if !broken[leg.ID+" "+rule.ID] {
				problems = append(problems, fmt.Sprintf("no sabotage breaks the rule %s of %s", rule.ID, leg.ID))
			}
		}
	}
	return problems
}

// doubles checks that what doubles state is about legs and rules that are
// there, that a sabotage is convicted and a variant is not.
func doubles(l lists) []string {
	rules := make(map[string][]string)
	for _, leg := range l.legs {
		for _, rule := range leg.Rules {
			rules[leg.ID] = append(rules[leg.ID], rule.ID)
		}
	}
	ids := make(map[string]bool)
	var problems []string
	check := func(chosen double.Double, convicted bool) {
		if ids[chosen.ID] {
			problems = append(problems, fmt.Sprintf("two doubles are called %s", chosen.ID))
		}
		ids[chosen.ID] = true
		fails := false
		for _, expectation := range chosen.Expect {
			fails = fails || expectation.Result == double.Fail
			for _, rule := range expectation.Rules {
				if !slices.Contains(rules[expectation.Leg], rule) {
					problems = append(problems, fmt.Sprintf("%s names the rule %s of %s, which is not in the catalogue", chosen.ID, rule, expectation.Leg))
				}
			}
		}
		if fails != convicted {
			problems = append(problems, fmt.Sprintf("%s: stated to be convicted %v, want %v", chosen.ID, fails, convicted))
		}
	}
	for _, sabotage := range l.sabotages {
		check(sabotage, true)
	}
	for _, variant := range l.variants {
		check(variant, false)
	}
	return problems
}

// TestMissingPartOfALegIsSeen shows that the test above can fail.
func TestMissingPartOfALegIsSeen(t *testing.T) {
	for _, damage := range []struct {
		name string
		do   func(*lists)
	}{
		{"a judge is missing", func(l *lists) { l.judges = l.judges[1:] }},
		{"a catalogue entry is missing", func(l *lists) { l.legs = l.legs[1:] }},
		{"a scenario is missing", func(l *lists) { l.scenarios = l.scenarios[1:] }},
		{"the sabotages are missing", func(l *lists) { l.sabotages = nil }},
		{"a sabotage is there twice", func(l *lists) { l.sabotages = append(slices.Clone(l.sabotages), l.sabotages[0]) }},
		{"a sabotage convicts nobody", func(l *lists) { l.sabotages = append(slices.Clone(l.sabotages), double.Double{ID: "idle"}) }},
		{"a variant is convicted", func(l *lists) {
			l.variants = append(slices.Clone(l.variants), double.Double{ID: "unlawful", Expect: []double.Expectation{{Leg: l.legs[0].ID, Result: double.Fail}}})
		}},
	} {
		t.Run(damage.name, func(t *testing.T) {
			l := currentLists(t)
			damage.do(&l)
			if problems := whole(l); len(problems) == 0 {
				t.Error("nothing was found wrong")
			}
		})
	}
}
