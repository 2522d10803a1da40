package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// envelope judges 0236.host-event.envelope (RFC 0236 §A, §B, §F): what the host
// lists, that what it accepts arrives, and every frame of an event of ours on
// every stream of its own tenant.
func envelope() Judge {
	return Judge{
		Leg:   "0236.host-event.envelope",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsEventsOrPresence),
		Judge: judgeEnvelope,
	}
}

func judgeEnvelope(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	facet, presence, media, unique := f.judgeFacet(), f.judgePresence(), rules("media-type", mediaEventStream), f.judgeUnique()
	if !f.Start.HostEvents {
		return f.unsettled(presence.findings(), f.drifted(typesClaim(), presenceClaim()))
	}
	delivered := f.judgeDelivered()
	frames := newEnvelopeRules()
	for _, name := range f.Opened {
		f.judgeFrames(f.stream(name), media, frames)
	}
	resting := []string{"facet", "presence-listed", "delivered", "event-type"}
	if flipped := f.flipped(); flipped != "" {
		frames.class.breaks("discovery: hostEvents.types", flipped, f.Start.Seq, f.Finish.Seq)
	} else {
		resting = append(resting, "delivery-class")
	}
	findings := gathered(facet, presence, delivered, media)
	findings = append(findings, gathered(frames.all()...)...)
	findings = append(findings, unique.findings()...)
	findings = append(findings, frames.notes...)
	findings = append(findings, f.repeats()...)
	findings = f.unsettled(findings, f.drifted(typesClaim()), resting...)
	return f.unsettled(findings, f.drifted(presenceClaim()), "presence-listed")
}

// judgeFrames judges the frames of a stream that are of its own tenant's
// events.
func (f facts) judgeFrames(stream journal.SeenStream, media *ruling, frames *envelopeRules) {
	carried := false
	for _, frame := range inWireOrder(stream.Frames) {
		for _, e := range f.byID[f.owner(frame)] {
			if !frame.Dispatched || e.tenant != stream.Intent.Tenant {
				continue
			}
			carried = true
			frames.judge(f.framed(frame, e))
			break
		}
	}
	if !carried {
		return
	}
	got := streamReply(stream)
	name := stream.Intent.Name
	media.weigh(mediaType(got.header) == mediaEventStream, "", name, "Content-Type "+quoted(mediaType(got.header)), stream.Seq)
}

// judgeUnique compares the ids of events that were caused apart, of both
// tenants: an id is unique in a host.
func (f facts) judgeUnique() *ruling {
	r := rules("event-id-unique", "another eventId for every cause")
	for i, e := range f.events {
		first := f.byID[e.id][0]
		switch {
		case first.name != e.name && first.key != e.key:
			r.breaks(e.name, fmt.Sprintf("eventId %s, which %s was given too", quoted(e.id), first.name), append(first.records(), e.records()...)...)
		case i > 0:
			r.keep(e.answered.seq)
		}
	}
	return r
}

// repeats tells of events that came more than once on a stream without strict
// replay. Nothing forbids that there, but a consumer has to expect it.
func (f facts) repeats() []Finding {
	for _, name := range f.Opened {
		for _, e := range f.events {
			frames := f.sights[name][e.id]
			if !f.Streams[name].Intent.Replay && e.tenant == f.Streams[name].Intent.Tenant && len(frames) > len(f.byID[e.id]) {
				message := fmt.Sprintf("%s came %d times on %s; a consumer has to drop repetitions by eventId", e.name, len(frames), name)
				return []Finding{advisory("delivered", message, frames[0].Seq, frames[len(frames)-1].Seq)}
			}
		}
	}
	return nil
}
