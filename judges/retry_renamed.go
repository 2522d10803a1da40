package judges

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// renaming is what was found in place of a second attempt: that it came under
// another id, or why what came instead is not surely one.
type renaming struct {
	broken, gap string
	record      int64
}

// renamed looks for the second attempt of an event under another id. A delivery
// is one when it is of no event at all: it came after the refusal, is of the
// same type and was produced no earlier by the host's own clock, so that the
// stream of its tenant, which was open all the while, had to show it; and
// neither the stream nor any other inbox knows its id.
func (f facts) renamed(a attempts) renaming {
	refused := a.deliveries[a.refused]
	for _, delivery := range f.Inboxes[a.inbox].Deliveries {
		id, said := f.strangeID(delivery, a.event)
		if id == "" || delivery.At < refused.At || delivery.Seq == refused.Seq {
			continue
		}
		if !producedSince(said, refused) || f.elsewhere(id, a) {
			continue
		}
		if gap := f.unwitnessed(a.event, delivery); gap != "" {
			return renaming{gap: gap, record: delivery.Seq}
		}
		return renaming{record: delivery.Seq, broken: fmt.Sprintf(
			"%s was answered %d and did not come again; a delivery of its type came instead under the eventId %s, which no event of its tenant has",
			a.event.name, refused.Answered, quoted(id))}
	}
	return renaming{}
}

// strangeID gives the id of a delivery that is of the event's type and of no
// event of this run, and when it says that it was produced.
func (f facts) strangeID(delivery journal.SeenDelivery, e event) (id, said string) {
	if foreign := delivery.Foreign; foreign != nil {
		if foreign.Type != e.kind || !schemas.EventID(foreign.EventID) {
			return "", ""
		}
		return foreign.EventID, foreign.Timestamp
	}
	envelope := envelopeIn(delivery)
	id, _ = envelope.text("eventId")
	if kind, _ := envelope.text("type"); kind != e.kind || !schemas.EventID(id) || len(f.byID[id]) > 0 {
		return "", ""
	}
	said, _ = envelope.text("timestamp")
	return id, said
}

// producedSince says that a timestamp is no earlier than that of a delivery.
// Hosts may cut it to whole seconds, all in the same way.
func producedSince(said string, delivery journal.SeenDelivery) bool {
	instant, read := instantIn(said)
	before, dated := instantOf(envelopeIn(delivery))
	return read && dated && !instant.Before(before)
}

// elsewhere says that an id was seen where an event of the tenant is seen: on
// any stream, or in another inbox. One that refused the same event may have got
// the same second attempt.
func (f facts) elsewhere(id string, a attempts) bool {
	for _, name := range f.Opened {
		for _, frame := range f.Streams[name].Frames {
			if frame.EventID == id || frame.ID == id || frame.Foreign != nil && frame.Foreign.EventID == id {
				return true
			}
		}
	}
	for _, inbox := range f.inboxes() {
		if inbox == a.inbox || f.attemptsOf(inbox, a.event).refused >= 0 {
			continue
		}
		for _, delivery := range f.Inboxes[inbox].Deliveries {
			if delivery.EventID == id || delivery.Foreign != nil && delivery.Foreign.EventID == id {
				return true
			}
		}
	}
	return false
}

// unwitnessed says why the tenant's stream might not have shown the event that a
// delivery is of, "" when it would have: it was proven open before, showed the
// event itself, lost nothing, and recorded for a settle window after.
func (f facts) unwitnessed(e event, delivery journal.SeenDelivery) string {
	for _, finding := range f.judgeDelivered().findings() {
		if finding.Outcome == Violated {
			return f.follows("what came in place of a second attempt of " + e.name + " may be an event that the stream did not show")
		}
	}
	for _, stream := range f.controls(e.tenant) {
		since, open := f.openSince(stream, journal.ClassDurable)
		_, shown := f.seen(stream.Intent.Name, e)
		if open && shown && since.before(e.caused) && stream.EndedAt-delivery.At >= f.Run.Options.Settle {
			return ""
		}
	}
	return "no stream of its tenant was open from before " + e.name + " until one settle window after what came in place of a second attempt"
}

// noteDifferences tells how a further attempt differs from the first in what no
// rule is about.
func (i *identity) noteDifferences(first, again journal.SeenDelivery, where string) {
	was, is := envelopeIn(first).object, envelopeIn(again).object
	var members []string
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if name != "eventId" && fmt.Sprint(was[name]) != fmt.Sprint(is[name]) {
			members = append(members, name)
		}
	}
	if len(members) > 0 && was != nil {
		i.notes = append(i.notes, advisory("event-id", fmt.Sprintf("%s differs from the first in %s; a consumer that keeps what came first sees another event than one that keeps what came last",
			where, strings.Join(members, ", ")), first.Seq, again.Seq))
	}
	if len(values(first.Header, headerStandardID)) != len(values(again.Header, headerStandardID)) {
		i.notes = append(i.notes, advisory("webhook-id", where+" and the first do not both have a webhook-id", first.Seq, again.Seq))
	}
}
