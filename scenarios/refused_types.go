package scenarios

import (
	"context"
	"slices"

	"hostwitness/witness/journal"
)

// mostRefused bounds how many ephemeral types are asked for, each by itself.
const mostRefused = 8

// askRefused asks for the subscriptions that name an ephemeral type or one that
// is not listed, and then for their accepted twin, which is also the inbox that
// refuses a first attempt.
func (s *Session) askRefused(ctx context.Context) error {
	ephemeral := s.typesOf(journal.ClassEphemeral)
	if err := s.subscribeEach(ctx, ephemeral[:min(len(ephemeral), mostRefused)], journal.InboxEphemeralOnly, journal.InboxEphemeralBeside); err != nil {
		return err
	}
	if err := s.askUnlisted(ctx); err != nil {
		return err
	}
	durable := s.deliverable()
	if len(durable) == 0 {
		return nil
	}
	return s.subscribe(ctx, journal.InboxDurableTwin, durable[0])
}

// subscribeEach asks for each type by itself, since a host may know only some of
// them, and beside a durable one.
func (s *Session) subscribeEach(ctx context.Context, types []string, alone, beside string) error {
	durable := s.deliverable()
	for k, refused := range types {
		if err := s.subscribe(ctx, numbered(alone, k+1), refused); err != nil {
			return err
		}
		if len(durable) == 0 {
			continue
		}
		if err := s.subscribe(ctx, numbered(beside, k+1), durable[0], refused); err != nil {
			return err
		}
	}
	return nil
}

// askUnlisted asks for the reserved types that the host does not list. Where
// there is one, two more names are asked for that may lawfully be accepted, as
// filters of run events.
func (s *Session) askUnlisted(ctx context.Context) error {
	unlisted := s.claims.UnlistedReserved()
	if len(unlisted) == 0 {
		return nil
	}
	if err := s.subscribeEach(ctx, unlisted, journal.InboxUnlisted, journal.InboxUnlistedBeside); err != nil {
		return err
	}
	if err := s.subscribe(ctx, journal.InboxUnlistedVendor, unlistedVendor); err != nil || s.claims.ClassOf(typePresence) != "" {
		return err
	}
	return s.subscribe(ctx, journal.InboxUnlistedPresent, typePresence)
}

// Names that a webhook may lawfully give though no host event bears them: the
// first stands for any vendor's type, the second was a run event before it was
// a host event (RFC 0236 §F).
const (
	unlistedVendor = "example.never-listed"
	typePresence   = "channel.presence"
)

// deliverable are the advertised durable types, first the one that events can
// be caused of.
func (s *Session) deliverable() []string {
	durable := s.typesOf(journal.ClassDurable)
	_, causable := s.claims.Causes(journal.ClassDurable)
	if at := slices.Index(durable, causable); at > 0 {
		durable[0], durable[at] = durable[at], durable[0]
	}
	return durable
}

func (s *Session) subscribe(ctx context.Context, name string, types ...string) error {
	_, err := s.inboxes.register(ctx, name, journal.TenantA, types)
	return err
}
