package judges

import (
	"hostwitness/witness/journal"
)

// holdOpen judges 0247.hold-open (RFC 0247 §A, §B).
func holdOpen() Judge {
	return Judge{
		Leg:   "0247.hold-open",
		Needs: []operation{opensStream},
		Gate:  gated(askedLong, discovered, claimsHostEvents),
		Judge: judgeHoldOpen,
	}
}

// judgeHoldOpen looks at the streams that did not opt in: the control streams
// of the run, and one that is there for this alone. The host's bound, where it
// declares one, is none for them.
func judgeHoldOpen(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("held", "a stream without resumable=true is never ended by the host")
	var ends []journal.SeenStream
	for _, stream := range f.named(journal.StreamControlA, journal.StreamControlB, journal.StreamBoundedPlain) {
		ends = f.heldOr(r, stream, ends)
	}
	f.weighEnds(r, ends)
	if len(f.named(journal.StreamBoundedPlain)) == 0 {
		got := f.replyTo(journal.StreamBoundedPlain)
		reason := f.because("bounded-stream", "no stream was asked for to be held without resumable=true")
		if got.asked {
			reason = got.name + " was " + f.whole(got)
		}
		r.lacks(reason, got.at.seq)
	}
	return f.unsettled(gathered(r), f.drifted(streamAgeClaim()))
}
