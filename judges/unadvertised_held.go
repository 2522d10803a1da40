package judges

import (
	"hostwitness/witness/journal"
)

// unadvertisedHeld judges 0247.unadvertised-held (RFC 0247 §B).
func unadvertisedHeld() Judge {
	return Judge{
		Leg:   "0247.unadvertised-held",
		Needs: []operation{opensStream},
		Gate:  gated(askedLong, discovered, claimsHostEvents, boundsNothing),
		Judge: judgeUnadvertisedHeld,
	}
}

func judgeUnadvertisedHeld(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("held", "a stream that opted in is never ended by a host that declares no bound")
	if reason := f.unheld(); reason != "" {
		r.lacks(reason)
	}
	var ends []journal.SeenStream
	for _, stream := range f.optedIn() {
		switch {
		case endedByHost(stream):
			ends = append(ends, stream)
		case lastedAtMost(stream) >= f.Run.Options.Hold:
			r.keep(stream.Seq, stream.EndSeq)
		case again(stream):
		default:
			r.lacks(f.shortlyWatched(stream), stream.Seq, stream.EndSeq)
		}
	}
	f.weighEnds(r, ends)
	return f.unsettled(gathered(r), f.drifted(streamAgeClaim()))
}
