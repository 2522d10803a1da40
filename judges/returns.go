package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// weighReturns breaks the rule for every ephemeral event that had been seen one
// settle window before the stream was asked for and came on it.
func (f facts) weighReturns(r *ruling, stream journal.SeenStream) {
	for _, e := range f.past(stream) {
		if frames := f.sights[stream.Intent.Name][e.id]; len(frames) > 0 {
			shown, _ := f.shown(e)
			observed := fmt.Sprintf("%s came again, %s after it was first seen", e.name, rounded(frames[0].At-shown.at))
			r.breaks(stream.Intent.Name, observed, shown.seq, stream.Intent.Seq, frames[0].Seq)
		}
	}
}

// past gives the ephemeral events of the stream's tenant that were seen at
// least one settle window before it was asked for.
func (f facts) past(stream journal.SeenStream) []event {
	var events []event
	for _, e := range f.of(stream.Intent.Tenant, journal.ClassEphemeral) {
		if shown, ok := f.shown(e); ok && shown.at+f.Run.Options.Settle <= stream.Intent.At {
			events = append(events, e)
		}
	}
	return events
}

// proveNoReturn asks that one of the two later streams really would have shown
// an ephemeral event that came back. The class is that of the event whose id
// the request has to name. An answer to an ephemeral id that is no stream
// shows nothing, which is as good.
func (f facts) proveNoReturn(r *ruling, stream journal.SeenStream, class string) {
	got := streamReply(stream)
	name := got.name
	switch {
	case !got.asked:
		r.lacks(f.because("host-event-delivery", "no stream was asked for after the ephemeral event had been seen"))
		return
	case !f.namesClass(stream, class):
		r.lacks(fmt.Sprintf("%s did not name a %s event of its own", name, class), stream.Intent.Seq)
		return
	case class == journal.ClassEphemeral && got.noStream():
		r.keep(got.at.seq)
		return
	}
	reason := "no ephemeral event had been seen one settle window before " + name + " was asked for"
	for _, e := range f.past(stream) {
		bracket := f.absentFrom(stream, e)
		if r.accept(bracket) {
			return
		}
		reason = bracket.gap
	}
	r.lacks(reason, stream.Intent.Seq, stream.Seq, stream.EndSeq)
}

// namesClass says that the request named an event of the class and of its own
// tenant.
func (f facts) namesClass(stream journal.SeenStream, class string) bool {
	if stream.Intent.LastEventID == nil {
		return false
	}
	for _, e := range f.byID[*stream.Intent.LastEventID] {
		if e.class == class && e.tenant == stream.Intent.Tenant {
			return true
		}
	}
	return false
}

// notHonoured tells that a legacy stream left out what came after its cursor:
// to honour it within retention is a SHOULD.
func (f facts) notHonoured() []Finding {
	stream := f.stream(journal.StreamDeliveryAgain)
	cursor, ok := f.cursorOf(stream)
	if !ok || !streamReply(stream).eventStream() {
		return nil
	}
	if _, open := f.openSince(stream, journal.ClassDurable); !open {
		return nil
	}
	for _, e := range f.of(stream.Intent.Tenant, journal.ClassDurable) {
		shown, was := f.shown(e)
		if !was || !f.sequential(cursor, e) || !shown.before(place{stream.Intent.At, stream.Intent.Seq}) {
			continue
		}
		if _, seen := f.seen(stream.Intent.Name, e); !seen {
			message := fmt.Sprintf("%s was asked for after %s and did not bring %s; honouring Last-Event-ID within retention is a SHOULD", stream.Intent.Name, cursor.name, e.name)
			return []Finding{advisory("not-redelivered", message, stream.Intent.Seq, e.answered.seq)}
		}
	}
	return nil
}
