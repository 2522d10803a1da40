package journal

import (
	"maps"
	"slices"
)

// Fold adds records to evidence and gives the evidence of both. It is pure: it
// reads nothing but its arguments and changes neither of them.
//
// Records are taken in the order given; those whose Seq is not above
// evidence.Last are skipped. So folding a prefix of a journal and then the rest
// gives the same as folding it all at once, and folding the same records again
// changes nothing.
//
// Where a name is used twice against the rules of names.go, the first intent,
// answer and end of the name count; frames, comments and attempts are all kept.
func Fold(evidence Evidence, records []Record) Evidence {
	next, unshared := evidence, false
	for i := range records {
		if records[i].Seq <= next.Last {
			continue
		}
		if !unshared {
			next, unshared = unshare(next), true
		}
		next.add(&records[i])
	}
	if unshared {
		next.ageStreams()
	}
	return next
}

// unshare gives a copy that can be added to without touching the original:
// its own maps, and slices without spare room, so that append moves them.
func unshare(e Evidence) Evidence {
	e.Exchanges = clipped(e.Exchanges, slices.Clip[[]SeenExchange])
	e.Emits = clipped(e.Emits, nil)
	e.Registrations = clipped(e.Registrations, nil)
	e.Streams = clipped(e.Streams, func(s SeenStream) SeenStream {
		s.Frames, s.Comments = slices.Clip(s.Frames), slices.Clip(s.Comments)
		return s
	})
	e.Inboxes = clipped(e.Inboxes, func(i SeenInbox) SeenInbox {
		i.Deliveries, i.Verifications = slices.Clip(i.Deliveries), slices.Clip(i.Verifications)
		return i
	})
	e.Caused, e.Opened = slices.Clip(e.Caused), slices.Clip(e.Opened)
	e.Strays, e.Marks, e.Notes = slices.Clip(e.Strays), slices.Clip(e.Marks), slices.Clip(e.Notes)
	return e
}

func clipped[V any](from map[string]V, clip func(V) V) map[string]V {
	if from == nil {
		return map[string]V{}
	}
	to := maps.Clone(from)
	if clip != nil {
		for name, value := range to {
			to[name] = clip(value)
		}
	}
	return to
}

// ageStreams says of every stream that has not ended that it was there until
// the last record.
func (e *Evidence) ageStreams() {
	for name, stream := range e.Streams {
		if stream.Ended == nil {
			stream.EndedAt = e.EndedAt
			e.Streams[name] = stream
		}
	}
}

// add takes one record. A record without the member that its kind names, which
// Read never gives, counts as seen and says nothing.
func (e *Evidence) add(r *Record) {
	e.Last, e.EndedAt = r.Seq, r.At
	switch {
	case r.Run != nil:
		e.Run = *r.Run
	case r.Discovery != nil:
		e.addDiscovery(r.Discovery)
	case r.Exchange != nil:
		e.addExchange(SeenExchange{Seq: r.Seq, At: r.At, Exchange: *r.Exchange})
	case r.Intent != nil:
		e.addIntent(SeenIntent{Seq: r.Seq, At: r.At, Intent: *r.Intent})
	case r.Emit != nil:
		e.addEmit(r)
	case r.Opened != nil:
		e.addOpened(r)
	case r.Frame != nil:
		e.addFrame(SeenFrame{Seq: r.Seq, At: r.At, Frame: *r.Frame})
	case r.Comment != nil:
		e.addComment(SeenComment{Seq: r.Seq, At: r.At, Comment: *r.Comment})
	case r.Ended != nil:
		e.addEnded(r)
	case r.Delivery != nil:
		e.addDelivery(SeenDelivery{Seq: r.Seq, At: r.At, Delivery: *r.Delivery})
	case r.Mark != nil:
		e.Marks = append(e.Marks, SeenMark{Seq: r.Seq, At: r.At, Mark: *r.Mark})
	case r.Note != nil:
		e.Notes = append(e.Notes, SeenNote{Seq: r.Seq, At: r.At, Note: *r.Note})
	case r.End != nil:
		e.Ended = r.End
	}
}
