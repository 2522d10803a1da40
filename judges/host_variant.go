package judges

import (
	"hostwitness/witness/journal"
)

// hostVariant judges 0236.webhook.host-variant (RFC 0236 §E).
func hostVariant() Judge {
	return Judge{
		Leg:   "0236.webhook.host-variant",
		Needs: []operation{opensStream, causesEvents},
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks, causes(journal.ClassDurable),
			receiverReady, firstTaken(opensStream, causesEvents, registersInboxes), registered(journal.InboxA)),
		Judge: judgeHostVariant,
	}
}

func judgeHostVariant(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	v, standard := newVariant(), newStandardRules()
	arrived := 0
	for _, name := range []string{journal.InboxA, journal.InboxB, journal.InboxStandard, journal.InboxDurableTwin} {
		for _, delivery := range f.judgedDeliveries(name) {
			arrived++
			v.judge(f, delivery)
			if name == journal.InboxStandard {
				standard.judge(f, delivery)
			}
		}
	}
	if arrived == 0 {
		lackAll(v.all(), f.undelivered())
	}
	findings := f.unsettled(gathered(v.all()...), f.drifted(typesClaim()), "event-identity")
	if f.offersStandard() {
		standard.conclude(f)
		findings = append(findings, f.unsettled(gathered(standard.all()...), f.drifted(algorithmsClaim()))...)
	}
	return f.unsettled(findings, f.drifted(webhooksClaim()))
}

// judgedDelivery is a delivery of a durable event of the inbox's own tenant.
type judgedDelivery struct {
	journal.SeenDelivery
	event event
	again bool // after one that the inbox refused
}

func (d judgedDelivery) where() string { return whereOf(d.SeenDelivery, d.event) }

// judgedDeliveries gives the deliveries of durable events of an inbox's own
// tenant, and tells those apart that the inbox itself brought about: which
// subscription they name and whether they are signed rightly is the business of
// the leg about attempts.
func (f facts) judgedDeliveries(inbox string) []judgedDelivery {
	if f.webhookID(inbox) == "" {
		return nil
	}
	var judged []judgedDelivery
	refused := make(map[string]bool)
	for _, delivery := range f.Inboxes[inbox].Deliveries {
		if e, ok := f.durableIn(delivery, f.tenantOfInbox(inbox)); ok {
			judged = append(judged, judgedDelivery{delivery, e, refused[e.id]})
			refused[e.id] = refused[e.id] || delivery.Answered >= 500
		}
	}
	return judged
}

// undelivered says why there is no delivery to judge.
func (f facts) undelivered() string {
	if len(f.of(journal.TenantA, journal.ClassDurable)) == 0 {
		return f.because("host-event-webhook", "no durable event was caused that an inbox could get")
	}
	return "no delivery of a durable event of this run reached its inbox, so there was none to judge"
}

// variant holds the rules of one delivery.
type variant struct {
	method, bodyJSON, bodyClosed, envelope, identity *ruling
	webhookID, eventType, timestamp, signature, alg  *ruling
}

func newVariant() variant {
	return variant{
		method:     rules("method", "POST"),
		bodyJSON:   rules("body-json", "one JSON object in UTF-8, no name twice"),
		bodyClosed: rules("body-closed", "the member hostEvent and no other"),
		envelope:   rules("envelope", "a valid host-event envelope without runId and sequence"),
		identity:   rules("event-identity", "type and class of the event that was caused"),
		webhookID:  rules("webhook-id", "OpenWOP-Webhook-Id is the registered webhookId"),
		eventType:  rules("event-type-header", "OpenWOP-Event-Type is the event's type"),
		timestamp:  rules("timestamp-header", "OpenWOP-Timestamp in plain digits, within 300 s of the receiver's clock"),
		signature:  rules("signature", "OpenWOP-Signature is sha256= and the HMAC-SHA256 of timestamp, dot and the bytes received"),
		alg:        rules("signature-algorithm", "OpenWOP-Signature-Algorithm is v1"),
	}
}

func (v variant) all() []*ruling {
	return []*ruling{v.method, v.bodyJSON, v.bodyClosed, v.envelope, v.identity, v.webhookID, v.eventType, v.timestamp, v.signature, v.alg}
}

// durableIn gives the durable event of the inbox's own tenant that a delivery
// is of. A delivery that was not kept as ours has neither headers nor body to
// judge.
func (f facts) durableIn(delivery journal.SeenDelivery, tenant journal.Tenant) (event, bool) {
	for _, e := range f.byID[f.subject(delivery)] {
		if delivery.Own && e.tenant == tenant && e.class == journal.ClassDurable {
			return e, true
		}
	}
	return event{}, false
}

func whereOf(delivery journal.SeenDelivery, e event) string {
	return delivery.Inbox + ": delivery of " + e.name
}

func (v variant) judge(f facts, d judgedDelivery) {
	v.judgeRequest(d.SeenDelivery, d.event)
	v.judgeBody(f, d.SeenDelivery, d.event)
	v.judgeTimestamp(f, d.SeenDelivery, d.event)
	if !d.again {
		weighHeader(v.webhookID, d.SeenDelivery, d.where(), "OpenWOP-Webhook-Id", f.webhookID(d.Inbox))
		f.weighSignature(v.signature, d.SeenDelivery, d.where())
	}
}

func (v variant) judgeRequest(delivery journal.SeenDelivery, e event) {
	where := whereOf(delivery, e)
	v.method.weigh(delivery.Method == "POST", "", where, "method "+quoted(delivery.Method), delivery.Seq)
	weighHeader(v.eventType, delivery, where, "OpenWOP-Event-Type", e.kind, e.said)
	weighHeader(v.alg, delivery, where, "OpenWOP-Signature-Algorithm", "v1")
}
