package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// reservedType judges 0241.trigger.reserved-type (RFC 0241 §A, §B.3). What the
// answer says of the type is the business of 0241.trigger.bound-by-listing, and
// the payload that of 0236.host-event.envelope.
func reservedType() Judge {
	return Judge{
		Leg:   "0241.trigger.reserved-type",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, unlessSeen(facts.showedReserved, servesTrigger)),
		Judge: judgeReservedType,
	}
}

func judgeReservedType(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	kind := rules("type", "the reserved type of the class asked for")
	class := rules("class", "the class asked for")
	path := rules("ordinary-path", "the event comes on the stream, under the eventId that was answered")
	answer := rules("only-in-answer", "no event of a reserved type that nobody can have asked for")
	f.weighDelivered(path, f.servedClasses()...)
	for _, name := range f.Opened {
		f.weighReserved(kind, class, f.stream(name))
	}
	unexplained := f.weighStrays(answer)
	findings := gathered(kind, class, path, answer)
	findings = append(findings, unexplained...)
	findings = append(findings, f.repeatedCall()...)
	return f.unsettled(findings, f.drifted(triggerClaim()))
}

// servedClasses are the classes that the test trigger is bound to serve.
func (f facts) servedClasses() []string {
	var classes []string
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		if f.Start.TriggerServes(class) {
			classes = append(classes, class)
		}
	}
	return classes
}

// weighReserved holds the frames of events that the test trigger caused, on a
// stream of their own tenant, to the type and the class that were asked for.
func (f facts) weighReserved(kind, class *ruling, stream journal.SeenStream) {
	for _, frame := range inWireOrder(stream.Frames) {
		for _, e := range f.byID[f.owner(frame)] {
			if !frame.Dispatched || e.tenant != stream.Intent.Tenant || f.Emits[e.name].Intent.Via != journal.ViaTrigger {
				continue
			}
			envelope, where := readDocument(frame.Data), fmt.Sprintf("%s: frame of %s", frame.Stream, e.name)
			if said, ok := envelope.text("type"); ok {
				kind.weigh(said == journal.ReservedType(e.class), envelope.unsure, where, "type "+quoted(said), frame.Seq)
			}
			if said, ok := envelope.text("delivery"); ok {
				class.weigh(said == e.class, envelope.unsure, where, "delivery "+quoted(said), frame.Seq)
			}
			break
		}
	}
}
