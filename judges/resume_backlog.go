package judges

import (
	"hostwitness/witness/journal"
)

// resumeBacklog judges 0250.resume-backlog (RFC 0250 §B).
func resumeBacklog() Judge {
	return Judge{
		Leg:   "0250.resume-backlog",
		Needs: []operation{opensStream, causesEvents},
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
		if r.stream.Intent.Resumable {
			continue // what follows the end of a bounded stream is a leg of its own
		}
		core[r.name] = core[r.name] || r.core
		b.judgeAccepted(f, r)
		if r.binds() {
			b.judgePresent(f, r)
			b.judgeMissing(f, r)
		}
		b.lackUnbound(f, r)
	}
	for _, name := range coreResumes() {
		if !core[name] {
			lackAll(b.all(), f.unresumed(name))
		}
	}
	for _, rule := range []*ruling{b.complete, b.once, b.order} {
		if rule.silent() {
			rule.lacks("no resumed stream brought enough of this run's events to tell")
		}
	}
	return f.unsettled(gathered(b.all()...), f.drifted(typesClaim(), replayClaim()))
}
