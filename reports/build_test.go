package reports

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func allPassed() []judges.Verdict {
	var verdicts []judges.Verdict
	for _, leg := range catalogue() {
		verdicts = append(verdicts, passed(leg.ID))
	}
	return verdicts
}

// A list that is not whole, or that says what no report may say, is a fault of the suite and makes no report.
func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		spoil  func(*Input)
		reason string
	}{
		{"a leg without a verdict", func(i *Input) { i.Verdicts = i.Verdicts[1:] }, "leg 0250.shape has no verdict"},
		{"two verdicts of a leg", func(i *Input) { i.Verdicts = append(i.Verdicts, i.Verdicts[0]) }, "leg 0250.shape has two verdicts"},
		{"a verdict of no leg", func(i *Input) { i.Verdicts = append(i.Verdicts, passed("0250.other")) }, `a verdict of "0250.other"`},
		{"a pass that nothing was asserted for", func(i *Input) { i.Verdicts[0].Assertions = 0 }, "/legs/0/assertions"},
		{"a failure without a reason", func(i *Input) { i.Verdicts[0].Result = judges.Fail }, "/legs/0/reason"},
		{"a result that there is none of", func(i *Input) { i.Verdicts[0].Result = "fine" }, "/legs/0/result"},
		{"a finding without a message", func(i *Input) { i.Verdicts[0].Findings[0].Message = "" }, "/legs/0/findings/0/message"},
		{"an exit code that there is none of", func(i *Input) { i.ExitCode = 7 }, "/exitCode"},
		{"no start", func(i *Input) { i.Evidence.Run.StartedAt = "yesterday" }, "/startedAt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			input := inputOf(0, records(), allPassed()...)
			test.spoil(&input)
			_, err := New(input)
			if err == nil || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("New answers %v, want one that tells of %q", err, test.reason)
			}
		})
	}
}

// The order is the catalogue's whatever the order of the verdicts, and results are taken as they are.
func TestNewFollowsTheCatalogue(t *testing.T) {
	verdicts := allPassed()
	verdicts[2] = verdictOf(verdicts[2].Leg, judges.Blocked, "no second credential")
	for i, j := 0, len(verdicts)-1; i < j; i, j = i+1, j-1 {
		verdicts[i], verdicts[j] = verdicts[j], verdicts[i]
	}
	report, err := New(inputOf(3, records(), verdicts...))
	if err != nil {
		t.Fatal(err)
	}
	for i, entry := range catalogue() {
		leg := report.Legs[i]
		if leg.ID != entry.ID || leg.Scenario != entry.Scenario || leg.Requirement != entry.Requirement {
			t.Errorf("place %d has %s, want %s", i, leg.ID, entry.ID)
		}
		want := judges.Pass
		if i == 2 {
			want = judges.Blocked
		}
		if leg.Result != want {
			t.Errorf("%s is %s, want %s", leg.ID, leg.Result, want)
		}
	}
	if want := (Totals{ExecutedPass: 6, Blocked: 1}); report.Totals != want || report.Totals.Sum() != 7 {
		t.Errorf("totals are %+v, want %+v", report.Totals, want)
	}
	if report.Legs[1].DurationMs != 1030 || report.Legs[0].DurationMs != 0 {
		t.Errorf("durations are %d and %d ms, want 1030 and 0", report.Legs[1].DurationMs, report.Legs[0].DurationMs)
	}
}

// A run that was broken off says on every blocked leg how far it came, and on no other.
func TestNewTellsHowFarARunCame(t *testing.T) {
	for _, test := range []struct {
		end  *journal.End
		want string
	}{
		{nil, "no second credential (the journal has no end after 1.060 s, at record 16)"},
		{&journal.End{Reason: journal.EndInterrupted}, "no second credential (the run was interrupted after 1.060 s, at record 16)"},
		{&journal.End{Reason: journal.EndTimeout}, "no second credential (the run's time was up after 1.060 s, at record 16)"},
		{&journal.End{Reason: journal.EndFault}, "no second credential (the suite broke the run off after 1.060 s, at record 16)"},
		{&journal.End{Reason: journal.EndComplete}, "no second credential"},
	} {
		verdicts := allPassed()
		verdicts[1] = verdictOf(verdicts[1].Leg, judges.Blocked, "no second credential")
		verdicts[2] = verdictOf(verdicts[2].Leg, judges.Skipped, "asked for")
		input := inputOf(3, records(), verdicts...)
		input.Evidence.Ended = test.end
		report, err := New(input)
		if err != nil {
			t.Fatal(err)
		}
		if report.Legs[1].Reason != test.want {
			t.Errorf("the blocked leg says %q, want %q", report.Legs[1].Reason, test.want)
		}
		if report.Legs[2].Reason != "asked for" || report.Legs[0].Reason != "" {
			t.Errorf("legs that are not blocked say %q and %q", report.Legs[2].Reason, report.Legs[0].Reason)
		}
	}
}

// Every result has its own place in the totals, and no other value has one.
func TestTotals(t *testing.T) {
	legs := []Leg{{Result: judges.Fail}, {Result: judges.Skipped}, {Result: judges.Skipped}, {Result: judges.Inapplicable}, {Result: "odd"}}
	if got, want := count(legs), (Totals{ExecutedFail: 1, Skipped: 2, Inapplicable: 1}); got != want {
		t.Errorf("count is %+v, want %+v", got, want)
	}
}

// What New makes of the real catalogue is valid, with one entry for every leg.
func TestNewWithTheRealCatalogue(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	input := inputOf(0, records())
	input.Legs = index.Legs()
	for _, leg := range input.Legs {
		input.Verdicts = append(input.Verdicts, passed(leg.ID))
	}
	report, err := New(input)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Legs) == 0 || report.Totals.ExecutedPass != len(input.Legs) {
		t.Errorf("%d legs with totals %+v, want %d passes", len(report.Legs), report.Totals, len(input.Legs))
	}
}
