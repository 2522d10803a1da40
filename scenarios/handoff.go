package scenarios

import (
	"context"
	"errors"
	"sync"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// The beat of the handoff: a host that reads its backlog first and subscribes
// 50 ms later misses two events of the beat at least, wherever it starts.
const (
	handoffCauses = 8
	handoffBeat   = 20 * time.Millisecond
)

// handoff resumes streams while events are being caused, so that some of them
// are committed while a backlog is read and written and while the stream goes
// live (RFC 0250 §B).
type handoff struct {
	session  *Session
	side     *side
	old, new *opening
	again    *opening

	mutex  sync.Mutex
	events []Event // of the beat, that were accepted
	faults []error
	caused sync.WaitGroup
}

// opening is a stream that is asked for while other things go on.
type opening struct {
	cursor string
	done   chan struct{} // closed once the stream was answered or given up
	stream *witness.Stream
	err    error
}

// crossHandoff holds the tenant's queue for the whole beat. It gives the
// streams that are left, still open; every event was waited for on the control
// stream. The caller leaves the streams and holds three slots for them.
func (s *Session) crossHandoff(ctx context.Context, cursors []Event) ([]*witness.Stream, error) {
	side, err := s.side(ctx, journal.TenantA)
	if err != nil {
		return nil, err
	}
	if err := side.enter(ctx); err != nil {
		return nil, err
	}
	defer side.leave()
	h := &handoff{session: s, side: side}
	ids := idsOf(cursors)
	h.old = h.open(ctx, journal.StreamHandoffOld, side.oldest(ids[0]), 0)
	h.new = h.open(ctx, journal.StreamHandoffNew, ids[0], 3*handoffBeat)
	h.again = h.open(ctx, journal.StreamHandoffAgain, ids[len(ids)-1], 0)
	for beat := range handoffCauses {
		wait := handoffBeat
		if beat == 0 {
			wait = s.handoffLead(side)
		}
		if !s.pause(ctx, wait) {
			break
		}
		h.cause(ctx, numbered(journal.EmitHandoff, beat+1))
		if beat > 0 && beat%2 == 0 {
			h.reopen(ctx, handoffAgain(beat), ids)
		}
	}
	h.caused.Wait()
	return h.left()
}

// handoffLead is how long after a request for a stream the first cause is sent,
// so that both reach the host together: dialing makes the stream the slower one.
func (s *Session) handoffLead(side *side) time.Duration {
	return min(max(side.opening-side.answering, 0), s.settings.Waits.Answer)
}

// handoffPlan is what the handoff causes: one event a beat.
func handoffPlan() []Cause {
	causes := make([]Cause, handoffCauses)
	for beat := range causes {
		causes[beat] = Cause{Name: numbered(journal.EmitHandoff, beat+1), Tenant: journal.TenantA, Class: journal.ClassDurable}
	}
	return causes
}

// handoffOpens is what it asks for: three streams, of which one is dropped and
// resumed at every second beat.
func handoffOpens() []Open {
	opens := []Open{
		{journal.StreamHandoffOld, journal.TenantA, "strict resume after the run's first event, while H is caused again and again"},
		{journal.StreamHandoffNew, journal.TenantA, "strict resume after D1, in the middle of that"},
		{journal.StreamHandoffAgain, journal.TenantA, "strict resume after D2, dropped and resumed all the while"},
	}
	for beat := 2; beat < handoffCauses; beat += 2 {
		opens = append(opens, Open{handoffAgain(beat), journal.TenantA, "strict resume after what was seen last"})
	}
	return opens
}

func handoffAgain(beat int) string { return numbered(journal.StreamHandoffAgain, beat/2+1) }

func idsOf(events []Event) []string {
	ids := make([]string, 0, len(events))
	for _, event := range events {
		ids = append(ids, event.ID)
	}
	return ids
}

// cause causes one event and waits behind it until it is on the control stream.
func (h *handoff) cause(ctx context.Context, name string) {
	h.caused.Go(func() {
		event, err := h.session.emit(ctx, h.side, name, journal.ClassDurable)
		if err == nil && event.Accepted {
			h.add(event)
			h.session.awaitControl(ctx, h.side, event, journal.ClassDurable)
			return
		}
		h.mutex.Lock()
		defer h.mutex.Unlock()
		if err == nil {
			err = errors.New(name + " could not be caused: " + event.answer())
		}
		h.faults = append(h.faults, err)
	})
}

func (h *handoff) add(event Event) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.events = append(h.events, event)
}

// open asks for a stream after a cursor, a little later where that is asked for,
// without waiting for the answer.
func (h *handoff) open(ctx context.Context, name, cursor string, later time.Duration) *opening {
	o := &opening{cursor: cursor, done: make(chan struct{})}
	go func() {
		defer close(o.done)
		h.session.pause(ctx, later) // a run that is over opens nothing: the witness says so
		o.stream, o.err = h.session.openWithin(ctx, resumeCall(name, journal.TenantA, cursor, true), h.session.settings.Waits.Answer)
	}()
	return o
}

// reopen drops the consumer's stream and resumes at once from the newest event
// that it saw, which may be none yet. A stream that was not answered so far
// stays as it is: there is nothing to drop.
func (h *handoff) reopen(ctx context.Context, name string, before []string) {
	select {
	case <-h.again.done:
	default:
		return
	}
	if h.again.err != nil {
		return
	}
	h.mutex.Lock()
	known := append(idsOf(h.events), before...)
	h.mutex.Unlock()
	cursor := h.again.stream.Newest(known)
	if cursor == "" {
		cursor = h.again.cursor
	}
	h.again.stream.Leave()
	h.again = h.open(ctx, name, cursor, 0)
}

// left waits for the answers and gives the streams that are there.
func (h *handoff) left() ([]*witness.Stream, error) {
	var streams []*witness.Stream
	for _, o := range []*opening{h.old, h.new, h.again} {
		if <-o.done; o.stream != nil {
			streams = append(streams, o.stream)
		}
		h.faults = append(h.faults, o.err)
	}
	return streams, errors.Join(h.faults...)
}
