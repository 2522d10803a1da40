package scenarios

import (
	"context"
	"errors"
	"slices"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// strictReplay resumes a stream from the first, a middle and the last position,
// each on its own connection, so that one lucky instance behind a balancer does
// not decide (RFC 0250 §B).
func strictReplay() Scenario {
	return Scenario{
		Name: "host-event-strict-replay",
		Legs: []string{"0250.advertisement", "0250.resume-backlog", "0250.ephemeral-not-replayed", "0250.live-handoff", "0250.replay-tenant-scope"},
		Causes: slices.Concat(
			replayCursors(),
			[]Cause{{Name: journal.EmitReplayForeign, Tenant: journal.TenantB, Class: journal.ClassDurable}},
			handoffPlan(),
			[]Cause{
				{Name: journal.EmitReplayD3, Tenant: journal.TenantA, Class: journal.ClassDurable},
				{Name: journal.EmitReplayD4, Tenant: journal.TenantA, Class: journal.ClassDurable},
			}),
		Opens: append(handoffOpens(),
			Open{journal.StreamReplayFirst, journal.TenantA, "strict resume after D1"},
			Open{journal.StreamReplayMiddle, journal.TenantA, "strict resume after D2"},
			Open{journal.StreamReplayLast, journal.TenantA, "strict resume after D3"}),
		Run: driveReplay,
	}
}

// replayCursors are the events that streams are resumed after, and an ephemeral
// one between them and the head.
func replayCursors() []Cause {
	return []Cause{
		{Name: journal.EmitReplayD1, Tenant: journal.TenantA, Class: journal.ClassDurable},
		{Name: journal.EmitReplayD2, Tenant: journal.TenantA, Class: journal.ClassDurable},
		{Name: journal.EmitReplayE, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
	}
}

func driveReplay(ctx context.Context, s *Session) error {
	if !s.claims.Replay {
		return nil // never sent to a host that does not advertise it (RFC 0250 §B)
	}
	events, err := s.causeAll(ctx, s.causable(replayCursors()))
	if err != nil {
		return err
	}
	if events[journal.EmitReplayD1].ID == "" {
		return errors.New("no durable event can be caused, so there is no cursor to resume from")
	}
	if err := s.causeForeign(ctx); err != nil {
		return err
	}
	release, err := s.reserve(ctx, 3)
	if err != nil {
		return err
	}
	defer release()
	if err := s.driveHandoff(ctx, events); err != nil {
		return err
	}
	streams, err := s.resumeAll(ctx, events)
	defer leave(streams...)
	if err != nil {
		return err
	}
	if !s.pause(ctx, goneLive) {
		return ctx.Err()
	}
	fourth, err := s.cause(ctx, journal.TenantA, journal.EmitReplayD4, journal.ClassDurable)
	if err != nil {
		return err
	}
	s.awaitAll(ctx, streams, fourth)
	return s.settle(ctx, "host-event-strict-replay/after-resume", s.options.Settle)
}

// causeForeign has an event of the other tenant lie between the cursors and the
// head, where there is another tenant: a replay must not bring it. Without it
// the rest is still worth driving.
func (s *Session) causeForeign(ctx context.Context) error {
	if s.sides[journal.TenantB] == nil {
		return nil
	}
	_, err := s.cause(ctx, journal.TenantB, journal.EmitReplayForeign, journal.ClassDurable)
	return s.suiteFault(err)
}

// goneLive is how long resumed streams are left alone between their backlog and
// the event that shows them live: what is lost in between is the business of the
// streams that are resumed while events are caused.
const goneLive = 200 * time.Millisecond

// driveHandoff resumes streams while events are caused, causes D3 after them,
// and leaves the streams one settle window later. Without those streams the
// others are still resumed.
func (s *Session) driveHandoff(ctx context.Context, events map[string]Event) error {
	streams, crossed := s.crossHandoff(ctx, []Event{events[journal.EmitReplayD1], events[journal.EmitReplayD2]})
	defer leave(streams...)
	if s.suiteFault(crossed) != nil {
		return crossed
	}
	third, err := s.cause(ctx, journal.TenantA, journal.EmitReplayD3, journal.ClassDurable)
	if err != nil {
		return errors.Join(crossed, err)
	}
	events[journal.EmitReplayD3] = third
	s.awaitAll(ctx, streams, third)
	if crossed != nil {
		s.note(journal.TopicScenario, "host-event-strict-replay", crossed.Error())
	}
	return s.settle(ctx, "host-event-strict-replay/before-resume", s.options.Settle)
}

// resumeAll resumes from the three positions at once and waits for what each
// owes.
func (s *Session) resumeAll(ctx context.Context, events map[string]Event) ([]*witness.Stream, error) {
	positions := []struct{ stream, cursor string }{
		{journal.StreamReplayFirst, journal.EmitReplayD1},
		{journal.StreamReplayMiddle, journal.EmitReplayD2},
		{journal.StreamReplayLast, journal.EmitReplayD3},
	}
	streams := make([]*witness.Stream, len(positions))
	failures := make([]error, len(positions))
	done := make(chan struct{})
	for k, position := range positions {
		go func() {
			defer func() { done <- struct{}{} }()
			call := resumeCall(position.stream, journal.TenantA, events[position.cursor].ID, true)
			if streams[k], failures[k] = s.openWithin(ctx, call, s.settings.Waits.Answer); streams[k] == nil {
				return
			}
			if last := events[journal.EmitReplayD3]; position.cursor != last.Name {
				s.awaitOwed(ctx, streams[k], last)
			}
		}()
	}
	for range positions {
		<-done
	}
	return streams, errors.Join(failures...)
}

// awaitOwed waits for an event that a stream must show, unless it was refused
// or ended.
func (s *Session) awaitOwed(ctx context.Context, stream *witness.Stream, event Event) {
	if len(stillOpen([]*witness.Stream{stream})) > 0 {
		_, _ = s.await(ctx, stream, event.Name, event.ID, s.options.Patience) // put on record either way
	}
}

func (s *Session) awaitAll(ctx context.Context, streams []*witness.Stream, event Event) {
	done := make(chan struct{})
	for _, stream := range streams {
		go func() {
			defer func() { done <- struct{}{} }()
			s.awaitOwed(ctx, stream, event)
		}()
	}
	for range streams {
		<-done
	}
}
