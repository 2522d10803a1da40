package schemas_test

import (
	"slices"
	"testing"

	"hostwitness/schemas"
)

// A condition covers legs and scenarios, and leaves out what it excepts.
func TestConditionsOfALegAreItsOwnAndItsScenarios(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	covering := func(id string) []string {
		leg, found := index.Leg(id)
		if !found {
			t.Fatalf("there is no leg %s", id)
		}
		var results []string
		for _, condition := range index.ConditionsOf(leg) {
			results = append(results, condition.Result+" "+condition.When)
		}
		return results
	}
	const unclaimed, uncausable = "inapplicable The discovery document has no hostEvents.replay.", "blocked Types are listed, and none of them can be caused."
	for _, test := range []struct {
		leg, condition string
		want           bool
	}{
		{"0250.advertisement", unclaimed, true},
		{"0250.resume-backlog", unclaimed, true},
		{"0247.resume-lossless", unclaimed, true},
		{"0236.host-event.envelope", unclaimed, false},
		{"0250.resume-backlog", uncausable, true},
		{"0250.advertisement", uncausable, false},
	} {
		if got := slices.Contains(covering(test.leg), test.condition); got != test.want {
			t.Errorf("%s is covered by %q: %v, want %v", test.leg, test.condition, got, test.want)
		}
	}
	if conditions := covering("0250.shape"); len(conditions) != 0 {
		t.Errorf("what asks no host has the conditions %v", conditions)
	}
	general := 0
	for _, condition := range index.Conditions() {
		if len(condition.Covers) == 0 {
			general++
		}
	}
	if general == 0 {
		t.Error("no condition is of every leg")
	}
}
