package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// strays are the frames of reserved types on control streams that are of no
// event which a call of this run caused, and of none from before the run.
func (f facts) strays() []hostEvent {
	answered := f.answeredIDs()
	var strays []hostEvent
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		for _, control := range f.controls(tenant) {
			for _, frame := range f.recent(control) {
				if f.owner(frame) != "" || answered[foreignID(frame)] {
					continue
				}
				seen, ok := f.hostEventIn(frame)
				if ok && (seen.kind == journal.TypeTestDurable || seen.kind == journal.TypeTestEphemeral) {
					strays = append(strays, seen)
				}
			}
		}
	}
	return strays
}

// answeredIDs are the eventIds in answers to calls of the test trigger that were
// to cause nothing.
func (f facts) answeredIDs() map[string]bool {
	answered := make(map[string]bool)
	for _, name := range journal.CallsOfTrigger() {
		for _, attempt := range f.Exchanges[name] {
			if attempt.Response == nil {
				continue
			}
			if id, ok := readDocument(&attempt.Response.Body).text("eventId"); ok {
				answered[id] = true
			}
		}
	}
	return answered
}

func foreignID(frame journal.SeenFrame) string {
	if frame.Foreign == nil {
		return frame.EventID
	}
	return frame.Foreign.EventID
}

// unasked says that nobody can have asked for an event of the type, since the
// host lists it under no class or under the wrong one.
func (f facts) unasked(kind string) bool {
	for _, class := range f.servedClasses() {
		if journal.ReservedType(class) == kind {
			return false
		}
	}
	return true
}

// showedReserved says that a host which need not serve the test trigger emitted
// what it alone may emit.
func (f facts) showedReserved() bool {
	for _, seen := range f.strays() {
		if f.unasked(seen.kind) {
			return true
		}
	}
	return false
}

// weighStrays breaks the rule by events that nobody can have asked for, and
// tells of the others: another client of the tenant may have asked for them.
func (f facts) weighStrays(r *ruling) []Finding {
	var others []int64
	for _, seen := range f.strays() {
		if f.unasked(seen.kind) {
			r.breaks(seen.where, fmt.Sprintf("type %s, which the test trigger need not serve", quoted(seen.kind)), seen.record)
			continue
		}
		others = append(others, seen.record)
	}
	if len(f.servedClasses()) < 2 {
		if reason, records := f.unwatched(); reason != "" {
			r.lacks(reason, records...)
		} else {
			r.keep(f.Start.Seq, f.stream(journal.StreamControlA).EndSeq)
		}
	}
	if len(others) == 0 {
		return nil
	}
	return []Finding{advisory("only-in-answer", fmt.Sprintf("%s of a reserved type came that no call of this run explains: another client of the tenant may have called the test trigger, "+
		"or the host emits more than it was asked for", counted(len(others), "frame")), others...)}
}

// repeatedCall tells of a call that was made again with its Idempotency-Key and
// caused another event. That a host honours the key is a statement of the core
// text, so nothing of this leg is broken by it.
func (f facts) repeatedCall() []Finding {
	got := f.lastReply(journal.CallTriggerRepeated)
	first, caused := f.firstServed()
	id, ok := readDocument(got.body).text("eventId")
	if !caused || !got.success() || !ok || id == first.id {
		return nil
	}
	return []Finding{advisory("ordinary-path", fmt.Sprintf("%s was %s with eventId %s, where the same call with the same Idempotency-Key was answered %s before: "+
		"a client that tries again causes a second event", got.name, got, quoted(id), quoted(first.id)), first.answered.seq, got.at.seq)}
}

// firstServed is the event of the call that is made again.
func (f facts) firstServed() (event, bool) {
	for _, e := range f.events {
		if e.name == journal.EmitTriggerDurable || e.name == journal.EmitTriggerEphemeral {
			return e, true
		}
	}
	return event{}, false
}
