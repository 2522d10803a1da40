package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// isolation judges 0236.host-event.tenant-isolation (RFC 0236 §D), in both
// directions and over the whole run.
func isolation() Judge {
	return Judge{
		Leg:   "0236.host-event.tenant-isolation",
		Gate:  gated(discovered, claimsHostEvents, causesAny),
		Judge: judgeIsolation,
	}
}

// causesAny is met when events of either class can be caused.
func causesAny(f facts) *Gate {
	durable, ephemeral := causes(journal.ClassDurable)(f), causes(journal.ClassEphemeral)(f)
	switch {
	case durable == nil || ephemeral == nil:
		return nil
	case durable.Result == Blocked:
		return durable
	}
	return ephemeral
}

// tenancy holds the rules of isolation.
type tenancy struct {
	durable, ephemeral, resumed, anonymous, inbox, mention *ruling
}

func judgeIsolation(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	t := tenancy{
		durable:   rules("durable-stream", "no durable event of the other tenant on a live stream"),
		ephemeral: rules("ephemeral-stream", "no ephemeral event of the other tenant on a stream"),
		resumed:   rules("resumed-stream", "no event of the other tenant on a resumed stream"),
		anonymous: rules("anonymous-stream", "no event of a tenant on a stream without a credential"),
		inbox:     rules("inbox", "no event of the other tenant in an inbox"),
		mention:   rules("mention", "no id of the other tenant's event in any frame or comment"),
	}
	t.judgeAnonymous(f)
	gap, records := f.secondCredential()
	if f.kinship() != oneTenant && !f.indistinct() {
		t.findLeaks(f)
	}
	if gap != "" {
		lackAll(t.between(f), gap, records...)
	} else {
		t.proveStreams(f)
		t.proveResumed(f)
		t.proveInboxes(f)
	}
	return gathered(t.durable, t.ephemeral, t.resumed, t.anonymous, t.inbox, t.mention)
}

// between gives the rules that need a second tenant and bind this host.
func (t tenancy) between(f facts) []*ruling {
	bound := []*ruling{t.mention}
	if listed(f.Start, journal.ClassDurable) != "" {
		bound = append(bound, t.durable, t.resumed)
	}
	if listed(f.Start, journal.ClassEphemeral) != "" {
		bound = append(bound, t.ephemeral)
	}
	if f.Start.Webhooks {
		bound = append(bound, t.inbox)
	}
	return bound
}

// findLeaks looks at every stream and inbox of either tenant for what the
// other caused. A leak needs no bracket.
func (t tenancy) findLeaks(f facts) {
	for _, name := range f.Opened {
		stream := f.stream(name)
		if stream.Intent.Tenant == journal.Nobody {
			continue
		}
		foreign := f.exclusive(other(stream.Intent.Tenant))
		for _, e := range foreign {
			for _, frame := range f.sights[name][e.id] {
				t.ruleFor(stream, e).breaks(name, fmt.Sprintf("a frame of %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, frame.Seq)
			}
		}
		t.findMentions(f, stream, foreign, t.mention)
	}
	for _, inbox := range []string{journal.InboxA, journal.InboxB} {
		t.findDelivered(f, inbox)
	}
}

// exclusive gives the events of a tenant whose ids were given to it alone.
func (f facts) exclusive(tenant journal.Tenant) []event {
	var events []event
	for _, e := range f.of(tenant, "") {
		if !f.shared(e) {
			events = append(events, e)
		}
	}
	return events
}

func (t tenancy) ruleFor(stream journal.SeenStream, e event) *ruling {
	switch {
	case e.class == journal.ClassEphemeral:
		return t.ephemeral
	case stream.Intent.LastEventID != nil:
		return t.resumed
	}
	return t.durable
}

func (t tenancy) findDelivered(f facts, inbox string) {
	foreign := f.exclusive(other(tenantOfInbox(inbox)))
	for _, delivery := range f.Inboxes[inbox].Deliveries {
		ids := []string{f.subject(delivery)}
		if delivery.Foreign != nil {
			ids = append(ids, delivery.Foreign.Mentions...)
		}
		for _, e := range foreign {
			if oneOf(e.id, ids) {
				t.inbox.breaks(inbox, fmt.Sprintf("a delivery that names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, delivery.Seq)
			}
		}
	}
}
