package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// absence is the bracket around something that must not have come: proven
// means that it would have been seen.
type absence struct {
	proven  bool
	window  string // for the finding
	gap     string // why it is not proven
	records []int64
}

// absentFrom brackets the absence of an event on a stream of any tenant. The
// event must have been seen on its own control stream. Then one of these:
//   - the stream had been proven open before the event was caused;
//   - the stream was resumed after a cursor, and the event had been seen before
//     the request, so that a resume which brings too much would bring it;
//   - the stream was resumed with replay=required, which owes everything there
//     is, whenever the event was caused.
//
// What closes the bracket is an event of the stream's own tenant, caused after
// the event and after the request, that was seen on the stream; from then on the
// stream must have recorded for one settle window. A resume with replay=required
// brings the log in its order, so there an event closes that was caused before
// the request, but after the other had been seen. An event from before a
// stream that had no cursor is absent from it in any case and proves nothing.
func (f facts) absentFrom(stream journal.SeenStream, x event) absence {
	name := stream.Intent.Name
	shown, ok := f.shown(x)
	if !ok {
		return absence{gap: f.follows(x.name + " was never seen on a control stream of its own tenant"), records: x.records()}
	}
	asked := place{stream.Intent.At, stream.Intent.Seq}
	resumed := stream.Intent.LastEventID != nil && *stream.Intent.LastEventID != ""
	since, open := f.openSince(stream, x.class)
	switch {
	case resumed && stream.Intent.Replay && shown.before(asked) && streamReply(stream).eventStream():
		return f.closed(stream, x, shown, shown)
	case !open:
		return absence{gap: f.notOpen(stream, x.class), records: []int64{asked.seq, stream.Seq, stream.EndSeq}}
	case since.before(x.caused), resumed && shown.before(asked), resumed && stream.Intent.Replay:
		return f.closed(stream, x, later(asked, x.caused), shown)
	}
	return absence{gap: fmt.Sprintf("%s was caused before %s was proven open", x.name, name), records: x.records()}
}

// notOpen says what is missing for a stream to be proven open for a class.
func (f facts) notOpen(stream journal.SeenStream, class string) string {
	name, got := stream.Intent.Name, streamReply(stream)
	if !got.eventStream() {
		return fmt.Sprintf("%s was not proven open: it was %s", name, f.whole(got))
	}
	wanted := "durable event"
	if class == journal.ClassEphemeral {
		wanted = "event"
	}
	return fmt.Sprintf("%s was not proven open: it was answered 200, and no %s that was caused after it was asked for came on it (%s)", name, wanted, endOf(stream))
}

// closed finds what closes the bracket: the first event of the stream's own
// tenant that was caused after a point and seen.
func (f facts) closed(stream journal.SeenStream, x event, after, shown place) absence {
	name, settle := stream.Intent.Name, f.Run.Options.Settle
	var last journal.SeenFrame
	closer := ""
	for _, q := range f.of(stream.Intent.Tenant, "") {
		frame, ok := f.seen(name, q)
		if ok && q.id != x.id && after.before(q.caused) && (closer == "" || framePlace(frame).before(framePlace(last))) {
			last, closer = frame, q.name
		}
	}
	if closer == "" {
		return absence{gap: fmt.Sprintf("nothing caused after %s was seen on %s", x.name, name), records: x.records()}
	}
	from := later(framePlace(last), shown)
	records := []int64{x.answered.seq, shown.seq, last.Seq, stream.EndSeq}
	if stream.EndedAt-from.at < settle {
		gap := fmt.Sprintf("%s recorded for less than one settle window (%s) after %s was seen on it", name, rounded(settle), closer)
		return absence{gap: gap, records: records}
	}
	window := fmt.Sprintf("window on %s: %s seen at %s, then %s of recording (settle %s)", name, closer, rounded(from.at), rounded(stream.EndedAt-from.at), rounded(settle))
	return absence{proven: true, window: window, records: records}
}

// prove takes a bracket into the ruling, or what is missing of it.
func (r *ruling) prove(a absence) {
	if !r.accept(a) {
		r.lacks(a.gap, a.records...)
	}
}

// accept takes a bracket into the ruling. It reports whether it was proven.
func (r *ruling) accept(a absence) bool {
	if !a.proven {
		return false
	}
	r.keep(a.records...)
	if len(r.windows) < mostBreaches {
		r.windows = append(r.windows, a.window)
	}
	return true
}
