package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// webhookScope judges 0236.webhook.tenant-scope (RFC 0236 §E), in both
// directions and over every inbox of the run.
func webhookScope() Judge {
	return Judge{
		Leg:   "0236.webhook.tenant-scope",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsWebhooks, causes(journal.ClassDurable), receiverReady),
		Judge: judgeWebhookScope,
	}
}

func judgeWebhookScope(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	delivered := rules("not-delivered", "no delivery of an event of the other tenant")
	named := rules("not-named", "no id of the other tenant's event anywhere in a delivery")
	both := []*ruling{delivered, named}
	if f.kinship() != oneTenant && !f.indistinct() {
		f.findForeignDeliveries(delivered, named)
	}
	if gap, records := f.secondCredential(); gap != "" {
		lackAll(both, gap, records...)
	} else {
		f.proveScope(both)
	}
	return f.unsettled(gathered(both...), f.drifted(typesClaim(), webhooksClaim()))
}

// findForeignDeliveries looks at everything that reached an inbox for what the
// other tenant caused. What a tenant named itself, as a cursor, tells it
// nothing.
func (f facts) findForeignDeliveries(delivered, named *ruling) {
	for _, inbox := range f.inboxes() {
		tenant := f.tenantOfInbox(inbox)
		foreign := f.exclusive(other(tenant))
		for _, delivery := range f.Inboxes[inbox].Deliveries {
			subject := f.subject(delivery)
			for _, e := range foreign {
				switch {
				case subject == e.id:
					delivered.breaks(inbox, fmt.Sprintf("a delivery of %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, delivery.Seq)
				case deliveryNames(delivery, e) && !f.sent(tenant, e.id):
					named.breaks(inbox, fmt.Sprintf("a delivery that names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, delivery.Seq)
				}
			}
		}
	}
}

// proveScope asks, for each direction, that an inbox would have got an event of
// the other tenant: it got one of its own from before and one from after.
func (f facts) proveScope(both []*ruling) {
	for _, inbox := range []string{journal.InboxA, journal.InboxB} {
		bracket := f.foreignAbsentFromInbox(inbox, "host-event-webhook")
		for _, r := range both {
			r.prove(bracket)
		}
	}
}
