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

// judgePresent looks at what came on a resumed stream and must not have, or
// not twice, or not before what it came before.
func (b backlogRules) judgePresent(f facts, r resumed) {
	name := r.name
	var came []event
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		frames := f.sights[name][e.id]
		if len(frames) == 0 {
			continue
		}
		switch {
		case e.id == r.cursor.id:
			b.cursor.breaks(name, "the event of the cursor, "+e.name+", came", e.answered.seq, frames[0].Seq)
			continue
		case f.sequential(e, r.cursor):
			b.later.breaks(name, e.name+" came, which was there before the cursor "+r.cursor.name, e.answered.seq, frames[0].Seq)
			continue
		case len(frames) > len(f.byID[e.id]):
			b.once.breaks(name, e.name+" came "+counted(len(frames), "time"), frames[0].Seq, frames[1].Seq)
		default:
			b.once.keep(frames[0].Seq)
		}
		came = append(came, e)
	}
	b.judgeOrder(f, r, came)
}

// judgeOrder compares every two events of which one was seen before the other
// was caused.
func (b backlogRules) judgeOrder(f facts, r resumed, came []event) {
	for i, x := range came {
		for _, y := range came[i+1:] {
			if !f.sequential(x, y) {
				continue
			}
			first, second := f.sights[r.name][x.id][0], f.sights[r.name][y.id][0]
			observed := y.name + " came before " + x.name + ", which had been seen before it was caused"
			b.order.weigh(first.Offset < second.Offset, "", r.name, observed, first.Seq, second.Seq)
		}
	}
}

// judgeMissing looks at what a resumed stream owed.
func (b backlogRules) judgeMissing(f facts, r resumed) {
	for _, e := range f.backlog(r) {
		b.weighOwed(b.complete, f, r, e)
	}
	seen := 0
	for _, e := range f.live(r) {
		seen += b.weighOwed(b.live, f, r, e)
	}
	if seen == 0 && r.core && !b.endedEarly(f, r) && len(b.live.breaches) == 0 {
		b.live.lacks("no event caused after " + r.name + " was asked for was seen on it (" + endOf(r.stream) + ")")
	}
	if !r.core {
		return
	}
	bracket := f.closing(r)
	for _, rule := range []*ruling{b.cursor, b.later} {
		if !rule.accept(bracket) {
			rule.lacks(bracket.gap, bracket.records...)
		}
	}
}

// weighOwed judges one event that the stream owed and counts it when it came.
// Of streams that the suite leaves early only what came counts.
func (b backlogRules) weighOwed(rule *ruling, f facts, r resumed, e event) int {
	frame, seen := f.seen(r.name, e)
	switch {
	case seen:
		rule.keep(e.answered.seq, frame.Seq)
		return 1
	case f.overdue(r, e):
		rule.breaks(r.name, f.unseen(r, e), append(e.records(), r.at.seq, r.stream.EndSeq)...)
	case r.core && rule == b.complete:
		rule.lacks(f.unseen(r, e)+" ("+endOf(r.stream)+")", e.answered.seq, r.stream.EndSeq)
	}
	return 0
}

// endedEarly breaks the rule about going on live when the host ended every one
// of the three streams in good order before anything live came, while the
// control stream on the same path stayed open longer than they did.
func (b backlogRules) endedEarly(f facts, r resumed) bool {
	if !f.outlived(r) {
		return false
	}
	for _, name := range coreResumes() {
		stream := f.stream(name)
		if !streamReply(stream).eventStream() || stream.Ended == nil || stream.Ended.How != journal.EndedClean {
			return false
		}
	}
	b.live.breaks(r.name, "the host ended the stream "+(r.stream.EndedAt-r.at.at).String()+" after its answer, before anything live came", r.at.seq, r.stream.EndSeq)
	return true
}

// outlived says that a control stream lasted longer than the resumed one did.
func (f facts) outlived(r resumed) bool {
	for _, control := range f.controls(r.stream.Intent.Tenant) {
		whole := control.Ended == nil || control.Ended.How == journal.EndedLeft
		if whole && control.EndedAt-control.OpenedAt > r.stream.EndedAt-r.at.at {
			return true
		}
	}
	return false
}
