package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// firstSeen tells when each event was first seen on any stream of its own
// tenant, by name: from then on it is committed.
func (f facts) firstSeen() map[string]place {
	first := make(map[string]place, len(f.events))
	for _, e := range f.events {
		if seen, ok := f.sighted(e); ok {
			first[e.name] = seen
		}
	}
	return first
}

// sighted tells when the event was first seen on any stream of its own tenant.
func (f facts) sighted(e event) (place, bool) {
	var first place
	found := false
	for _, name := range f.Opened {
		if f.Streams[name].Intent.Tenant != e.tenant {
			continue
		}
		if frame, ok := f.seen(name, e); ok && (!found || framePlace(frame).before(first)) {
			first, found = framePlace(frame), true
		}
	}
	return first, found
}

// earlier says that x was committed before y was caused: it had been seen.
func (h *handoffRules) earlier(x, y event) bool {
	seen, ok := h.first[x.name]
	return ok && seen.before(y.caused)
}

// goesLive says that something that was caused after the request came. Where
// nothing did, the stream does not go on at all, which is another leg's.
func (h *handoffRules) goesLive(r resumed) bool {
	for _, e := range h.live(r) {
		if _, seen := h.seen(r.name, e); seen {
			return true
		}
	}
	return false
}

// judgeGap looks for one event that the stream owes. What was caused within the
// last settle window before the suite left it may have been on its way.
func (h *handoffRules) judgeGap(r resumed, e event, stays bool) {
	frame, seen := h.seen(r.name, e)
	next, skipped := h.skipped(r, e)
	switch {
	case seen:
		h.gap.keep(e.answered.seq, frame.Seq)
		if e.caused.at-r.at.at <= crossing {
			h.met++
		}
	case skipped:
		observed := fmt.Sprintf("%s did not come, and %s did, which was caused after it had been seen", e.name, next.name)
		h.gap.breaks(r.name, observed, append(e.records(), r.at.seq, next.answered.seq)...)
	case h.overdue(r, e):
		h.gap.breaks(r.name, h.unseen(r, e), append(e.records(), r.at.seq, r.stream.EndSeq)...)
	case stays && (!r.wasLeft() || r.stream.EndedAt-e.answered.at >= h.Run.Options.Settle):
		h.gap.lacks(h.unseen(r, e)+" ("+endOf(r.stream)+")", e.answered.seq, r.stream.EndSeq)
	}
}

// skipped gives a later event that came on the stream although this one did not.
// A consumer that leaves then resumes behind both, so this one is lost to it.
func (h *handoffRules) skipped(r resumed, e event) (event, bool) {
	for _, next := range h.of(e.tenant, journal.ClassDurable) {
		if _, came := h.seen(r.name, next); came && h.earlier(e, next) {
			return next, true
		}
	}
	return event{}, false
}

// judgeOrder compares every two events that came, of which one was seen before
// the other was caused and at least one was under way at the resume or later.
func (h *handoffRules) judgeOrder(r resumed) {
	var came []event
	for _, e := range h.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		if len(h.sights[r.name][e.id]) > 0 && e.id != r.cursor.id {
			came = append(came, e)
		}
	}
	h.weighOrder(h.order, r, came, func(x, y event) bool {
		return h.earlier(x, y) && (h.atHandoff(r, x) || h.atHandoff(r, y))
	})
}

// lackUnresumed says why a stream that should have been resumed while events
// were caused shows nothing.
func (h *handoffRules) lackUnresumed(name string) {
	for _, r := range h.resumes() {
		switch {
		case r.name != name:
			continue
		case r.aged != "":
			lackAll(h.all(), r.aged, r.at.seq)
		case !r.binds():
			lackAll(h.all(), name+" was "+h.whole(r.reply), r.at.seq)
		}
		return
	}
	lackAll(h.all(), h.unresumed(name))
}

func (h *handoffRules) all() []*ruling { return []*ruling{h.gap, h.once, h.order} }

// wasLeft says that the suite itself ended the stream.
func (r resumed) wasLeft() bool {
	return r.stream.Ended != nil && r.stream.Ended.How == journal.EndedLeft
}
