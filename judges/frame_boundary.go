package judges

import (
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// frameBoundary judges 0247.frame-boundary (RFC 0247 §B).
func frameBoundary() Judge {
	return Judge{
		Leg:   "0247.frame-boundary",
		Needs: []operation{opensStream},
		Gate:  gated(askedLong, discovered, claimsHostEvents, boundsStreams),
		Judge: judgeFrameBoundary,
	}
}

func judgeFrameBoundary(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("whole-frames", "the host ends a stream behind a whole frame")
	var cut []journal.SeenStream
	ended := 0
	for _, stream := range f.optedIn() {
		switch {
		case !endedByHost(stream):
			continue
		case withinFrame(stream):
			cut = append(cut, stream)
		case stream.Ended.Bytes > 0:
			r.keep(stream.EndSeq)
		}
		ended++
	}
	for _, stream := range f.resumedOn() {
		if endedByHost(stream) && withinFrame(stream) {
			cut = append(cut, stream)
		}
	}
	f.weighCut(r, cut)
	reason := f.unheld()
	switch {
	case reason != "":
		r.lacks(reason)
	case ended == 0:
		r.lacks("the host ended no stream that opted in, so there was no end to look at")
	case r.silent():
		r.lacks("nothing came on the streams that the host ended")
	}
	return f.unsettled(gathered(r), f.drifted(streamAgeClaim()))
}

// withinFrame says that a block of an event was begun and not ended. A retry
// field takes effect without the blank line, as a comment does, and RFC 0247
// shows it as the last line.
func withinFrame(stream journal.SeenStream) bool {
	return slices.ContainsFunc(stream.Ended.Begun, func(field string) bool { return field != "retry" })
}

// weighCut breaks the rule when it was seen at two moments that a body ended in
// good order within a frame.
func (f facts) weighCut(r *ruling, cut []journal.SeenStream) {
	for _, stream := range cut {
		observed := "it ended within a frame: the fields " + strings.Join(stream.Ended.Begun, ", ") + " stood behind the last whole one"
		switch doubt := f.doubtOfEnds(); {
		case doubt != "":
			r.lacks(stream.Intent.Name+": "+observed+"; "+doubt, stream.EndSeq)
		case !atTwoMoments(cut):
			r.lacks(stream.Intent.Name+": "+observed+", which was seen at one moment only: that may be the moment of a restart", stream.EndSeq)
		default:
			r.breaks(stream.Intent.Name, observed, stream.EndSeq)
		}
	}
}
