package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// resumed is a strict resume after a durable event of ours, and what it owed.
type resumed struct {
	stream journal.SeenStream
	reply
	cursor event
	core   bool   // one of the three that this leg asks for and stays on
	aged   string // why nothing binds the host for this cursor, "" when it is bound
}

// coreResumes are the resumes from the first, a middle and the last position.
func coreResumes() []string {
	return []string{journal.StreamReplayFirst, journal.StreamReplayMiddle, journal.StreamReplayLast}
}

// resumes gives every strict resume of the run that named a durable event of
// its own tenant which had been seen, in the order they were asked for.
func (f facts) resumes() []resumed {
	var all []resumed
	for _, name := range f.Opened {
		r, strict := f.strictResume(name)
		if !strict {
			continue
		}
		if shown, seen := f.sighted(r.cursor); seen && shown.before(r.sent) {
			all = append(all, r)
		}
	}
	return all
}

// strictResume reads one stream, and reports whether it was a strict resume
// after a durable event of its own tenant.
func (f facts) strictResume(name string) (resumed, bool) {
	stream := f.stream(name)
	cursor, own := f.cursorOf(stream)
	if !own || !stream.Intent.Replay {
		return resumed{}, false
	}
	return resumed{
		stream: stream, reply: streamReply(stream), cursor: cursor,
		core: oneOf(name, coreResumes()), aged: f.aged(stream, cursor),
	}, true
}

// binds says that the stream is one on which RFC 0250 §B binds the host.
func (r resumed) binds() bool { return r.eventStream() && r.aged == "" }

// backlog gives the durable events that were caused after the cursor had been
// seen, and had been answered before the resume was asked for.
func (f facts) backlog(r resumed) []event {
	var owed []event
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		if f.sequential(r.cursor, e) && !f.atHandoff(r, e) {
			owed = append(owed, e)
		}
	}
	return owed
}

// live gives the durable events that were caused after the host had answered
// the resume and while the stream was there. A stream whose answer was still
// awaited counts from its request on: nothing may be missing there.
func (f facts) live(r resumed) []event {
	var events []event
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		if r.sent.before(e.caused) && e.caused.at <= r.stream.EndedAt {
			events = append(events, e)
		}
	}
	return events
}

// overdue says that an event which the stream owes and did not show will not
// come: the stream outlasted it or, since a strict resume keeps the order, it
// went on to a later event and recorded for one settle window from there.
func (f facts) overdue(r resumed, e event) bool {
	if f.outlasted(r.stream, e, later(r.at, e.answered)) {
		return true
	}
	for _, next := range f.of(e.tenant, journal.ClassDurable) {
		frame, seen := f.seen(r.stream.Intent.Name, next)
		if seen && f.sequential(e, next) && r.stream.EndedAt-frame.At >= f.Run.Options.Settle {
			return true
		}
	}
	return false
}

func (f facts) unseen(r resumed, e event) string {
	return fmt.Sprintf("%s did not come, in %s of recording after the answer", e.name, rounded(r.stream.EndedAt-r.at.at))
}

// closing brackets the absence of something from before the resume: an event
// that was caused after the request was seen, and one settle window followed.
func (f facts) closing(r resumed) absence {
	return f.closed(r.stream, event{name: r.cursor.name, id: r.cursor.id, answered: r.cursor.answered}, r.sent, r.sent)
}
