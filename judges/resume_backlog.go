package judges

import (
	"hostwitness/witness/journal"
)

// resumeBacklog judges 0250.resume-backlog (RFC 0250 §B).
func resumeBacklog() Judge {
	return Judge{
		Leg:   "0250.resume-backlog",
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeResumeBacklog,
	}
}

// backlogRules are the rules of a strict resume.
type backlogRules struct {
	accepted, complete, once, order, cursor, later, live *ruling
}

func (b backlogRules) all() []*ruling {
	return []*ruling{b.accepted, b.complete, b.once, b.order, b.cursor, b.later, b.live}
}

func judgeResumeBacklog(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	b := backlogRules{
		accepted: rules("accepted", "200 text/event-stream"),
		complete: rules("complete", "every durable event caused after the cursor and before the resume"),
		once:     rules("exactly-once", "no durable event twice on one resumed stream"),
		order:    rules("order", "events caused one after another in that order"),
		cursor:   rules("cursor-excluded", "never the event that the cursor names"),
		later:    rules("only-later", "nothing committed before the cursor"),
		live:     rules("live", "an event caused after the resume arrives on the resumed stream"),
	}
	core := map[string]bool{}
	for _, r := range f.resumes() {
		core[r.name] = core[r.name] || r.core
		b.judgeAccepted(f, r)
		if r.binds() {
			b.judgePresent(f, r)
			b.judgeMissing(f, r)
		}
		b.lackUnbound(r)
	}
	for _, name := range coreResumes() {
		if !core[name] {
			lackAll(b.all(), f.unresumed(name))
		}
	}
	return f.unsettled(gathered(b.all()...), f.drifted(typesClaim(), replayClaim()))
}

// unresumed says why one of the three resumes is not there.
func (f facts) unresumed(name string) string {
	if reason, _ := f.unopened(journal.TenantA); reason != "" {
		return reason
	}
	if !f.replyTo(name).asked {
		return name + " was not asked for" + f.stopNote("host-event-strict-replay")
	}
	return name + " was not asked for with replay=required and a durable event of its own that had been seen"
}

// judgeAccepted holds the answer to a young cursor to an opened stream.
func (b backlogRules) judgeAccepted(f facts, r resumed) {
	record := r.at.seq
	excuse := r.excuse(f.answeredAfter(r.at), f.Run.Options.Patience)
	switch {
	case r.eventStream() && r.aged == "":
		b.accepted.keep(record)
	case r.aged != "":
		if r.core {
			b.accepted.lacks(r.aged, record)
		}
	case excuse != "" || r.denied() && !f.answersElsewhere():
		if r.core {
			b.accepted.lacks(r.name+" was "+r.String(), record)
		}
	default:
		b.accepted.breaks(r.name, r.String()+" to the cursor of "+r.cursor.name, r.cursor.answered.seq, record)
	}
}

// lackUnbound says why one of the three resumes shows nothing.
func (b backlogRules) lackUnbound(r resumed) {
	switch {
	case !r.core || r.binds():
	case r.aged != "":
		lackAll(b.all()[1:], r.aged, r.at.seq)
	default:
		lackAll(b.all()[1:], r.name+" was "+r.String(), r.at.seq)
	}
}
