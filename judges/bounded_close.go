package judges

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// boundedClose judges 0247.bounded-close (RFC 0247 §B).
func boundedClose() Judge {
	return Judge{
		Leg:   "0247.bounded-close",
		Needs: []operation{opensStream},
		Gate:  gated(askedLong, discovered, claimsHostEvents, claimsStreamAge),
		Judge: judgeBoundedClose,
	}
}

func judgeBoundedClose(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	facet := rules("facet", "limits.maxStreamAgeSec is a whole number of at least 15")
	early := rules("not-before-15s", "a stream that opted in is not ended before it has been open for 15 s")
	bound := rules("ends-by-bound", "a stream that opted in is ended by the age that limits.maxStreamAgeSec declares")
	facet.weigh(f.bound() > 0, "", "discovery: limits", "maxStreamAgeSec is "+quoted(f.Start.StreamAgeJSON), f.Start.Seq)
	if f.Finish.Read && f.Finish.StreamAgeJSON != "" && f.Finish.StreamAgeJSON != f.Start.StreamAgeJSON {
		facet.weigh(boundOf(f.Finish) > 0, "", "discovery: limits", "maxStreamAgeSec is "+quoted(f.Finish.StreamAgeJSON), f.Finish.Seq)
	}
	watched := []*ruling{early}
	if f.bound() > 0 { // else there is no such age
		watched = append(watched, bound)
	}
	if reason := f.unheld(); reason != "" {
		lackAll(watched, reason)
	}
	var ends []journal.SeenStream
	for _, stream := range f.optedIn() {
		switch {
		case endedByHost(stream) && lastedAtMost(stream) < earliestClose-timerGrain:
			ends = append(ends, stream)
		case endedByHost(stream) || lasted(stream) >= earliestClose:
			early.keep(stream.Seq, stream.EndSeq)
		case !again(stream):
			early.lacks(f.shortlyWatched(stream), stream.Seq, stream.EndSeq)
		}
		if f.bound() > 0 {
			f.weighBound(bound, stream)
		}
	}
	for _, stream := range f.resumedOn() {
		if endedByHost(stream) && lastedAtMost(stream) < earliestClose-timerGrain {
			ends = append(ends, stream)
		}
	}
	f.weighEnds(early, ends)
	findings := append(gathered(facet, early, bound), f.closeNotes()...)
	return f.unsettledBut(findings, f.drifted(streamAgeClaim()), facet.rule)
}

// weighBound holds the age of a stream to the bound. What the suite itself was
// late, and two seconds for the end to get here, are not the host's.
func (f facts) weighBound(r *ruling, stream journal.SeenStream) {
	name, allowed := stream.Intent.Name, f.bound()+endLeeway
	records := []int64{stream.Intent.Seq, stream.Seq, stream.EndSeq}
	age := lasted(stream)
	observed := fmt.Sprintf("%s old, and the host had not ended it", rounded(age))
	if endedByHost(stream) {
		observed = endedAfter(stream)
	}
	switch doubt := f.doubtOfEnds(); {
	case endedByHost(stream) && age <= allowed:
		r.keep(stream.Seq, stream.EndSeq)
	case age > allowed && age-f.lag() <= allowed:
		r.lacks(name+": "+observed+", which is late by what the suite itself was late", records...)
	case age > allowed && doubt != "":
		r.lacks(name+": "+observed+"; "+doubt, records...)
	case age > allowed:
		r.breaks(name, observed, records...)
	case !again(stream):
		r.lacks(f.shortlyWatched(stream), records...)
	}
}

// again says that a stream was asked for because one before it ended early: it
// is there for its end alone.
func again(stream journal.SeenStream) bool { return strings.Contains(stream.Intent.Name, "~") }

func (f facts) shortlyWatched(stream journal.SeenStream) string {
	return fmt.Sprintf("%s was watched for %s only (%s)", stream.Intent.Name, rounded(lasted(stream)), endOf(stream))
}

// closeNotes tells of what a host should do and did not, and of what was not
// there to be watched.
func (f facts) closeNotes() []Finding {
	var notes []Finding
	for _, stream := range f.optedIn() {
		if endedByHost(stream) && !saidRetry(stream) {
			notes = append(notes, advisory("ends-by-bound", stream.Intent.Name+" was ended without a retry field before the end; to send one is a SHOULD", stream.EndSeq))
			break
		}
	}
	if len(f.named(journal.StreamBoundedIdle)) == 0 {
		notes = append(notes, advisory("ends-by-bound", "no stream without traffic was watched, which takes the credential of a second tenant", f.Start.Seq))
	}
	return notes
}

func saidRetry(stream journal.SeenStream) bool {
	said := func(frame journal.SeenFrame) bool { return frame.Retry != "" }
	return slices.ContainsFunc(stream.Frames, said) || slices.Contains(stream.Ended.Begun, "retry")
}
