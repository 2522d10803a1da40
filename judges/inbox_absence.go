package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// absentFromInbox brackets the absence of an event in an inbox of a tenant:
// durable events of that tenant that were caused before and after it were
// delivered, and then the inbox stood open for the larger of one settle window
// and twice the slower of the two deliveries. The two are of the scenario that
// caused the event, since that one waited for them; where they did not come,
// any others will do.
func (f facts) absentFromInbox(inbox string, tenant journal.Tenant, x event) absence {
	shown, ok := f.shown(x)
	if !ok {
		return absence{gap: f.follows(x.name + " was never seen on a control stream of its own tenant"), records: x.records()}
	}
	before, after := f.around(inbox, tenant, x, x.scenario())
	if before == nil || after == nil {
		before, after = f.around(inbox, tenant, x, "")
	}
	if before == nil || after == nil {
		gap := fmt.Sprintf("%s did not get a durable event of its tenant from before %s and one from after it", inbox, x.name)
		return absence{gap: gap, records: x.records()}
	}
	from := later(place{after.At, after.Seq}, shown)
	records := []int64{before.Seq, x.answered.seq, shown.seq, after.Seq}
	window := max(f.Run.Options.Settle, 2*f.took(*before), 2*f.took(*after))
	open := max(f.inboxUntil(inbox)-from.at, 0)
	if open < window {
		return absence{gap: fmt.Sprintf("%s stood open for %s after the later delivery, less than the window of %s", inbox, rounded(open), rounded(window)), records: records}
	}
	text := fmt.Sprintf("window at %s: from %s on for %s (needed %s)", inbox, rounded(from.at), rounded(open), rounded(window))
	return absence{proven: true, window: text, records: records}
}

// foreignAbsentFromInbox gives the first proven absence of a durable event of
// the other tenant, else the last reason why there is none; the scenario is the
// one that causes such events.
func (f facts) foreignAbsentFromInbox(inbox, scenario string) absence {
	if reason := f.unregistered(inbox); reason != "" {
		return absence{gap: reason}
	}
	tenant := f.tenantOfInbox(inbox)
	bracket := absence{gap: f.because(scenario, "no durable event of the other tenant was caused")}
	for _, e := range f.of(other(tenant), journal.ClassDurable) {
		if bracket = f.absentFromInbox(inbox, tenant, e); bracket.proven {
			break
		}
	}
	return bracket
}

// around gives the deliveries of the nearest durable events of a tenant that a
// scenario caused before and after an event, "" being any scenario; the one
// after is the first that arrived.
func (f facts) around(inbox string, tenant journal.Tenant, x event, scenario string) (before, after *journal.SeenDelivery) {
	for _, e := range f.of(tenant, journal.ClassDurable) {
		delivery, ok := f.delivered(inbox, e)
		switch {
		case !ok || e.id == x.id || scenario != "" && e.scenario() != scenario:
		case e.caused.before(x.caused):
			before = &delivery
		case x.caused.before(e.caused) && (after == nil || delivery.At < after.At):
			after = &delivery
		}
	}
	return before, after
}

// took is how long a delivery came after its event was seen on the control
// stream.
func (f facts) took(delivery journal.SeenDelivery) journal.Offset {
	e := f.byID[f.subject(delivery)][0]
	from := e.answered
	if shown, ok := f.shown(e); ok {
		from = later(from, shown)
	}
	return delivery.At - from.at
}
