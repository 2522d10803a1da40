package judges

import (
	"fmt"
	"slices"

	"hostwitness/witness/journal"
)

// judgeDelivered holds every accepted event that was caused while its tenant's
// control stream was proven open to arriving there. Of the first tenant, each
// class that can be caused has to be measured; the second is looked at where it
// could be.
func (f facts) judgeDelivered() *ruling {
	r := rules("delivered", "every event that is accepted while the stream is open arrives on it")
	f.weighDelivered(r, journal.ClassDurable, journal.ClassEphemeral)
	return r
}

func (f facts) weighDelivered(r *ruling, classes ...string) {
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		for _, class := range classes {
			due := 0
			for _, stream := range f.controls(tenant) {
				due += f.weighArrivals(r, stream, class)
			}
			if due == 0 && !f.weighSilence(r, tenant, class) && tenant == journal.TenantA {
				f.lackArrivals(r, class)
			}
		}
	}
}

// weighArrivals counts the events of a class that were due on a control stream
// and judges each. One that did not come breaks the rule only when the stream
// outlasted it.
func (f facts) weighArrivals(r *ruling, stream journal.SeenStream, class string) int {
	name, tenant, due := stream.Intent.Name, stream.Intent.Tenant, 0
	since, open := f.openSince(stream, class)
	for _, e := range f.of(tenant, class) {
		if !open || !since.before(e.caused) || e.caused.at > stream.EndedAt {
			continue
		}
		due++
		frame, seen := f.seen(name, e)
		switch {
		case seen:
			r.keep(frame.Seq)
		case f.outlasted(stream, e, e.answered):
			r.breaks(name, f.missing(e, stream), append(e.records(), stream.EndSeq)...)
		case tenant == journal.TenantA && !f.seenByTenant(e):
			r.lacks(fmt.Sprintf("%s was not seen on %s, which recorded for only %s after the answer (%s)",
				e.name, name, rounded(stream.EndedAt-e.answered.at), endOf(stream)), e.answered.seq, stream.EndSeq)
		}
	}
	return due
}

func (f facts) missing(e event, stream journal.SeenStream) string {
	text := fmt.Sprintf("%s (%s) was accepted and did not arrive within %s", e.name, e.class, rounded(stream.EndedAt-e.answered.at))
	for _, frame := range stream.Frames {
		if frame.Foreign == nil {
			continue
		}
		for _, id := range frame.Foreign.Mentions {
			if id == e.id {
				return text + fmt.Sprintf("; its id stands in frame %d, which is no readable envelope of it", frame.Seq)
			}
		}
	}
	return text
}

func endOf(stream journal.SeenStream) string {
	if stream.Ended == nil {
		return "still open at the end of the run"
	}
	if stream.Ended.Fault != nil {
		return fmt.Sprintf("ended: %s, %s", stream.Ended.How, stream.Ended.Fault.Kind)
	}
	return fmt.Sprintf("ended: %s", stream.Ended.How)
}

// seenByTenant says that the event came on any stream of its own tenant.
func (f facts) seenByTenant(e event) bool {
	for _, name := range f.Opened {
		if _, ok := f.seen(name, e); ok && f.Streams[name].Intent.Tenant == e.tenant {
			return true
		}
	}
	return false
}

// weighSilence breaks the rule when everything that was caused of a class for a
// tenant was accepted and nothing of it came on any stream, though a control
// stream was open for the whole patience.
func (f facts) weighSilence(r *ruling, tenant journal.Tenant, class string) bool {
	events := f.of(tenant, class)
	if len(events) == 0 || slices.ContainsFunc(events, f.seenByTenant) {
		return false
	}
	for _, name := range f.Caused {
		emit := f.Emits[name]
		if emit.Intent.Tenant == tenant && emit.Intent.Class == class && !emit.Emit.Accepted {
			return false
		}
	}
	for _, stream := range f.controls(tenant) {
		if !streamReply(stream).eventStream() || !f.outlasted(stream, events[0], events[0].answered) {
			continue
		}
		observed := fmt.Sprintf("none of %s (%s) arrived on any stream, the first not within %s",
			counted(len(events), "accepted event"), class, rounded(stream.EndedAt-events[0].answered.at))
		r.breaks(stream.Intent.Name, observed, append(events[0].records(), stream.Seq, stream.EndSeq)...)
		return true
	}
	return false
}

// lackArrivals says why no event of a class was due. A class that cannot be
// caused is passed over where the other can.
func (f facts) lackArrivals(r *ruling, class string) {
	causable := uncausable(f.Start, class) == ""
	elsewhere := uncausable(f.Start, otherClass(class)) == ""
	reason, records := f.unopened(journal.TenantA)
	switch {
	case !causable && (elsewhere || listed(f.Start, class) == ""):
	case !causable:
		r.lacks(uncausable(f.Start, class))
	case reason != "":
		r.lacks(reason, records...)
	default:
		r.lacks("no " + class + " event was accepted after the control stream was proven open")
	}
}

func otherClass(class string) string {
	if class == journal.ClassDurable {
		return journal.ClassEphemeral
	}
	return journal.ClassDurable
}
