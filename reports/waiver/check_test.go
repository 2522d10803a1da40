package waiver_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/waiver"
	"hostwitness/schemas"
)

// legs is a catalogue of three legs.
func legs() []schemas.Leg {
	return []schemas.Leg{
		{ID: "0236.host-event.envelope", Rules: []schemas.Rule{{ID: "timestamp"}, {ID: "payload"}}},
		{ID: "0236.webhook.host-variant", Rules: []schemas.Rule{{ID: "method"}}},
		{ID: "0250.resume-backlog", Rules: []schemas.Rule{{ID: "complete"}, {ID: "order"}}},
	}
}

func TestCheck(t *testing.T) {
	const day = "2026-03-31"
	good := waiver.Waiver{Leg: "0250.resume-backlog", Rule: "order", Reason: "known", Expires: "2026-04-01"}
	with := func(change func(*waiver.Waiver)) waiver.Waiver {
		changed := good
		change(&changed)
		return changed
	}
	for _, test := range []struct {
		name    string
		waivers []waiver.Waiver
		want    []waiver.Problem
	}{
		{"none", nil, nil},
		{"good", []waiver.Waiver{good}, nil},
		{"two rules of one leg", []waiver.Waiver{good, with(func(w *waiver.Waiver) { w.Rule = "complete" })}, nil},
		{"the last day", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Expires = day })}, nil},
		{"the day after", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Expires = "2026-03-30" })},
			[]waiver.Problem{{0, "expires", "expires 2026-03-30 is past, today is 2026-03-31 in UTC; mend the failure and delete the waiver, or accept it anew with a later day"}}},
		{"a day that no calendar has", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Expires = "2027-02-29" })},
			[]waiver.Problem{{0, "expires", `expires "2027-02-29" is no day; write the last day on which the waiver holds, as in 2030-12-31`}}},
		{"a mistyped leg", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Leg = "0250.resume-backlogs" })},
			[]waiver.Problem{{0, "leg", `leg "0250.resume-backlogs" is none of the catalogue, and a waiver names one leg exactly; did you mean 0250.resume-backlog?`}}},
		{"a pattern", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Leg = "*" })},
			[]waiver.Problem{{0, "leg", "leg \"*\" is none of the catalogue, and a waiver names one leg exactly; see `hostwitness list`"}}},
		{"a mistyped rule", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Rule = "Oder" })},
			[]waiver.Problem{{0, "rule", `rule "Oder" is none of leg 0250.resume-backlog; did you mean order?`}}},
		{"a rule of another leg", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Rule = "timestamp" })},
			[]waiver.Problem{{0, "rule", `rule "timestamp" is none of leg 0250.resume-backlog; write one of complete, order`}}},
		{"the same twice", []waiver.Waiver{good, with(func(w *waiver.Waiver) { w.Reason = "another" })},
			[]waiver.Problem{{1, "leg", "waiver 1 excuses the same already; keep one of the two"}}},
		{"the same three times", []waiver.Waiver{good, good, good},
			[]waiver.Problem{{1, "leg", "waiver 1 excuses the same already; keep one of the two"}, {2, "leg", "waiver 1 excuses the same already; keep one of the two"}}},
		{"the leg beside its rule", []waiver.Waiver{good, with(func(w *waiver.Waiver) { w.Rule = "" })},
			[]waiver.Problem{{1, "leg", "of this one and waiver 1 one excuses the whole leg and one a rule of it; keep the one that is meant"}}},
		{"a rule beside its leg", []waiver.Waiver{with(func(w *waiver.Waiver) { w.Rule = "" }), good},
			[]waiver.Problem{{1, "leg", "of this one and waiver 1 one excuses the whole leg and one a rule of it; keep the one that is meant"}}},
		{"everything wrong", []waiver.Waiver{{Leg: "x", Reason: "", Expires: "soon"}}, []waiver.Problem{
			{0, "leg", "leg \"x\" is none of the catalogue, and a waiver names one leg exactly; see `hostwitness list`"},
			{0, "reason", "reason says nothing; write why this failure is accepted"},
			{0, "expires", `expires "soon" is no day; write the last day on which the waiver holds, as in 2030-12-31`},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, waiver.Check(test.waivers, legs(), day)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReasonsThatSayNothing(t *testing.T) {
	for reason, says := range map[string]bool{
		"": false, " \t\n": false, ".": false, "---": false, "\u200b\u2060": false, "\u00a0": false, "?!": false, "\x00\x1b": false,
		"x": true, "7": true, "é": true, "漢": true, "  known  ": true, "(#12)": true,
	} {
		one := waiver.Waiver{Leg: "0250.resume-backlog", Reason: reason, Expires: "2030-01-01"}
		if got := len(waiver.Check([]waiver.Waiver{one}, legs(), "2026-01-01")) == 0; got != says {
			t.Errorf("%q says something: %v", reason, got)
		}
	}
}

// A day ends in UTC, wherever the machine stands.
func TestDaysAreCountedInUTC(t *testing.T) {
	east, west := time.FixedZone("east", 14*60*60), time.FixedZone("west", -12*60*60)
	for _, test := range []struct {
		moment time.Time
		want   string
	}{
		{time.Date(2026, 4, 1, 13, 59, 59, 0, east), "2026-03-31"},
		{time.Date(2026, 4, 1, 14, 0, 0, 0, east), "2026-04-01"},
		{time.Date(2026, 3, 31, 11, 59, 59, 0, west), "2026-03-31"},
		{time.Date(2026, 3, 31, 12, 0, 0, 0, west), "2026-04-01"},
	} {
		if got := waiver.DayOf(test.moment); got != test.want {
			t.Errorf("%v is of the day %s, want %s", test.moment, got, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	ids := []string{"0236.host-event.envelope", "0236.webhook.host-variant", "0250.resume-backlog", "0250.shape", "0236.shape"}
	for word, want := range map[string]string{
		"0236.host-event.enveloppe":  "0236.host-event.envelope",
		"0236.HOST-EVENT.ENVELOPE":   "0236.host-event.envelope",
		" 0250.resume-backlog ":      "0250.resume-backlog",
		"0251.shape":                 "0250.shape",
		"envelope":                   "0236.host-event.envelope",
		"resume-backlog":             "0250.resume-backlog",
		"shape":                      "", // of two
		"*":                          "",
		"":                           "",
		"0250.*":                     "",
		strings.Repeat("0250.", 1e6): "",
	} {
		if got := waiver.Nearest(word, ids); got != want {
			t.Errorf("%.40q is nearest to %q, want %q", word, got, want)
		}
	}
}
