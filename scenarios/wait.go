package scenarios

import (
	"context"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// sighted is something on which an event can be seen: a stream or an inbox.
type sighted interface {
	Await(ctx context.Context, eventID string) (journal.Offset, error)
}

// await waits for an event, and puts on record that it was seen or was not
// within the limit.
func (s *Session) await(ctx context.Context, on sighted, name, eventID string, limit time.Duration) (journal.Offset, error) {
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	at, err := on.Await(bounded, eventID)
	mark := journal.Mark{Kind: journal.MarkBarrier, Name: name, For: "event seen", Window: limit}
	if err != nil {
		mark.Kind, mark.For = journal.MarkMissed, err.Error()
	} else {
		s.tell(scenarioOf(name), StepSeen, roleOf(name))
	}
	s.mark(mark)
	return at, err
}

// awaitAny waits until one of several events is seen on the stream.
func (s *Session) awaitAny(ctx context.Context, stream *witness.Stream, eventIDs []string, limit time.Duration) bool {
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	seen := make(chan bool, len(eventIDs))
	for _, id := range eventIDs {
		go func() {
			_, err := stream.Await(bounded, id)
			seen <- err == nil
		}()
	}
	found := false
	for range eventIDs {
		if <-seen {
			found = true
			cancel()
		}
	}
	return found
}

// answered waits for the answer to a stream request that may be refused, and
// reports false when none came within the limit.
func (s *Session) answered(ctx context.Context, stream *witness.Stream) bool {
	return s.answeredWithin(ctx, stream, s.settings.Waits.Refusal)
}

func (s *Session) answeredWithin(ctx context.Context, stream *witness.Stream, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-stream.Answered():
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// firstBlock waits a moment for the first bytes of a stream that was opened
// where it may have been refused, so that they are on record.
func (s *Session) firstBlock(ctx context.Context, stream *witness.Stream) {
	timer := time.NewTimer(s.settings.Waits.Answer)
	defer timer.Stop()
	select {
	case <-stream.First():
	case <-stream.Done():
	case <-timer.C:
	case <-ctx.Done():
	}
}

// settle lets one window pass in which nothing of ours is caused on purpose by
// the caller, so that what must not come had its chance to come. Windows of
// scenarios overlap.
func (s *Session) settle(ctx context.Context, name string, window time.Duration) error {
	s.mark(journal.Mark{Kind: journal.MarkSettleBegin, Name: name, Window: window})
	s.tell(scenarioOf(name), StepWaiting, "settle window of "+window.String())
	due := s.witness.Now() + window
	if !s.pause(ctx, window) {
		return ctx.Err()
	}
	now := s.witness.Now()
	if lag := now - due; lag > lagWorthTelling {
		s.mark(journal.Mark{Kind: journal.MarkLag, Name: name, Lag: lag})
	}
	s.mark(journal.Mark{Kind: journal.MarkSettleEnd, Name: name, Window: window})
	return nil
}

// lagWorthTelling is how late the suite may be itself before it is put on
// record.
const lagWorthTelling = 20 * time.Millisecond

// ProbesAtMost is how many events are caused at most to prove one stream open.
const ProbesAtMost = 4

// probeWaits are how long each probe is waited for; the last is the patience.
func (s *Session) probeWaits() []time.Duration {
	var waits []time.Duration
	for wait := s.settings.Waits.Answer; wait < s.options.Patience && len(waits) < ProbesAtMost-1; wait *= 2 {
		waits = append(waits, wait)
	}
	return append(waits, s.options.Patience)
}
