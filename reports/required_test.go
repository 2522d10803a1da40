package reports

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"hostwitness/judges"
)

// Every leg that had to pass and did not is named with its result, and has its block on the quiet console too.
func TestRequiredLegsAreNamed(t *testing.T) {
	view := requiredView(t)
	view.Report.Totals.ExecutedFail--
	view.Report.Totals.ExecutedPass++
	view.Report.Legs[2].Result = judges.Pass
	var out bytes.Buffer
	if err := WriteConsole(&out, view, ConsoleOptions{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Exit code 1: 3 required legs did not pass: 0236.webhook.host-variant (blocked), 0250.resume-backlog (inapplicable), 0250.retention-volume (skipped).\n",
		"\nblocked 0236.webhook.host-variant (required)  ",
		"\nblocked 0236.webhook.ephemeral-refused  ",
		"\ninapplicable 0250.resume-backlog (required)  The backlog (RFC 0250 §C)\n    reason    the host does not advertise strictReplay",
		"\nskipped 0250.retention-volume (required)  ",
	} {
		if !strings.Contains("\n"+out.String(), want) {
			t.Errorf("the quiet console does not say %q:\n%s", want, out.String())
		}
	}
}

// In JUnit each of them is one failure and nothing else; one that failed by itself keeps its type.
func TestRequiredLegsAreFailuresInJUnit(t *testing.T) {
	var file struct {
		Cases []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Type string `xml:"type,attr"`
			} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(render(t, rendering{"junit.xml", WriteJUnit, ""}, requiredView(t)), &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"0236.ephemeral.no-resume": "executed-fail", "0236.webhook.host-variant": "required",
		"0250.resume-backlog": "required", "0250.retention-volume": "required",
	}
	for _, one := range file.Cases {
		kind := ""
		if one.Failure != nil {
			kind = one.Failure.Type
		}
		if kind != want[one.Name] || kind != "" && (one.Error != nil || one.Skipped != nil) {
			t.Errorf("%s is a failure of type %q beside %v and %v, want type %q alone", one.Name, kind, one.Error, one.Skipped, want[one.Name])
		}
	}
	if len(file.Cases) != 7 {
		t.Errorf("there are %d cases, want 7", len(file.Cases))
	}
}

// A sentence names a few legs and counts the rest; without one it says nothing.
func TestRequiredWords(t *testing.T) {
	view := unjudgedView(t)
	if got := view.requiredWords(); got != "" {
		t.Errorf("with nothing required it says %q", got)
	}
	for i := range view.Report.Legs {
		view.Report.Legs[i].Result = judges.Skipped
		view.Required = append(view.Required, view.Report.Legs[i].ID)
	}
	got := view.requiredWords()
	if !strings.HasPrefix(got, "7 required legs did not pass: 0250.shape (skipped), ") || !strings.HasSuffix(got, "0250.resume-backlog (skipped) and 1 more") {
		t.Errorf("it says %q", got)
	}
}

// A run is told to be no word about its host exactly where no leg that needs one came to a result.
func TestUnjudged(t *testing.T) {
	leg := func(scenario string, result judges.Result, reason string) Leg {
		return Leg{Scenario: scenario, Result: result, Reason: reason}
	}
	shape := leg("shapes", judges.Pass, "")
	for _, test := range []struct {
		name string
		legs []Leg
		want string
	}{
		{"no leg", nil, ""},
		{"shapes alone", []Leg{shape}, ""},
		{"all inapplicable for one reason", []Leg{shape, leg("one", judges.Inapplicable, "not claimed"), leg("two", judges.Inapplicable, "not claimed")}, "2 legs are inapplicable (not claimed)"},
		{"two reasons", []Leg{leg("one", judges.Inapplicable, "not claimed"), leg("two", judges.Skipped, "not asked for")}, "1 leg is inapplicable and 1 leg was skipped"},
		{"one passed", []Leg{leg("one", judges.Pass, ""), leg("two", judges.Inapplicable, "not claimed")}, ""},
		{"one failed", []Leg{leg("one", judges.Fail, "wrong"), leg("two", judges.Inapplicable, "not claimed")}, ""},
		{"one blocked", []Leg{leg("one", judges.Blocked, "not there"), leg("two", judges.Inapplicable, "not claimed")}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := unjudged(Report{Legs: test.legs}); got != test.want {
				t.Errorf("unjudged is %q, want %q", got, test.want)
			}
		})
	}
}
