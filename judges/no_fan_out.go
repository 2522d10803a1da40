package judges

import (
	"slices"

	"hostwitness/witness/journal"
)

// noFanOut judges 0236.ephemeral.no-fan-out (RFC 0236 §C).
func noFanOut() Judge {
	return Judge{
		Leg: "0236.ephemeral.no-fan-out",
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks,
			causes(journal.ClassEphemeral), causes(journal.ClassDurable), receiverReady, inboxRegistered),
		Judge: judgeNoFanOut,
	}
}

func judgeNoFanOut(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("not-fanned-out", "no delivery of an ephemeral event to any inbox")
	for _, name := range f.inboxes() {
		for _, delivery := range f.Inboxes[name].Deliveries {
			if what := f.ephemeralIn(delivery); what != "" {
				r.breaks(name, what, delivery.Seq)
			}
		}
	}
	proven, reason := 0, "no ephemeral event was caused"
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
	if delivery.Foreign == nil {
		return ""
	}
	if delivery.Foreign.Class == journal.ClassEphemeral {
		return "a delivery of an ephemeral event of type " + quoted(delivery.Foreign.Type)
	}
	if delivery.Foreign.EventID != "" && delivery.Foreign.Class == journal.ClassDurable {
		return "" // another, durable event may tell of one of ours, as an audit trail does
	}
	for _, id := range delivery.Foreign.Mentions {
		if events := f.byID[id]; len(events) > 0 && events[0].class == journal.ClassEphemeral {
			return "a delivery that names " + events[0].name
		}
	}
	return ""
}
