package judges

import (
	"hostwitness/witness/journal"
)

// resumeLossless judges 0247.resume-lossless (RFC 0247 §B, §C together with
// RFC 0250 §B: without strict replay a resume only SHOULD lose nothing).
func resumeLossless() Judge {
	return Judge{
		Leg:   "0247.resume-lossless",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(askedLong, discovered, claimsHostEvents, boundsStreams, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeResumeLossless,
	}
}

// losslessRules are the rules of a resume after the host's own end.
type losslessRules struct{ accepted, complete, once *ruling }

func judgeResumeLossless(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	l := losslessRules{
		accepted: rules("accepted", "200 text/event-stream"),
		complete: rules("complete", "every durable event comes before the end or after the resume"),
		once:     rules("exactly-once", "no durable event twice, and none again that had come before the end"),
	}
	all := []*ruling{l.accepted, l.complete, l.once}
	resumes := 0
	for _, pair := range []struct{ ended, resumed string }{
		{journal.StreamBoundedBusy1, journal.StreamBoundedResumed1}, {journal.StreamBoundedBusy2, journal.StreamBoundedResumed2},
	} {
		r, strict := f.strictResume(pair.resumed)
		if !strict {
			continue
		}
		resumes++
		if r.aged != "" {
			lackAll(all, r.aged, r.at.seq)
			continue
		}
		if l.judgeAnswer(f, r) {
			l.judgeMissing(f, f.lastNamed(pair.ended), r)
			l.judgeRepeated(f, r)
		}
	}
	if resumes == 0 {
		lackAll(all, f.unresumedEnd())
	}
	return f.unsettled(gathered(all...), f.drifted(replayClaim(), streamAgeClaim()))
}

// unresumedEnd says why no stream was resumed.
func (f facts) unresumedEnd() string {
	if reason := f.unheld(); reason != "" {
		return reason
	}
	return f.because("bounded-stream", "the host ended no stream under traffic that it may end, so nothing was resumed")
}

// lastNamed is the last stream that was asked for under a name: the one that
// was resumed.
func (f facts) lastNamed(name string) journal.SeenStream {
	streams := f.named(name)
	if len(streams) == 0 {
		return f.stream(name)
	}
	return streams[len(streams)-1]
}

// judgeAnswer holds the answer to an opened stream and reports whether it was
// one.
func (l losslessRules) judgeAnswer(f facts, r resumed) bool {
	record := r.at.seq
	excuse := f.excuse(r.reply)
	switch {
	case r.eventStream():
		l.accepted.keep(record)
		return true
	case excuse != "":
		l.accepted.lacks(r.name+" was "+f.whole(r.reply), record)
	default:
		l.accepted.breaks(r.name, r.String()+" to the cursor of "+r.cursor.name, r.cursor.answered.seq, record)
	}
	lackAll([]*ruling{l.complete, l.once}, r.name+" was "+f.whole(r.reply), record)
	return false
}

// judgeMissing looks for every durable event since the first stream was proven
// open: what was there before the cursor on that stream, the rest on the resumed
// one. Both were asked for with replay=required, which keeps the order.
func (l losslessRules) judgeMissing(f facts, ended journal.SeenStream, r resumed) {
	since, open := f.openSince(ended, journal.ClassDurable)
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		before, passed := f.seen(ended.Intent.Name, e)
		after, came := f.seen(r.name, e)
		switch {
		case passed:
			l.complete.keep(before.Seq)
		case came:
			l.complete.keep(after.Seq)
		case open && ended.Intent.Replay && since.before(e.caused) && f.sequential(e, r.cursor):
			l.complete.breaks(r.name, e.name+" came neither before the end nor after the resume, and the later "+r.cursor.name+" had come", append(e.records(), ended.EndSeq)...)
		case !f.sequential(r.cursor, e) || e.caused.at > r.stream.EndedAt:
		case f.overdue(r, e):
			l.complete.breaks(r.name, f.unseen(r, e), append(e.records(), r.at.seq, r.stream.EndSeq)...)
		case e.caused.before(r.sent):
			l.complete.lacks(f.unseen(r, e)+" ("+endOf(r.stream)+")", e.answered.seq, r.stream.EndSeq)
		}
	}
}

// judgeRepeated looks for what came again, or twice, on the resumed stream.
func (l losslessRules) judgeRepeated(f facts, r resumed) {
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		frames := f.sights[r.name][e.id]
		switch {
		case len(frames) == 0:
		case e.id == r.cursor.id || f.sequential(e, r.cursor):
			l.once.breaks(r.name, e.name+" came again, which had come before the end", e.answered.seq, frames[0].Seq)
		case len(frames) > len(f.byID[e.id]):
			l.once.breaks(r.name, e.name+" came "+counted(len(frames), "time"), frames[0].Seq, frames[1].Seq)
		default:
			l.once.keep(frames[0].Seq)
		}
	}
	if l.once.silent() {
		l.once.lacks("no durable event of this run came on " + r.name)
	}
}
