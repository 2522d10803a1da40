package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// replayScope judges 0250.replay-tenant-scope (RFC 0250 §B, with RFC 0236 §D):
// what a strict resume brings of the log is the caller's own.
func replayScope() Judge {
	return Judge{
		Leg:   "0250.replay-tenant-scope",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeReplayScope,
	}
}

// scoped holds the rules of a replay of one tenant's log.
type scoped struct {
	event, id *ruling
}

func judgeReplayScope(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	s := scoped{
		event: rules("not-replayed", "no event of the other tenant from before the resume"),
		id:    rules("not-mentioned", "no id of such an event in what is replayed"),
	}
	if f.kinship() != oneTenant && !f.indistinct() {
		for _, r := range f.resumes() {
			s.find(f, r)
		}
	}
	if gap, records := f.secondCredential(); gap != "" {
		lackAll([]*ruling{s.event, s.id}, gap, records...)
	} else {
		s.prove(f, journal.TenantA)
		if f.selects(isolation().Leg) {
			s.prove(f, journal.TenantB) // whose stream is resumed for that leg
		}
	}
	return f.unsettled(gathered(s.event, s.id), f.drifted(typesClaim(), replayClaim()))
}

// selects says that the operator's selection has the leg in it.
func (f facts) selects(leg string) bool {
	return len(f.Run.Legs) == 0 || oneOf(leg, f.Run.Legs)
}

// find looks on a resumed stream for the other tenant's events that were in the
// log when it was asked for. A leak needs no bracket.
func (s scoped) find(f facts, r resumed) {
	var foreign []event
	for _, e := range f.exclusive(other(r.stream.Intent.Tenant)) {
		if shown, seen := f.shown(e); e.class == journal.ClassDurable && seen && shown.before(r.sent) {
			foreign = append(foreign, e)
		}
	}
	for _, e := range foreign {
		for _, frame := range f.sights[r.name][e.id] {
			s.event.breaks(r.name, fmt.Sprintf("a frame of %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, frame.Seq)
		}
	}
	f.findMentions(s.id, f.replayed(r), foreign)
}

// replayed is what a resumed stream showed up to the last event that was owed
// from the log. What comes after that is live, and isolation's business.
func (f facts) replayed(r resumed) journal.SeenStream {
	var until place
	for _, e := range f.backlog(r) {
		if frame, seen := f.seen(r.name, e); seen {
			until = later(until, framePlace(frame))
		}
	}
	part := r.stream
	part.Opened, part.Ended, part.Frames, part.Comments = journal.Opened{}, nil, nil, nil
	for _, frame := range r.stream.Frames {
		if frame.Seq <= until.seq {
			part.Frames = append(part.Frames, frame)
		}
	}
	for _, comment := range r.stream.Comments {
		if comment.Seq <= until.seq {
			part.Comments = append(part.Comments, comment)
		}
	}
	return part
}

// prove asks for a resume of the tenant that would have brought an event of the
// other: one that lies between the cursor and an event which the resume did
// bring.
func (s scoped) prove(f facts, tenant journal.Tenant) {
	gap := absence{gap: f.because("host-event-strict-replay", fmt.Sprintf("no stream of tenant %s was resumed over an event of the other tenant", tenant))}
	for _, r := range f.resumes() {
		if r.stream.Intent.Tenant != tenant {
			continue
		}
		if !r.eventStream() {
			gap = absence{gap: r.name + " was " + f.whole(r.reply), records: []int64{r.at.seq}}
			continue
		}
		for _, e := range f.of(other(tenant), journal.ClassDurable) {
			if !f.between(r, e) {
				continue
			}
			if gap = f.absentFrom(r.stream, e); gap.proven {
				s.event.accept(gap)
				s.id.accept(gap)
				return
			}
		}
	}
	lackAll([]*ruling{s.event, s.id}, gap.gap, gap.records...)
}

// between says that an event of the other tenant lies in time between the
// cursor and an event that the resume brought from the log.
func (f facts) between(r resumed, e event) bool {
	shown, seen := f.shown(e)
	if !seen || !shown.before(r.sent) || !f.sequential(r.cursor, e) {
		return false
	}
	for _, owed := range f.backlog(r) {
		if _, came := f.seen(r.name, owed); came && f.sequential(e, owed) {
			return true
		}
	}
	return false
}
