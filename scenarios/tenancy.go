package scenarios

import (
	"context"
	"errors"

	"hostwitness/witness/journal"
)

// tenancy causes events of two tenants in turn, so that each event of one lies
// between two of the other (RFC 0236 §D).
func tenancy() Scenario {
	return Scenario{
		Name:   "host-event-tenancy",
		Legs:   []string{"0236.host-event.tenant-isolation"},
		Causes: tenancyCauses(),
		Registers: []Registration{
			{journal.InboxA, journal.TenantA, "every advertised durable type"},
			{journal.InboxB, journal.TenantB, "every advertised durable type"},
		},
		Opens: []Open{{journal.StreamTenancyResumed, journal.TenantB, "resume after B1, strict where the host promises that"}},
		Run:   driveTenancy,
	}
}

func tenancyCauses() []Cause {
	return []Cause{
		{Name: journal.EmitTenancyA1, Tenant: journal.TenantA, Class: journal.ClassDurable},
		{Name: journal.EmitTenancyB1, Tenant: journal.TenantB, Class: journal.ClassDurable},
		{Name: journal.EmitTenancyAE, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
		{Name: journal.EmitTenancyBE, Tenant: journal.TenantB, Class: journal.ClassEphemeral},
		{Name: journal.EmitTenancyA2, Tenant: journal.TenantA, Class: journal.ClassDurable},
		{Name: journal.EmitTenancyB2, Tenant: journal.TenantB, Class: journal.ClassDurable},
	}
}

func driveTenancy(ctx context.Context, s *Session) error {
	if _, err := s.side(ctx, journal.TenantB); err != nil {
		return err
	}
	boxA, _ := s.standing(ctx, journal.InboxA) // isolation is judged on streams also without inboxes
	boxB, _ := s.standing(ctx, journal.InboxB)
	events, err := s.causeAll(ctx, s.causable(s.bracketed(tenancyCauses())))
	if err != nil {
		return err
	}
	leaveSecond, failed := s.resumeSecond(ctx, events)
	defer leaveSecond()
	for _, cause := range tenancyCauses() {
		box := boxA
		if cause.Tenant == journal.TenantB {
			box = boxB
		}
		event, caused := events[cause.Name]
		if box != nil && caused && cause.Class == journal.ClassDurable {
			_, _ = s.await(ctx, box, event.Name, event.ID, s.options.Delivery) // put on record either way
		}
	}
	return errors.Join(failed, s.settle(ctx, "host-event-tenancy/after", s.options.Settle))
}

// resumeSecond resumes the second tenant's stream between its two durable
// events, where such can be caused: a host may keep tenants apart on live
// streams only, or in one direction only. What the other tenant caused in
// between would come before what is waited for. The caller leaves the stream, a
// strict one after a settle window.
func (s *Session) resumeSecond(ctx context.Context, events map[string]Event) (leave func(), err error) {
	nothing := func() {}
	if via, _ := s.claims.Causes(journal.ClassDurable); via == "" {
		return nothing, nil
	}
	release, err := s.reserve(ctx, 1)
	if err != nil {
		return nothing, err
	}
	call := resumeCall(journal.StreamTenancyResumed, journal.TenantB, events[journal.EmitTenancyB1].ID, s.claims.Replay)
	stream, err := s.openWithin(ctx, call, s.settings.Waits.Answer)
	if err != nil {
		release()
		return nothing, err
	}
	if s.claims.Replay {
		s.awaitOwed(ctx, stream, events[journal.EmitTenancyB2])
	} else {
		s.firstBlock(ctx, stream)
	}
	return func() {
		stream.Leave()
		release()
	}, nil
}

// bracketed makes the brackets ephemeral on a host that emits nothing durable:
// what matters is that they are caused before and after, and seen.
func (s *Session) bracketed(causes []Cause) []Cause {
	if via, _ := s.claims.Causes(journal.ClassDurable); via != "" {
		return causes
	}
	for k := range causes {
		causes[k].Class = journal.ClassEphemeral
	}
	return causes
}
