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
		Legs: []string{
			"0236.webhook.host-variant", "0236.ephemeral.no-fan-out", "0236.webhook.ephemeral-refused", "0236.webhook.unadvertised-refused",
			"0236.webhook.retry-identity",
			"0236.webhook.tenant-scope",
		},
		Causes: []Cause{
			{Name: journal.EmitWebhookD1, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitWebhookB1, Tenant: journal.TenantB, Class: journal.ClassDurable},
			{Name: journal.EmitWebhookE1, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
			{Name: journal.EmitWebhookD2, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitWebhookB2, Tenant: journal.TenantB, Class: journal.ClassDurable},
		},
		Registers: []Registration{
			{journal.InboxA, journal.TenantA, "every advertised durable type"},
			{journal.InboxB, journal.TenantB, "every advertised durable type"},
			{journal.InboxStandard, journal.TenantA, "every advertised durable type, signed by standard-webhooks-1 as well, where the host advertises that"},
			{journal.InboxEphemeralOnly, journal.TenantA, "each ephemeral type: to be refused"},
			{journal.InboxEphemeralBeside, journal.TenantA, "each ephemeral type beside a durable one: to be refused"},
			{journal.InboxUnlisted, journal.TenantA, "each reserved type that is not listed: to be refused"},
			{journal.InboxUnlistedBeside, journal.TenantA, "each reserved type that is not listed beside a durable one: to be refused"},
			{journal.InboxUnlistedVendor, journal.TenantA, "an example.* type that is not listed, where a reserved one is not: may be refused"},
			{journal.InboxUnlistedPresent, journal.TenantA, "channel.presence where neither it nor a reserved type is listed: may be refused"},
			{journal.InboxDurableTwin, journal.TenantA, "a durable type: the accepted twin, and the inbox that has an event sent again"},
		},
		Run: driveWebhook,
	}
}

func driveWebhook(ctx context.Context, s *Session) error {
	if !s.claims.Webhooks {
		return nil
	}
	box, err := s.standing(ctx, journal.InboxA)
	if err != nil && len(s.typesOf(journal.ClassDurable)) > 0 {
		return err
	}
	if err := s.askRefused(ctx); err != nil {
		return err
	}
	retries, last := s.refuseFirst(journal.InboxDurableTwin, journal.InboxStandard), Event{}
	second := s.secondInbox(ctx)
	var unseen error // why there is no ephemeral event that could be absent
	for _, cause := range s.causable(webhook().Causes) {
		if cause.Tenant == journal.TenantB {
			second = s.causeSecond(ctx, second, cause)
			continue
		}
		if cause.Name == journal.EmitWebhookD2 {
			retries.arm()
		}
		event, err := s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
		if cause.Class != journal.ClassDurable {
			unseen = err // what is asked about durable events is measured without
			continue
		}
		if err != nil {
			return err
		}
		last = event
		if _, err := s.await(ctx, box, event.Name, event.ID, s.options.Delivery); err != nil {
			return err // nothing arrives: more events would only cost the host
		}
	}
	if err := s.settle(ctx, "host-event-webhook/after", s.options.Settle); err != nil {
		return err
	}
	s.awaitRetries(ctx, retries, last)
	return unseen
}

// secondInbox gives the second tenant's inbox, nil where it has none: what is
// asked of the first tenant's is measured without.
func (s *Session) secondInbox(ctx context.Context) *inbox {
	if s.sides[journal.TenantB] == nil {
		return nil
	}
	box, err := s.standing(ctx, journal.InboxB)
	if err != nil {
		return nil
	}
	return box
}

// causeSecond causes an event of the second tenant under the eyes of its inbox.
// It gives the inbox as long as something is seen in it.
func (s *Session) causeSecond(ctx context.Context, box *inbox, cause Cause) *inbox {
	if box == nil {
		return nil
	}
	event, err := s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
	if err != nil {
		return nil
	}
	if _, err := s.await(ctx, box, event.Name, event.ID, s.options.Delivery); err != nil {
		return nil
	}
	return box
}
