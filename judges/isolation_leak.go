package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

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
		f.findMentions(t.mention, stream, foreign)
	}
	for _, inbox := range f.inboxes() {
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
	tenant := f.tenantOfInbox(inbox)
	foreign := f.exclusive(other(tenant))
	for _, delivery := range f.Inboxes[inbox].Deliveries {
		for _, e := range foreign {
			named := deliveryNames(delivery, e) && !f.sent(tenant, e.id)
			if f.subject(delivery) == e.id || named {
				t.inbox.breaks(inbox, fmt.Sprintf("a delivery that names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, delivery.Seq)
			}
		}
	}
}
