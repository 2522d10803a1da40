package app

import (
	"testing"

	"hostwitness/fixtures/double"
)

// Every rule of the catalogue is convicted by a sabotage that breaks no other rule of its leg: else nothing would
// show that the judge knows the one from the other.
func TestEveryRuleIsBrokenAlone(t *testing.T) {
	all := currentLists(t)
	alone := make(map[string]bool)
	for _, sabotage := range all.sabotages {
		for _, expectation := range sabotage.Expect {
			if expectation.Result == double.Fail && len(expectation.Rules) == 1 {
				alone[expectation.Leg+" "+expectation.Rules[0]] = true
			}
		}
	}
	for _, leg := range all.legs {
		for _, rule := range leg.Rules {
			if !alone[leg.ID+" "+rule.ID] {
				t.Errorf("no sabotage breaks the rule %s of %s and no other of that leg", rule.ID, leg.ID)
			}
		}
	}
}

// As many doubles as are promised, at least.
func TestThereAreManyDoubles(t *testing.T) {
	all := currentLists(t)
	if len(all.sabotages) < 120 || len(all.variants) < 60 {
		t.Errorf("%d sabotages and %d variants, want 120 and 60 at least", len(all.sabotages), len(all.variants))
	}
}
