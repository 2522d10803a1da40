package judges

import (
	"hostwitness/witness/journal"
)

// judgeMissing looks at what a resumed stream owed: the whole backlog, and
// something live. That nothing is missing in between is another leg's.
func (b backlogRules) judgeMissing(f facts, r resumed) {
	for _, e := range f.backlog(r) {
		b.weighOwed(b.complete, f, r, e)
	}
	seen := 0
	live := f.live(r)
	for _, e := range live {
		if frame, came := f.seen(r.name, e); came {
			b.live.keep(e.answered.seq, frame.Seq)
			seen++
		}
	}
	if seen == 0 {
		for _, e := range live {
			b.weighOwed(b.live, f, r, e)
		}
	}
	if seen == 0 && r.core && !b.endedEarly(f, r) && len(b.live.breaches) == 0 {
		b.live.lacks("no event caused after " + r.name + " was asked for was seen on it (" + endOf(r.stream) + ")")
	}
	if !r.core {
		return
	}
	bracket := f.closing(r)
	for _, rule := range []*ruling{b.cursor, b.later} {
		rule.prove(bracket)
	}
}

// weighOwed judges one event that the stream owed.
// Of streams that the suite leaves early only what came counts.
func (b backlogRules) weighOwed(rule *ruling, f facts, r resumed, e event) {
	frame, seen := f.seen(r.name, e)
	switch {
	case seen:
		rule.keep(e.answered.seq, frame.Seq)
	case !r.core:
	case f.overdue(r, e):
		rule.breaks(r.name, f.unseen(r, e), append(e.records(), r.at.seq, r.stream.EndSeq)...)
	case rule == b.complete:
		rule.lacks(f.unseen(r, e)+" ("+endOf(r.stream)+")", e.answered.seq, r.stream.EndSeq)
	}
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
	b.live.breaks(r.name, "the host ended the stream "+rounded(r.stream.EndedAt-r.at.at)+" after its answer, before anything live came", r.at.seq, r.stream.EndSeq)
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
