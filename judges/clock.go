package judges

import (
	"time"

	"hostwitness/witness/journal"
)

// clocksApart is the difference between the host's clock and the suite's from
// which on no verdict rests on either.
const clocksApart = 60 * time.Second

// skew is the least difference between a Date of the host and the suite's own
// clock at that moment, over every answer: an old answer out of a cache differs
// more than the clocks do. It reports false when no Date could be read.
func (f facts) skew() (time.Duration, bool) {
	if !f.clocks.compared {
		f.clocks.least, f.clocks.known = f.compareClocks()
		f.clocks.compared = true
	}
	return f.clocks.least, f.clocks.known
}

// clocks is what a comparison of all answers gave: it is asked for with every
// frame, and a run may have very many answers.
type clocks struct {
	compared bool
	least    time.Duration
	known    bool
}

func (f facts) compareClocks() (time.Duration, bool) {
	started, err := time.Parse(time.RFC3339Nano, f.Run.StartedAt)
	if err != nil {
		return 0, false
	}
	var least time.Duration
	found := false
	for _, attempts := range f.Exchanges {
		for _, attempt := range attempts {
			date, ok := dateOf(attempt)
			if !ok {
				continue
			}
			difference := date.Sub(started.Add(attempt.Response.HeaderAt)).Abs()
			if !found || difference < least {
				least, found = difference, true
			}
		}
	}
	return least, found
}

func dateOf(attempt journal.SeenExchange) (time.Time, bool) {
	if attempt.Response == nil {
		return time.Time{}, false
	}
	lines := values(attempt.Response.Header, "Date")
	if len(lines) != 1 {
		return time.Time{}, false
	}
	date, err := time.Parse(time.RFC1123, lines[0])
	return date, err == nil
}

// lag is the longest that the suite itself was late.
func (f facts) lag() time.Duration {
	var longest time.Duration
	for _, mark := range f.Marks {
		if mark.Kind == journal.MarkLag {
			longest = max(longest, mark.Lag)
		}
	}
	return longest
}
