package judges

import (
	"cmp"

	"hostwitness/witness/journal"
)

// envelopeRules are the rules that every single frame is held to.
type envelopeRules struct {
	eventField, dataJSON, position, members, eventID, eventType *ruling
	class, timestamp, payload, workspace, durableID             *ruling

	notes []Finding // an unasked workspaceId
}

func newEnvelopeRules() *envelopeRules {
	return &envelopeRules{
		eventField: rules("event-field", "an event field in this frame that equals the type"),
		dataJSON:   rules("data-json", "one JSON object in UTF-8, no name twice"),
		position:   rules("no-run-position", "neither runId nor sequence"),
		members:    rules("members", "eventId, type, timestamp, delivery and payload, at most workspaceId besides"),
		eventID:    rules("event-id", "the eventId that was answered, of its grammar"),
		eventType:  rules("event-type", "the type that was caused, and listed in hostEvents.types"),
		class:      rules("delivery-class", "the class that hostEvents.types lists for the type"),
		timestamp:  rules("timestamp", "an RFC 3339 date-time, when the host produced the event"),
		payload:    rules("payload", "an object, empty for a reserved type"),
		workspace:  rules("workspace", "where workspaceId is there, a string of its grammar"),
		durableID:  rules("durable-id", "an id field in this frame that is the eventId"),
	}
}

func (r *envelopeRules) all() []*ruling {
	return []*ruling{r.eventField, r.dataJSON, r.position, r.members, r.eventID, r.eventType, r.class, r.timestamp, r.payload, r.workspace, r.durableID}
}

func (r *envelopeRules) judge(f framed) {
	r.weigh(r.eventField, f, f.eventField(), "")
	if f.event.class == journal.ClassDurable {
		r.weigh(r.durableID, f, f.idField(), "")
	}
	unsure := f.envelope.unsure
	if f.envelope.object == nil {
		r.weigh(r.dataJSON, f, f.envelope.fault, unsure)
		return
	}
	if fault := suiteFault(f.problems); fault != "" {
		lackAll(r.all(), fault)
		return
	}
	r.weigh(r.dataJSON, f, "", unsure)
	r.weigh(r.position, f, f.position(), unsure)
	r.weigh(r.members, f, f.closed(), unsure)
	for _, member := range []struct {
		rule  *ruling
		name  string
		wrong string
	}{
		{r.eventID, "eventId", f.eventID()},
		{r.eventType, "type", f.eventType()},
		{r.class, "delivery", f.class()},
		{r.timestamp, "timestamp", cmp.Or(f.about("timestamp"), f.dating)},
		{r.payload, "payload", f.payload()},
	} {
		if f.envelope.has(member.name) {
			r.weigh(member.rule, f, member.wrong, unsure)
		}
	}
	r.weigh(r.workspace, f, f.about("workspaceId"), unsure)
	r.noteWorkspace(f)
}

func (r *envelopeRules) weigh(rule *ruling, f framed, wrong, unsure string) {
	rule.weigh(wrong == "", unsure, f.where(), wrong, f.frame.Seq)
}

// noteWorkspace tells once that an event names a workspace though the suite
// never asked for one.
func (r *envelopeRules) noteWorkspace(f framed) {
	if len(r.notes) == 0 && f.envelope.has("workspaceId") {
		r.notes = append(r.notes, advisory("workspace",
			f.where()+" has a workspaceId, though none was asked for when the event was caused", f.frame.Seq))
	}
}
