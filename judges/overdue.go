package judges

import (
	"hostwitness/witness/journal"
)

// outlasted says that an event which did not come on a stream will not come:
// the stream recorded for the whole patience from a point on, what the suite
// itself was late not counted, and it was not still working through what lay
// before the event.
func (f facts) outlasted(stream journal.SeenStream, e event, from place) bool {
	return stream.EndedAt-from.at-f.lag() >= f.Run.Options.Patience && (f.quiet(stream) || f.passed(stream, e))
}

// quiet says that no host event of anybody came for the whole patience before
// the end of the stream, and that nothing was under way at its end. Heartbeats
// and comments say nothing about what is left to come.
func (f facts) quiet(stream journal.SeenStream) bool {
	if stream.Ended != nil && stream.Ended.Unfinished != nil && stream.Ended.Unfinished.Length > 0 {
		return false
	}
	for _, frame := range stream.Frames {
		hostEvent := frame.Own || frame.Foreign != nil && frame.Foreign.Class != ""
		if frame.Dispatched && hostEvent && stream.EndedAt-frame.At < f.Run.Options.Patience {
			return false
		}
	}
	return true
}

// passed says that the stream went on to an event that was caused after this
// one, and recorded for one settle window from there.
func (f facts) passed(stream journal.SeenStream, e event) bool {
	for _, next := range f.of(e.tenant, "") {
		frame, seen := f.seen(stream.Intent.Name, next)
		if seen && e.answered.before(next.caused) && stream.EndedAt-frame.At >= f.Run.Options.Settle {
			return true
		}
	}
	return false
}
