package app

import (
	"fmt"
	"slices"
	"testing"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/variant"
	"hostwitness/schemas"
)

// TestRequirementsNameHostsThatAreThere holds what the requirements say of
// lawful hosts to the list of these.
func TestRequirementsNameHostsThatAreThere(t *testing.T) {
	catalogue, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	for _, requirement := range catalogue.Requirements() {
		for _, id := range requirement.Variants {
			if _, found := doubleOf(id, variant.All()); !found {
				t.Errorf("%s names the variant %s, which is not there", requirement.ID, id)
			}
		}
	}
}

// TestWhatDoesNotBindIsTold holds the conditions of the catalogue to what the
// doubles state: a leg that some double makes inapplicable or blocked has a
// condition of that kind, and one that says a leg may be inapplicable is true of
// some double, or of the reference host.
func TestWhatDoesNotBindIsTold(t *testing.T) {
	catalogue, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range untold(catalogue, currentLists(t)) {
		t.Error(problem)
	}
}

func untold(catalogue *schemas.Index, l lists) []string {
	stated := make(map[string]bool)
	for _, chosen := range slices.Concat(l.sabotages, l.variants, []double.Double{{Expect: double.Reference()}}) {
		for _, expectation := range chosen.Expect {
			stated[expectation.Leg+" "+expectation.Result] = true
		}
	}
	var problems []string
	for _, leg := range catalogue.Legs() {
		told := make(map[string]bool)
		for _, condition := range catalogue.ConditionsOf(leg) {
			told[condition.Result] = true
		}
		if stated[leg.ID+" "+double.Inapplicable] && !told[double.Inapplicable] {
			problems = append(problems, fmt.Sprintf("some double makes %s inapplicable, and no condition says when it is", leg.ID))
		}
		if stated[leg.ID+" "+double.Blocked] && !told[double.Blocked] {
			problems = append(problems, fmt.Sprintf("some double blocks %s, and no condition says when it is", leg.ID))
		}
		if told[double.Inapplicable] && !stated[leg.ID+" "+double.Inapplicable] && leg.Scenario != "bounded-stream" {
			problems = append(problems, fmt.Sprintf("%s may be inapplicable, and no double makes it so", leg.ID))
		}
	}
	return problems
}
