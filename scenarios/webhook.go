package scenarios

import (
	"context"

	"hostwitness/witness/journal"
)

// webhook lets an inbox witness deliveries of durable events, lets it show
// that an ephemeral one is not among them, and asks for subscriptions that a
// host must refuse (RFC 0236 §C, §E).
func webhook() Scenario {
	return Scenario{
		Name: "host-event-webhook",
		Legs: []string{"0236.webhook.host-variant", "0236.ephemeral.no-fan-out", "0236.webhook.ephemeral-refused"},
		Causes: []Cause{
			{journal.EmitWebhookD1, journal.TenantA, journal.ClassDurable},
			{journal.EmitWebhookE1, journal.TenantA, journal.ClassEphemeral},
			{journal.EmitWebhookD2, journal.TenantA, journal.ClassDurable},
		},
		Registers: []Registration{
			{journal.InboxA, journal.TenantA, "every advertised durable type"},
			{journal.InboxEphemeralOnly, journal.TenantA, "the ephemeral type: to be refused"},
			{journal.InboxEphemeralBeside, journal.TenantA, "the ephemeral type beside a durable one: to be refused"},
			{journal.InboxDurableTwin, journal.TenantA, "a durable type: the accepted twin"},
		},
		Run: driveWebhook,
	}
}

func driveWebhook(ctx context.Context, s *Session) error {
	if !s.claims.Webhooks {
		return nil
	}
	box, err := s.standing(ctx, journal.InboxA)
	if err != nil {
		return err
	}
	if err := s.askRefused(ctx); err != nil {
		return err
	}
	for _, cause := range s.causable(webhook().Causes) {
		event, err := s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
		if err != nil {
			return err
		}
		if cause.Class != journal.ClassDurable {
			continue
		}
		if _, err := s.await(ctx, box, event.Name, event.ID, s.options.Delivery); err != nil {
			return err // nothing arrives: more events would only cost the host
		}
	}
	return s.settle(ctx, "host-event-webhook/after", s.options.Settle)
}

// askRefused asks for the subscriptions that name an ephemeral type, and then
// for their accepted twin.
func (s *Session) askRefused(ctx context.Context) error {
	ephemeral := s.typesOf(journal.ClassEphemeral)
	durable := s.typesOf(journal.ClassDurable)
	if len(ephemeral) == 0 || len(durable) == 0 {
		return nil
	}
	for _, ask := range []struct {
		name  string
		types []string
	}{
		{journal.InboxEphemeralOnly, ephemeral[:1]},
		{journal.InboxEphemeralBeside, []string{durable[0], ephemeral[0]}},
		{journal.InboxDurableTwin, durable[:1]},
	} {
		if _, err := s.inboxes.register(ctx, ask.name, journal.TenantA, ask.types); err != nil {
			return err
		}
	}
	return nil
}
