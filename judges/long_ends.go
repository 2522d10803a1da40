package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// weighEnds breaks the rule for streams that the host ended and had to hold.
// Only ends at two moments do so: one moment may be that of a restart.
func (f facts) weighEnds(r *ruling, ends []journal.SeenStream) {
	if len(ends) == 0 {
		return
	}
	first := ends[0].Intent.Name + ": " + endedAfter(ends[0])
	records := []int64{ends[0].Seq, ends[0].EndSeq}
	switch doubt := f.doubt(); {
	case doubt != "":
		r.lacks(first+"; "+doubt, records...)
	case f.lapsed(ends[0]):
		r.lacks(first+", and its credential was not accepted afterwards", records...)
	case !atTwoMoments(ends):
		r.lacks(first+", which was seen at one moment only: that may be the moment of a restart", records...)
	default:
		for _, stream := range ends {
			r.breaks(stream.Intent.Name, endedAfter(stream), stream.Intent.Seq, stream.Seq, stream.EndSeq)
		}
	}
}

// doubt says why an end that was seen here, or was not, proves nothing about
// the host, "" when it does.
func (f facts) doubt() string {
	if !f.Run.Options.Direct {
		return "something on the way may have done it, for the path to the host is not known to be direct"
	}
	if skew, known := f.skew(); known && skew > clocksApart {
		return fmt.Sprintf("the clocks are %s apart by the host's own Date, so a verdict about time proves nothing", rounded(skew))
	}
	return ""
}

// lapsed says that the host refused the credential of a stream after its end:
// who may not listen any longer is not held.
func (f facts) lapsed(stream journal.SeenStream) bool {
	return f.deniedSince(stream.Intent.Tenant, stream.EndedAt) > 0
}

func atTwoMoments(ends []journal.SeenStream) bool {
	first, last := ends[0].EndedAt, ends[0].EndedAt
	for _, stream := range ends {
		first, last = min(first, stream.EndedAt), max(last, stream.EndedAt)
	}
	return last-first >= oneMoment
}

// heldOr sorts a stream that the host had to hold: among the ends, as kept, or
// as not measured. It has to have lasted as long as streams were watched.
func (f facts) heldOr(r *ruling, stream journal.SeenStream, ends []journal.SeenStream) []journal.SeenStream {
	switch span := f.watchedFor(); {
	case endedByHost(stream):
		return append(ends, stream)
	case again(stream): // it was there for its end alone
	case lastedAtMost(stream) < span:
		r.lacks(f.shortlyWatched(stream), stream.Seq, stream.EndSeq)
	case f.there(stream):
		r.keep(stream.Seq, stream.EndSeq)
	default:
		r.lacks(f.follows(fmt.Sprintf("%s stood open for %s, and no event came on it after %s of that", stream.Intent.Name, rounded(lastedAtMost(stream)), rounded(span))), stream.Seq, stream.EndSeq)
	}
	return ends
}

// there says that an event of ours came on a stream once it was as old as
// streams were watched, where one can be caused.
func (f facts) there(stream journal.SeenStream) bool {
	if causesAny(f) != nil {
		return true
	}
	for _, frames := range f.sights[stream.Intent.Name] {
		if last := frames[len(frames)-1]; last.At-stream.Intent.At >= f.watchedFor() {
			return true
		}
	}
	return false
}
