package judges

import (
	"fmt"
	"slices"

	"hostwitness/witness/journal"
)

// weighEnds breaks the rule for streams that the host ended and had to hold.
// Only ends at two moments do so: one moment may be that of a restart. A stream
// whose credential ran out is no such one, whatever became of the others.
func (f facts) weighEnds(r *ruling, ends []journal.SeenStream) {
	if len(ends) == 0 {
		return
	}
	first := ends[0].Intent.Name + ": " + endedAfter(ends[0])
	records := []int64{ends[0].Seq, ends[0].EndSeq}
	entitled := slices.DeleteFunc(slices.Clone(ends), func(stream journal.SeenStream) bool { return f.lapse(stream) != "" })
	switch doubt := f.doubtOfEnds(); {
	case doubt != "":
		r.lacks(first+"; "+doubt, records...)
	case len(entitled) == 0:
		r.lacks(first+", and "+f.lapse(ends[0]), records...)
	case !atTwoMoments(entitled):
		r.lacks(entitled[0].Intent.Name+": "+endedAfter(entitled[0])+", which was seen at one moment only: that may be the moment of a restart",
			entitled[0].Seq, entitled[0].EndSeq)
	default:
		for _, stream := range entitled {
			r.breaks(stream.Intent.Name, endedAfter(stream), stream.Intent.Seq, stream.Seq, stream.EndSeq)
		}
	}
}

// doubtOfEnds says why an end that was seen here, or was not, proves nothing
// about the host, "" when it does.
func (f facts) doubtOfEnds() string {
	if !f.Run.Options.Direct {
		return "something on the way may have done it, for the path to the host is not known to be direct"
	}
	if skew, known := f.skew(); known && skew > clocksApart {
		return fmt.Sprintf("the clocks are %s apart by the host's own Date, so a verdict about time proves nothing", rounded(skew))
	}
	return ""
}

// lapse says why the credential of a stream may have run out at its end, "" when
// nothing shows that: who may not listen any longer is not held. The host refused
// it afterwards, or another one had taken its place since the stream was asked for.
func (f facts) lapse(stream journal.SeenStream) string {
	tenant := stream.Intent.Tenant
	switch {
	case f.deniedSince(tenant, stream.EndedAt) > 0:
		return "its credential was not accepted afterwards"
	case f.renewed(tenant, stream.Intent.At, stream.EndedAt+f.Run.Options.Patience):
		return "its credential was renewed meanwhile, so the one that it was asked for with may have run out"
	}
	return ""
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
