package scenarios

import (
	"context"
	"time"

	"hostwitness/witness/journal"
)

// settleInboxes keeps the standing inboxes open, after the scenarios are done,
// until one absence window lies behind the last delivery: the larger of the
// settle window and twice the slowest delivery of any event of the run. Mostly
// the scenarios' own windows were long enough.
func (s *Session) settleInboxes(ctx context.Context) {
	var until journal.Offset
	for _, name := range []string{journal.InboxA, journal.InboxB} {
		box := s.inboxes.get(name)
		if box == nil {
			continue
		}
		if last, slowest, some := s.deliveries(box); some {
			until = max(until, last+max(s.options.Settle, min(2*slowest, s.options.Delivery)))
		}
	}
	if left := until - s.witness.Now(); left > 0 {
		_ = s.settle(ctx, "run/inboxes", left) // a run that is stopped meanwhile says so itself
	}
}

// deliveries gives when the last event of the run reached an inbox, how long the
// slowest took from its answer, and whether any did.
func (s *Session) deliveries(box *inbox) (last journal.Offset, slowest time.Duration, some bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, event := range s.emitted {
		if at, seen := box.Seen(event.ID); seen {
			last, some = max(last, at), true
			slowest = max(slowest, at-event.At)
		}
	}
	return last, slowest, some
}
