package scenarios

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// delivery brings a host to show its events live, and to show on two later
// streams that it does not bring an ephemeral event back.
func delivery() Scenario {
	return Scenario{
		Name: "host-event-delivery",
		Legs: []string{"0236.host-event.envelope", "0236.ephemeral.no-resume", "0236.types.advertised"},
		Causes: []Cause{
			{Name: journal.EmitDeliveryD1, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitDeliveryE1, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
			{Name: journal.EmitDeliveryD2, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitDeliveryD3, Tenant: journal.TenantA, Class: journal.ClassDurable, AtMost: ProbesAtMost},
		},
		Opens: []Open{
			{journal.StreamDeliveryAgain, journal.TenantA, "legacy stream after a durable event's id"},
			{journal.StreamDeliveryOwnID, journal.TenantA, "legacy stream after an ephemeral event's own id"},
			{journal.StreamDeliveryFresh, journal.TenantA, "legacy stream without a cursor"},
		},
		Run: driveDelivery,
	}
}

func driveDelivery(ctx context.Context, s *Session) error {
	events, err := s.causeAll(ctx, s.causable(before(delivery().Causes, journal.EmitDeliveryD3)))
	if err != nil {
		return err
	}
	if _, caused := events[journal.EmitDeliveryE1]; !caused {
		return nil // nothing that could come back
	}
	s.decided(ctx, journal.TenantB)
	if err := s.settle(ctx, "host-event-delivery/before-resume", s.options.Settle); err != nil {
		return err
	}
	var group errgroup.Group
	group.Go(func() error { return s.watchLater(ctx, laterStreams(events)) })
	group.Go(func() error { return s.watchFresh(ctx) })
	return group.Wait()
}

// laterStreams are the resumed streams on which an ephemeral event must not
// come back: after a durable event's id, where there is one, and after its own.
func laterStreams(events map[string]Event) []witness.StreamCall {
	var calls []witness.StreamCall
	if durable, caused := events[journal.EmitDeliveryD1]; caused {
		calls = append(calls, resumeCall(journal.StreamDeliveryAgain, journal.TenantA, durable.ID, false))
	}
	return append(calls, resumeCall(journal.StreamDeliveryOwnID, journal.TenantA, events[journal.EmitDeliveryE1].ID, false))
}

// watchLater keeps the resumed streams open until a durable event, where one
// can be caused, proved them open and one settle window has passed.
func (s *Session) watchLater(ctx context.Context, calls []witness.StreamCall) error {
	release, err := s.reserve(ctx, len(calls))
	if err != nil {
		return err
	}
	defer release()
	streams, err := s.openEach(ctx, calls)
	defer leave(streams...)
	if err != nil {
		return err
	}
	if via, _ := s.claims.Causes(journal.ClassDurable); via != "" {
		err = s.proveLater(ctx, streams, journal.EmitDeliveryD3)
	}
	if err != nil {
		return err
	}
	return s.settle(ctx, "host-event-delivery/after-resume", s.options.Settle)
}

// watchFresh keeps a stream without a cursor open for one settle window. Only
// what comes on it counts, so it takes its slot by itself and never waits for
// the resumed ones.
func (s *Session) watchFresh(ctx context.Context) error {
	release, err := s.reserve(ctx, 1)
	if err != nil {
		return err
	}
	defer release()
	call := witness.StreamCall{Name: journal.StreamDeliveryFresh, Tenant: journal.TenantA}
	stream, err := s.openWithin(ctx, call, s.settings.Waits.Answer)
	defer leave(stream)
	if err != nil {
		return err
	}
	return s.settle(ctx, "host-event-delivery/fresh", s.options.Settle)
}

func (s *Session) openEach(ctx context.Context, calls []witness.StreamCall) ([]*witness.Stream, error) {
	var streams []*witness.Stream
	for _, call := range calls {
		stream, err := s.openWithin(ctx, call, s.settings.Waits.Answer)
		if err != nil {
			return streams, err
		}
		streams = append(streams, stream)
	}
	return streams, nil
}

// causable leaves out the causes of a class that nothing can cause on this
// host.
func (s *Session) causable(causes []Cause) []Cause {
	var possible []Cause
	for _, cause := range causes {
		if via, _ := s.claims.Causes(cause.Class); via != "" {
			possible = append(possible, cause)
		}
	}
	return possible
}

// proveLater proves live streams open that were opened in the middle of the
// run: a durable event is caused until one is seen on every stream that was
// answered 200, or a stream is given up.
func (s *Session) proveLater(ctx context.Context, streams []*witness.Stream, name string) error {
	waiting := stillOpen(streams)
	for attempt, wait := range s.probeWaits() {
		if len(waiting) == 0 {
			return nil
		}
		event, err := s.cause(ctx, journal.TenantA, numbered(name, attempt+1), journal.ClassDurable)
		if err != nil {
			return err
		}
		var left []*witness.Stream
		for _, stream := range waiting {
			if _, err := s.await(ctx, stream, event.Name, event.ID, wait); err != nil {
				left = append(left, stream)
			}
		}
		waiting = stillOpen(left)
	}
	if len(waiting) > 0 {
		return fmt.Errorf("%d of %d later streams were not proven open", len(waiting), len(streams))
	}
	return nil
}

// stillOpen leaves out the streams that were refused or have ended.
func stillOpen(streams []*witness.Stream) []*witness.Stream {
	var open []*witness.Stream
	for _, stream := range streams {
		select {
		case <-stream.Done():
		default:
			open = append(open, stream)
		}
	}
	return open
}
