package judges

import (
	"cmp"
	"fmt"
	"slices"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// framed is one frame of an event of ours on a stream of its own tenant, and
// its envelope as far as it can be judged.
type framed struct {
	frame    journal.SeenFrame
	event    event
	envelope document
	problems []schemas.Problem
	listing  string // the class that the host lists for the event's type
	known    bool   // the host lists the type that the envelope gives
	dating   string // what is wrong with the time that the timestamp gives
}

func (f facts) framed(frame journal.SeenFrame, e event) framed {
	read := framed{frame: frame, event: e, envelope: readDocument(frame.Data), listing: f.classOf(e)}
	if read.envelope.object != nil {
		read.problems = schemas.ValidateValue(schemas.Envelope, read.envelope.object)
		kind, _ := read.envelope.text("type")
		read.known = f.Start.ClassOf(kind) != ""
		read.dating = cmp.Or(f.misdated(e, read.envelope), f.redated(frame, e, read.envelope))
	}
	return read
}

func (f framed) where() string { return fmt.Sprintf("%s: frame of %s", f.frame.Stream, f.event.name) }

// about gives the problems below one member that is there, as one line.
func (f framed) about(member string) string {
	var problems []schemas.Problem
	for _, problem := range f.problems {
		if problem.Member() == member && !outermost(problem) {
			problems = append(problems, problem)
		}
	}
	return schemas.Summary(problems, mostBreaches)
}

// outermost says that a member of the envelope itself is missing or must not
// be there.
func outermost(problem schemas.Problem) bool {
	closes := problem.Keyword == "required" || problem.Keyword == "additionalProperties"
	return closes && problem.Path == "/"+problem.Member()
}

// position gives the members of a run event that the envelope has.
func (f framed) position() string {
	for _, member := range []string{"runId", "sequence"} {
		if f.envelope.has(member) {
			return "the member " + member
		}
	}
	return ""
}

// closed gives what is missing or too much in the envelope. What would give it
// a place in a run's log is a rule of its own.
func (f framed) closed() string {
	problems := slices.DeleteFunc(slices.Clone(f.problems), func(problem schemas.Problem) bool {
		return !outermost(problem) || problem.Member() == "runId" || problem.Member() == "sequence"
	})
	return schemas.Summary(problems, mostBreaches)
}

// eventID gives what is wrong with the id. A frame that only its id field made
// ours has another id in its envelope.
func (f framed) eventID() string {
	if wrong := f.about("eventId"); wrong != "" {
		return wrong
	}
	if id, ok := f.envelope.text("eventId"); ok && id != f.event.id {
		return "eventId " + quoted(id) + ", where " + quoted(f.event.id) + " was answered"
	}
	return ""
}

func (f framed) eventType() string {
	if wrong := f.about("type"); wrong != "" {
		return wrong
	}
	kind, ok := f.envelope.text("type")
	switch {
	case !ok:
		return ""
	case !oneOf(kind, []string{f.event.kind, f.event.said}):
		return "type " + quoted(kind) + ", where " + quoted(f.event.kind) + " was caused"
	case !f.known:
		return "type " + quoted(kind) + ", which hostEvents.types does not list"
	}
	return ""
}

func (f framed) class() string {
	if wrong := f.about("delivery"); wrong != "" {
		return wrong
	}
	if class, ok := f.envelope.text("delivery"); ok && class != f.listing {
		return "delivery " + quoted(class) + ", where " + quoted(f.listing) + " is listed"
	}
	return ""
}

// payload gives what is wrong with the payload. Reserved types have an empty
// one, whatever type the envelope gives (RFC 0241 §A.1).
func (f framed) payload() string {
	if wrong := f.about("payload"); wrong != "" {
		return wrong
	}
	payload := asObject(f.envelope.object["payload"])
	if f.event.kind == journal.ReservedType(f.event.class) && len(payload) > 0 {
		return "a payload with members " + membersOf(payload) + ", where it has to be empty"
	}
	return ""
}

// eventField gives what is wrong with the frame's event field. It has to be
// the type; where the envelope gives another type than was caused, that is a
// rule of its own and either will do.
func (f framed) eventField() string {
	kind, _ := f.envelope.text("type")
	switch {
	case f.frame.EventField != journal.FieldGiven:
		return "event field " + string(f.frame.EventField)
	case !oneOf(f.frame.Event, []string{kind, f.event.kind, f.event.said}):
		return "event field " + quoted(f.frame.Event)
	}
	return ""
}

func (f framed) idField() string {
	switch {
	case f.frame.IDField != journal.FieldGiven:
		return "id field " + string(f.frame.IDField)
	case f.frame.ID != f.event.id:
		return "id field " + quoted(f.frame.ID) + ", where the eventId is " + quoted(f.event.id)
	}
	return ""
}
