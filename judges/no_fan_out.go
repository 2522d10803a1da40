package judges

import (
	"slices"

	"hostwitness/witness/journal"
)

// noFanOut judges 0236.ephemeral.no-fan-out (RFC 0236 §C).
func noFanOut() Judge {
	return Judge{
		Leg:   "0236.ephemeral.no-fan-out",
		Needs: []operation{opensStream, causesEvents},
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks,
			causes(journal.ClassEphemeral), unlessSeen(facts.fannedOut, causes(journal.ClassDurable)),
			receiverReady,
			unlessSeen(facts.fannedOut, firstTaken(opensStream, causesEvents, registersInboxes)), unlessSeen(facts.fannedOut, registered(journal.InboxA))),
		Judge: judgeNoFanOut,
	}
}

func judgeNoFanOut(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("not-fanned-out", "no delivery of an ephemeral event to any inbox")
	f.findFanOut(r)
	proven, reason := 0, f.because("host-event-webhook", "no ephemeral event was caused")
	for _, e := range f.of(journal.TenantA, journal.ClassEphemeral) {
		bracket := f.absentFromInbox(journal.InboxA, journal.TenantA, e)
		if r.accept(bracket) {
			proven++
		} else {
			reason = bracket.gap
		}
	}
	if proven == 0 {
		r.lacks(reason)
	}
	return f.unsettled(gathered(r), f.drifted(typesClaim(), webhooksClaim()))
}

// fannedOut says that an ephemeral event was delivered: that is broken whatever
// else could not be measured.
func (f facts) fannedOut() bool {
	r := rules("", "")
	f.findFanOut(r)
	return len(r.breaches) > 0
}

// findFanOut looks at everything that reached the receiver.
func (f facts) findFanOut(r *ruling) {
	for _, name := range f.inboxes() {
		f.findEphemeral(r, name, f.Inboxes[name].Deliveries)
	}
	f.findEphemeral(r, "a path of the receiver that no inbox has", f.Strays)
}

func (f facts) findEphemeral(r *ruling, where string, deliveries []journal.SeenDelivery) {
	for _, delivery := range deliveries {
		if what := f.ephemeralIn(delivery); what != "" {
			r.breaks(where, what, delivery.Seq)
		}
	}
}

// inboxes names every inbox of the run, in a fixed order.
func (f facts) inboxes() []string {
	names := make([]string, 0, len(f.Inboxes))
	for name := range f.Inboxes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ephemeralIn says what ephemeral event a delivery is of or names, "" for none.
// An event of ours that was caused as durable is none, whatever its envelope
// says.
func (f facts) ephemeralIn(delivery journal.SeenDelivery) string {
	if subject := f.subject(delivery); subject != "" {
		if e := f.byID[subject][0]; e.class == journal.ClassEphemeral {
			return "a delivery of " + e.name
		}
		return ""
	}
	if foreign := delivery.Foreign; foreign != nil &&
		(foreign.Class == journal.ClassEphemeral || f.Start.ClassOf(foreign.Type) == journal.ClassEphemeral) {
		return "a delivery of an ephemeral event of type " + quoted(foreign.Type)
	}
	if foreign := delivery.Foreign; foreign != nil && foreign.EventID != "" && foreign.Class == journal.ClassDurable {
		return "" // another, durable event may tell of one of ours, as an audit trail does
	}
	for _, e := range f.events {
		if e.class == journal.ClassEphemeral && deliveryNames(delivery, e) {
			return "a delivery that names " + e.name
		}
	}
	return ""
}
