package judges_test

import "testing"

func TestAConformingHostPassesEveryLeg(t *testing.T) {
	passes(t, double{})
}
