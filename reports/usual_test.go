package reports

import (
	"bytes"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/schemas"
)

// Of the usual causes those are shown that can break a rule which is broken.
func TestUsualCausesAreOfTheRulesThatAreBroken(t *testing.T) {
	view := View{
		Report: Report{Legs: []Leg{{ID: "0250.x", Result: judges.Fail, Findings: []judges.Finding{
			{Rule: "order", Outcome: judges.Violated, Message: "m"}, {Rule: "live", Outcome: judges.Holds, Message: "m"},
		}}}},
		Legs: []schemas.Leg{{ID: "0250.x", Title: "T", Rule: "R", Measured: "M", Failures: []schemas.Failure{
			{Cause: "cause of order", Mend: "sort", Rules: []string{"order"}},
			{Cause: "cause of live", Mend: "wake", Rules: []string{"live"}},
			{Cause: "cause of all", Mend: "rest"},
		}}},
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"console": func(out *bytes.Buffer) error { return WriteConsole(out, view, ConsoleOptions{}) },
		"html":    func(out *bytes.Buffer) error { return WriteHTML(out, view) },
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for cause, want := range map[string]bool{"cause of order": true, "cause of live": false, "cause of all": true} {
			if shown := strings.Contains(out.String(), cause); shown != want {
				t.Errorf("%s: %q is shown: %v, want %v", name, cause, shown, want)
			}
		}
	}
}
