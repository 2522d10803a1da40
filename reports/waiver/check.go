package waiver

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"hostwitness/schemas"
)

// Problem is one thing that is wrong with a list of waivers.
type Problem struct {
	Entry   int    // place in the list, from 0
	Member  string // the member that is wrong: leg, rule, reason or expires
	Message string // what is wrong and what to write, one line
}

// Check tells what is wrong with waivers on a day (YYYY-MM-DD, UTC) and by a catalogue, in the order of the list: a leg or a
// rule that the catalogue does not have, an entry that says again what an earlier one excuses, a reason that says nothing, and
// a day that is none or is past. An entry that expires on the day itself still holds.
func Check(waivers []Waiver, legs []schemas.Leg, day string) []Problem {
	var problems []Problem
	for place, waiver := range waivers {
		add := func(member, message string) {
			if message != "" {
				problems = append(problems, Problem{Entry: place, Member: member, Message: message})
			}
		}
		add(waiver.unknown(legs))
		add(waiver.repeats(waivers[:place]))
		add("reason", waiver.unreasoned())
		add("expires", waiver.expired(day))
	}
	return problems
}

// unknown gives the member that the catalogue does not have.
func (w Waiver) unknown(legs []schemas.Leg) (member, message string) {
	ids := make([]string, 0, len(legs))
	for _, leg := range legs {
		if leg.ID == w.Leg {
			return "rule", w.unknownRule(leg)
		}
		ids = append(ids, leg.ID)
	}
	return "leg", fmt.Sprintf("leg %.120q is none of the catalogue, and a waiver names one leg exactly; %s", w.Leg, instead(w.Leg, ids, "see `hostwitness list`"))
}

func (w Waiver) unknownRule(leg schemas.Leg) string {
	ids := make([]string, 0, len(leg.Rules))
	for _, rule := range leg.Rules {
		if rule.ID == w.Rule || w.Rule == "" {
			return ""
		}
		ids = append(ids, rule.ID)
	}
	return fmt.Sprintf("rule %.120q is none of leg %s; %s", w.Rule, leg.ID, instead(w.Rule, ids, "write one of "+strings.Join(ids, ", ")))
}

func (w Waiver) repeats(earlier []Waiver) (member, message string) {
	for place, other := range earlier {
		switch {
		case other.Leg != w.Leg:
		case other.Rule == w.Rule:
			return "leg", fmt.Sprintf("waiver %d excuses the same already; keep one of the two", place+1)
		case other.Rule == "" || w.Rule == "":
			return "leg", fmt.Sprintf("of this one and waiver %d one excuses the whole leg and one a rule of it; keep the one that is meant", place+1)
		}
	}
	return "", ""
}

// unreasoned wants a letter or a digit in a reason: blanks, dots and what nobody sees give none.
func (w Waiver) unreasoned() string {
	if strings.ContainsFunc(w.Reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return "reason says nothing; write why this failure is accepted"
}

// expired compares days as texts, which their form orders.
func (w Waiver) expired(day string) string {
	if _, err := time.Parse(time.DateOnly, w.Expires); err != nil {
		return fmt.Sprintf("expires %.40q is no day; write the last day on which the waiver holds, as in 2030-12-31", w.Expires)
	}
	if w.Expires < day {
		return fmt.Sprintf("expires %s is past, today is %s in UTC; mend the failure and delete the waiver, or accept it anew with a later day", w.Expires, day)
	}
	return ""
}
