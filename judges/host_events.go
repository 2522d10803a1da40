package judges

import (
	"slices"
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// hostEvent is something seen that is a host event, by whomever it was caused.
type hostEvent struct {
	where       string
	kind, class string // "" where it does not say
	unsure      string // why what it says proves nothing
	record      int64
}

// hostEvents gives every host event of the run: the frames and deliveries of
// this run's own events, and those of others that surely are of one and were
// emitted while the run went on.
func (f facts) hostEvents() []hostEvent {
	var events []hostEvent
	for _, name := range f.Opened {
		for _, frame := range f.recent(f.stream(name)) {
			if seen, ok := f.hostEventIn(frame); ok {
				events = append(events, seen)
			}
		}
	}
	for _, name := range f.inboxes() {
		for _, delivery := range f.Inboxes[name].Deliveries {
			if seen, ok := f.hostEventOf(delivery); ok {
				events = append(events, seen)
			}
		}
	}
	return events
}

// recent gives the frames of a stream, in their order, without those that may
// show what was emitted before the run, when the host may have listed other
// types. Without replay=required a host may show what it keeps from any place on
// until a durable event proves the stream open; an ephemeral one proves nothing
// of the kind, since it may overtake what is kept. With replay=required nothing
// comes but what followed an event of this run (RFC 0250 §B).
func (f facts) recent(stream journal.SeenStream) []journal.SeenFrame {
	frames := inWireOrder(stream.Frames)
	if stream.Intent.Replay {
		return frames
	}
	since, open := f.openSince(stream, journal.ClassDurable)
	return slices.DeleteFunc(slices.Clone(frames), func(frame journal.SeenFrame) bool {
		return mayBeOld(frame) && (!open || framePlace(frame).before(since))
	})
}

// mayBeOld says that a frame is of somebody else's event, and not of one that is
// ephemeral, since those are never shown again.
func mayBeOld(frame journal.SeenFrame) bool {
	return frame.Foreign != nil && frame.Foreign.Class != journal.ClassEphemeral
}

func (f facts) hostEventIn(frame journal.SeenFrame) (hostEvent, bool) {
	where := frame.Stream + ": a frame"
	switch {
	case !frame.Dispatched:
		return hostEvent{}, false
	case f.owner(frame) != "" && frame.Foreign == nil:
		return saidBy(readDocument(frame.Data), where, frame.Seq)
	}
	return foreignEvent(frame.Foreign, where, frame.Seq)
}

func (f facts) hostEventOf(delivery journal.SeenDelivery) (hostEvent, bool) {
	where := delivery.Inbox + ": a delivery"
	if f.subject(delivery) == "" || delivery.Foreign != nil {
		return foreignEvent(delivery.Foreign, where, delivery.Seq)
	}
	return saidBy(envelopeIn(delivery), where, delivery.Seq)
}

func saidBy(envelope document, where string, record int64) (hostEvent, bool) {
	kind, _ := envelope.text("type")
	class, _ := envelope.text("delivery")
	return hostEvent{where: where, kind: kind, class: class, unsure: envelope.unsure, record: record}, kind != ""
}

// keptText is how much of a foreign name is kept: one as long may be cut.
const keptText = 128

// foreignEvent reads what was kept of others' traffic. It surely is a host
// event when it has an eventId of its grammar, a type of its grammar (or, with a
// class, of several segments in another spelling), every member that an envelope
// must have and none that a run event has. The two heartbeat messages keep their
// own shape, whatever that is, and are none (RFC 0236 §B).
func foreignEvent(foreign *journal.Foreign, where string, record int64) (hostEvent, bool) {
	if foreign == nil || isHeartbeat(foreign.Type) || isHeartbeat(foreign.Kind) {
		return hostEvent{}, false
	}
	kind := foreign.Type
	if foreign.Kind != "" {
		kind = foreign.Kind
	}
	for _, member := range []string{"eventId", "type", "timestamp", "delivery", "payload"} {
		if !oneOf(member, foreign.Members) {
			return hostEvent{}, false
		}
	}
	classed := foreign.Class == journal.ClassDurable || foreign.Class == journal.ClassEphemeral
	named := schemas.HostEventType(kind) || classed && strings.Contains(kind, ".")
	whole := schemas.EventID(foreign.EventID) && named && len(kind) < keptText
	if !whole || oneOf("runId", foreign.Members) || oneOf("sequence", foreign.Members) {
		return hostEvent{}, false
	}
	return hostEvent{where: where, kind: kind, class: foreign.Class, record: record}, true
}

func isHeartbeat(kind string) bool {
	return oneOf(kind, []string{"heartbeat.evaluated", "heartbeat.stateChanged"})
}
