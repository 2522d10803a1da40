package judges

import (
	"cmp"
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// retryIdentity judges 0236.webhook.retry-identity (RFC 0236 §A, §E) by the
// attempts of events whose first attempt an inbox refused.
func retryIdentity() Judge {
	return Judge{
		Leg:   "0236.webhook.retry-identity",
		Needs: []operation{opensStream, causesEvents},
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks, retries, causes(journal.ClassDurable),
			receiverReady, firstTaken(opensStream, causesEvents, registersInboxes), registered(journal.InboxDurableTwin)),
		Judge: judgeRetryIdentity,
	}
}

// retries is met unless the host says that it tries only once.
func retries(f facts) *Gate {
	if f.Start.MaxAttempts == 1 {
		return inapplicable("webhooks.retryPolicy.maxAttempts in the discovery document is 1: no delivery is tried again")
	}
	return nil
}

// attempts are the deliveries of one event to one inbox, in order. The event is
// one of this run, of the inbox's own tenant.
type attempts struct {
	inbox      string
	event      event
	deliveries []journal.SeenDelivery
	refused    int // which of them the inbox refused first, from 0; -1 for none
}

// later are the attempts that came after the one that was refused.
func (a attempts) later() []journal.SeenDelivery {
	if a.refused < 0 {
		return nil
	}
	return a.deliveries[a.refused+1:]
}

// identity holds the rules about attempts.
type identity struct {
	eventID, subscription, webhookID, signature *ruling
	notes                                       []Finding
}

func judgeRetryIdentity(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	i := identity{
		eventID:      rules("event-id", "the eventId of the first attempt on every further one"),
		subscription: rules("subscription-id", "OpenWOP-Webhook-Id is the registered webhookId on every attempt"),
		webhookID:    rules("webhook-id", "webhook-id, where it is sent, the same on every attempt"),
		signature:    rules("signature", "OpenWOP-Signature, and webhook-signature where the subscription opted in to it, right for the bytes of each attempt"),
	}
	tried := f.attempts()
	reason := f.untried(tried)
	for _, a := range tried {
		i.weighWebhookID(a)
		if a.refused < 0 {
			continue
		}
		if gap := i.weighEventID(f, a); gap != "" {
			reason = gap
		}
		i.weighAttempts(f, a)
	}
	for _, r := range []*ruling{i.eventID, i.subscription, i.signature} {
		if r.silent() {
			r.lacks(reason)
		}
	}
	if f.offersStandard() && i.webhookID.silent() {
		i.webhookID.lacks(f.untriedStandard())
	}
	findings := append(gathered(i.eventID, i.subscription, i.webhookID, i.signature), i.notes...)
	return f.unsettled(findings, f.drifted(webhooksClaim()))
}

// attempts gives what came of each event to each inbox of its tenant, also of
// one that no inbox should have got: it is a message all the same.
func (f facts) attempts() []attempts {
	var all []attempts
	for _, inbox := range f.inboxes() {
		if f.webhookID(inbox) == "" {
			continue
		}
		for _, e := range f.of(f.tenantOfInbox(inbox), "") {
			if a := f.attemptsOf(inbox, e); len(a.deliveries) > 0 {
				all = append(all, a)
			}
		}
	}
	return all
}

func (f facts) attemptsOf(inbox string, e event) attempts {
	a := attempts{inbox: inbox, event: e, refused: -1}
	for _, delivery := range f.Inboxes[inbox].Deliveries {
		if !delivery.Own || f.subject(delivery) != e.id {
			continue
		}
		if delivery.Answered >= 500 && a.refused < 0 {
			a.refused = len(a.deliveries)
		}
		a.deliveries = append(a.deliveries, delivery)
	}
	return a
}

// untried says why there is no attempt to judge.
func (f facts) untried(tried []attempts) string {
	for _, a := range tried {
		if a.inbox == journal.InboxDurableTwin {
			return f.because("host-event-webhook", a.inbox+" refused no attempt of an event of this run")
		}
	}
	if len(f.of(journal.TenantA, journal.ClassDurable)) == 0 {
		return f.because("host-event-webhook", "no durable event was caused that an inbox could get")
	}
	return f.because("host-event-webhook", "no delivery of a durable event reached "+journal.InboxDurableTwin+", so none could be refused")
}

// untriedStandard says why no two attempts could be compared where the host
// advertises a scheme that names deliveries.
func (f facts) untriedStandard() string {
	if reason := f.unregistered(journal.InboxStandard); reason != "" {
		return reason
	}
	return "no second attempt with a webhook-id reached " + journal.InboxStandard + ", which opted in to " + journal.AlgorithmStandard
}

// weighEventID keeps the rule when the event came again under its own id, and
// breaks it when it came under another. It says what is missing where nothing
// came again.
func (i identity) weighEventID(f facts, a attempts) string {
	first := a.deliveries[a.refused]
	if later := a.later(); len(later) > 0 {
		i.eventID.keep(first.Seq, later[0].Seq)
		return ""
	}
	renamed := f.renamed(a)
	switch {
	case renamed.broken != "":
		i.eventID.breaks(a.inbox, renamed.broken, first.Seq, renamed.record)
	case renamed.gap != "":
		i.eventID.lacks(renamed.gap, first.Seq, renamed.record)
	}
	return fmt.Sprintf("the first attempt of %s was answered %d and no second one came within %s; where the host waits longer before it tries again, raise the deadline for deliveries",
		a.event.name, first.Answered, rounded(f.inboxUntil(a.inbox)-first.At))
}

// weighAttempts holds the attempts to what every delivery has to bear.
func (i *identity) weighAttempts(f facts, a attempts) {
	for k, delivery := range a.later() {
		where := fmt.Sprintf("%s: attempt %d of %s", a.inbox, a.refused+k+2, a.event.name)
		weighHeader(i.subscription, delivery, where, "OpenWOP-Webhook-Id", f.webhookID(a.inbox))
		f.weighSignature(i.signature, delivery, where)
		if a.inbox == journal.InboxStandard {
			f.weighStandardSignature(i.signature, delivery, where)
		}
		if k == 0 {
			i.noteDifferences(a.deliveries[a.refused], delivery, where)
		}
	}
}

// weighWebhookID holds every delivery of one event to one subscription to the
// same webhook-id. A second delivery that nobody asked for is an attempt like
// any other, so it does not matter why it came.
func (i *identity) weighWebhookID(a attempts) {
	var first *journal.SeenDelivery
	for k := range a.deliveries {
		delivery := a.deliveries[k]
		said := strings.Join(values(delivery.Header, headerStandardID), ", ")
		if said == "" {
			continue
		}
		if first == nil {
			first = &a.deliveries[k]
			continue
		}
		was := strings.Join(values(first.Header, headerStandardID), ", ")
		unsure := cmp.Or(hidden(delivery.Header, headerStandardID), hidden(first.Header, headerStandardID))
		i.webhookID.weigh(said == was, unsure, a.inbox+": attempts of "+a.event.name,
			"webhook-id "+quoted(said)+" after "+quoted(was), first.Seq, delivery.Seq)
	}
}
