package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// ephemeralNotReplayed judges 0250.ephemeral-not-replayed (RFC 0250 §B).
func ephemeralNotReplayed() Judge {
	return Judge{
		Leg:   "0250.ephemeral-not-replayed",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassEphemeral), causes(journal.ClassDurable)),
		Judge: judgeEphemeralNotReplayed,
	}
}

func judgeEphemeralNotReplayed(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	rule := rules("not-replayed", "no ephemeral event from before the resume on a resumed stream")
	core := map[string]bool{}
	for _, r := range f.resumes() {
		for _, e := range f.past(r.stream) {
			if frames := f.sights[r.name][e.id]; len(frames) > 0 {
				observed := fmt.Sprintf("%s came, which had been seen before the resume", e.name)
				rule.breaks(r.name, observed, e.answered.seq, r.stream.Intent.Seq, frames[0].Seq)
			}
		}
		if r.core {
			core[r.name] = true
			f.proveNotReplayed(rule, r)
		}
	}
	for _, name := range coreResumes() {
		if !core[name] {
			rule.lacks(f.unresumed(name))
		}
	}
	return f.unsettled(gathered(rule), f.drifted(typesClaim(), replayClaim()))
}

// proveNotReplayed asks that the resumed stream went through all it owed and
// on to a live event, so that an ephemeral event among it would have been seen.
func (f facts) proveNotReplayed(rule *ruling, r resumed) {
	if !r.eventStream() {
		rule.lacks(r.name+" was "+f.whole(r.reply), r.at.seq)
		return
	}
	for _, e := range f.backlog(r) {
		if _, seen := f.seen(r.name, e); !seen {
			rule.lacks(f.unseen(r, e)+", so the backlog was not gone through", e.answered.seq, r.at.seq)
			return
		}
	}
	reason := "no ephemeral event had been seen one settle window before " + r.name + " was asked for"
	for _, e := range f.past(r.stream) {
		bracket := f.absentFrom(r.stream, e)
		if rule.accept(bracket) {
			return
		}
		reason = bracket.gap
	}
	rule.lacks(reason, r.stream.Intent.Seq, r.at.seq, r.stream.EndSeq)
}
