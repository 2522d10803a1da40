package scenarios

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// refusal asks for streams after cursors that a host does not resume, between
// two that it does (RFC 0250 §C). Foreign cursors are the other tenant's own
// events, one from below and one from above the own head.
func refusal() Scenario {
	return Scenario{
		Name: "host-event-refusal",
		Legs: []string{"0250.cursor-refused", "0250.refusal-uniform", "0250.refusal-discloses-nothing", "0250.legacy-unchanged", "0250.auth-first"},
		Causes: []Cause{
			{Name: journal.EmitRefusalBelow, Tenant: journal.TenantB, Class: journal.ClassDurable},
			{Name: journal.EmitRefusalForeignE, Tenant: journal.TenantB, Class: journal.ClassEphemeral},
			{Name: journal.EmitRefusalA, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitRefusalE, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
			{Name: journal.EmitRefusalHead, Tenant: journal.TenantA, Class: journal.ClassDurable, AtMost: 3},
			{Name: journal.EmitRefusalAbove, Tenant: journal.TenantB, Class: journal.ClassDurable},
		},
		Opens: []Open{
			{journal.StreamAcceptedBefore, journal.TenantA, "the accepted twin"},
			{journal.StreamUnknown1, journal.TenantA, "a cursor that was never issued"},
			{journal.StreamUnknown2, journal.TenantA, "another one"},
			{journal.StreamMalformed, journal.TenantA, "a cursor that is none"},
			{journal.StreamRefusedEphemeral, journal.TenantA, "an ephemeral event's id"},
			{journal.StreamForeignBelow, journal.TenantA, "tenant b's event before the own ones"},
			{journal.StreamForeignEphemeral, journal.TenantA, "tenant b's ephemeral event"},
			{journal.StreamUnknownB, journal.TenantB, "a cursor that was never issued"},
			{journal.StreamForeignAbove, journal.TenantA, "tenant b's event after the own ones"},
			{journal.StreamUncredentialedUnknown, journal.Nobody, "a cursor that was never issued, without a credential"},
			{journal.StreamUncredentialedKnown, journal.Nobody, "tenant a's cursor, without a credential"},
			{journal.StreamMadeUpCredential, journal.Nobody, "a cursor that was never issued, with a credential that is none"},
			{journal.StreamLegacyUnknown, journal.TenantA, "a cursor that was never issued, without replay=required"},
			{journal.StreamLegacyAccepted, journal.TenantA, "no cursor, without replay=required: the legacy twin"},
			{journal.StreamAcceptedAfter, journal.TenantA, "the accepted twin"},
		},
		Run: driveRefusal,
	}
}

// malformedCursor is outside the grammar of event ids and inside that of
// header values.
const malformedCursor = "no event id: {malformed}"

func driveRefusal(ctx context.Context, s *Session) error {
	if !s.claims.Replay {
		return nil
	}
	foreign, errB := s.causeAll(ctx, s.causable([]Cause{
		{Name: journal.EmitRefusalBelow, Tenant: journal.TenantB, Class: journal.ClassDurable},
		{Name: journal.EmitRefusalForeignE, Tenant: journal.TenantB, Class: journal.ClassEphemeral},
	}))
	own, err := s.causeAll(ctx, s.causable([]Cause{
		{Name: journal.EmitRefusalA, Tenant: journal.TenantA, Class: journal.ClassDurable},
		{Name: journal.EmitRefusalE, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
		{Name: journal.EmitRefusalHead, Tenant: journal.TenantA, Class: journal.ClassDurable},
	}))
	if err != nil {
		return err
	}
	cursor := own[journal.EmitRefusalA].ID
	if cursor == "" {
		return fmt.Errorf("no durable event can be caused, so there is no cursor to be accepted")
	}
	release, err := s.reserve(ctx, 1)
	if err != nil {
		return err
	}
	defer release()
	head := own[journal.EmitRefusalHead]
	if err := s.askAccepted(ctx, journal.StreamAcceptedBefore, cursor, head); err != nil {
		return err
	}
	asks := []witness.StreamCall{
		resumeCall(journal.StreamUnknown1, journal.TenantA, unknownLike(cursor), true),
		resumeCall(journal.StreamUnknown2, journal.TenantA, unknownLike(cursor), true),
		resumeCall(journal.StreamMalformed, journal.TenantA, malformedCursor, true),
	}
	asks = appendResume(asks, journal.StreamRefusedEphemeral, own[journal.EmitRefusalE])
	asks = appendResume(asks, journal.StreamForeignBelow, foreign[journal.EmitRefusalBelow])
	asks = appendResume(asks, journal.StreamForeignEphemeral, foreign[journal.EmitRefusalForeignE])
	if below := foreign[journal.EmitRefusalBelow]; below.Accepted {
		asks = append(asks, resumeCall(journal.StreamUnknownB, journal.TenantB, unknownLike(below.ID), true))
	}
	refused := s.askEach(ctx, asks)
	if errB == nil {
		refused = errors.Join(refused, s.askAbove(ctx))
	}
	strangers := s.askEach(ctx, strangerAsks(cursor))
	legacy := s.askLegacy(ctx, []witness.StreamCall{
		resumeCall(journal.StreamLegacyUnknown, journal.TenantA, unknownLike(cursor), false),
		{Name: journal.StreamLegacyAccepted, Tenant: journal.TenantA},
	})
	// Whatever was not answered, the twin is asked for: it vouches for the rest.
	return errors.Join(refused, strangers, legacy, s.askAccepted(ctx, journal.StreamAcceptedAfter, cursor, head))
}

// strangerAsks are strict requests of callers whom no host knows: each that a
// host cannot tell from an attack is sent once.
func strangerAsks(cursor string) []witness.StreamCall {
	madeUp := resumeCall(journal.StreamMadeUpCredential, journal.Nobody, unknownLike(cursor), true)
	madeUp.MadeUp = true
	return []witness.StreamCall{
		resumeCall(journal.StreamUncredentialedUnknown, journal.Nobody, unknownLike(cursor), true),
		resumeCall(journal.StreamUncredentialedKnown, journal.Nobody, cursor, true),
		madeUp,
	}
}

// appendResume adds a strict resume after an event, where it was caused.
func appendResume(asks []witness.StreamCall, name string, event Event) []witness.StreamCall {
	if !event.Accepted {
		return asks
	}
	return append(asks, resumeCall(name, journal.TenantA, event.ID, true))
}

// askAccepted asks for a stream after a cursor that a host must resume, and
// waits for the event that it owes.
func (s *Session) askAccepted(ctx context.Context, name, cursor string, owed Event) error {
	stream, err := s.ask(ctx, resumeCall(name, journal.TenantA, cursor, true))
	if err != nil {
		return err
	}
	defer stream.Leave()
	s.awaitOwed(ctx, stream, owed)
	return nil
}

// askLegacy asks for streams without replay=required. Such a stream owes
// nothing at once, so a host that sends its headers with the first event gets
// one to send.
func (s *Session) askLegacy(ctx context.Context, asks []witness.StreamCall) error {
	for attempt, ask := range asks {
		stream, err := s.openWithin(ctx, ask, s.settings.Waits.Answer)
		if err != nil {
			return err
		}
		if !isAnswered(stream) {
			_, err = s.cause(ctx, journal.TenantA, numbered(journal.EmitRefusalHead, attempt+2), journal.ClassDurable)
			s.answered(ctx, stream)
		}
		stream.Leave()
		if err != nil {
			return err
		}
	}
	return nil
}

// askAbove holds tenant a's queue, so that the foreign event is still above
// a's head when it is named as a cursor.
func (s *Session) askAbove(ctx context.Context) error {
	side, err := s.side(ctx, journal.TenantA)
	if err != nil {
		return err
	}
	if err := side.enter(ctx); err != nil {
		return err
	}
	defer side.leave()
	above, err := s.cause(ctx, journal.TenantB, journal.EmitRefusalAbove, journal.ClassDurable)
	if err != nil {
		return err
	}
	return s.askEach(ctx, []witness.StreamCall{resumeCall(journal.StreamForeignAbove, journal.TenantA, above.ID, true)})
}

// askEach asks for streams that a host must refuse, one after another. One that
// was opened instead is left as soon as it showed something or a moment passed,
// for only the answer counts.
func (s *Session) askEach(ctx context.Context, asks []witness.StreamCall) error {
	for _, ask := range asks {
		stream, err := s.ask(ctx, ask)
		if err != nil {
			return err
		}
		if stream.Status() == http.StatusOK {
			s.firstBlock(ctx, stream)
		}
		stream.Leave()
	}
	return nil
}
