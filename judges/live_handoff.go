package judges

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// liveHandoff judges 0250.live-handoff (RFC 0250 §B): what is under way while a
// stream is resumed comes on it, once and in its place.
func liveHandoff() Judge {
	return Judge{
		Leg:   "0250.live-handoff",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeLiveHandoff,
	}
}

// crossing is how close behind the answer to a resume an event has to be caused
// for a hole between backlog and live to be found that is no wider.
const crossing = 50 * time.Millisecond

// handoffRules are the rules about events that were under way while a stream
// was resumed, or were caused after it.
type handoffRules struct {
	facts
	gap, once, order *ruling
	first            map[string]place // when each event was first seen, by name
	met              int              // events seen that were caused that close
}

func judgeLiveHandoff(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	h := &handoffRules{
		facts: f,
		gap:   rules("no-gap", "every durable event that was under way during the resume or was caused after it"),
		once:  rules("exactly-once", "none of them twice on one resumed stream"),
		order: rules("order", "those caused one after another in that order, behind the backlog"),
	}
	h.first = f.firstSeen()
	left := f.handoffStreams()
	for _, r := range f.resumes() {
		if r.binds() && !r.stream.Intent.Resumable {
			h.judge(r, slices.Contains(left, r.name))
		}
	}
	for _, name := range left {
		h.lackUnresumed(name)
	}
	if h.met == 0 && len(h.gap.gaps) == 0 {
		h.gap.lacks(fmt.Sprintf("no event was caused while a stream was being resumed or within %s of its answer", crossing))
	}
	if h.order.silent() {
		h.order.lacks("no two events of which one was seen before the other was caused came on one resumed stream")
	}
	return f.unsettled(gathered(h.gap, h.once, h.order), f.drifted(typesClaim(), replayClaim()))
}

// handoffStreams names the streams that are resumed while events are caused and
// then stay: of a consumer that drops and resumes it is the last.
func (f facts) handoffStreams() []string {
	again := journal.StreamHandoffAgain
	for _, name := range f.Opened {
		number, numbered := strings.CutPrefix(name, journal.StreamHandoffAgain+"~")
		if numbered && !strings.Contains(number, "fault") {
			again = name
		}
	}
	return []string{journal.StreamHandoffOld, journal.StreamHandoffNew, again}
}

// judge looks at one resumed stream. One that stays has to show that it would
// have shown everything.
func (h *handoffRules) judge(r resumed, stays bool) {
	whole := stays || h.goesLive(r)
	for _, e := range h.moving(r) {
		frames := h.sights[r.name][e.id]
		switch {
		case len(frames) > len(h.byID[e.id]):
			h.once.breaks(r.name, e.name+" came "+counted(len(frames), "time"), frames[0].Seq, frames[1].Seq)
		case len(frames) > 0:
			h.once.keep(frames[0].Seq)
		}
		if whole && h.earlier(r.cursor, e) {
			h.judgeGap(r, e, stays)
		}
	}
	h.judgeOrder(r)
	if stays {
		h.once.prove(h.closing(r))
	}
}

// moving gives the durable events that the host had not answered when it was
// asked to resume. What had been answered is backlog, and another leg's.
func (f facts) moving(r resumed) []event {
	var events []event
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		if e.id != r.cursor.id && f.atHandoff(r, e) && e.caused.at <= r.stream.EndedAt {
			events = append(events, e)
		}
	}
	return events
}

// atHandoff says that it was not settled before the resume that the event was
// part of the backlog.
func (f facts) atHandoff(r resumed, e event) bool { return r.sent.before(e.answered) }
