package judges

import (
	"hostwitness/witness/journal"
)

// noResume judges 0236.ephemeral.no-resume (RFC 0236 §C).
func noResume() Judge {
	return Judge{
		Leg:   "0236.ephemeral.no-resume",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, causes(journal.ClassEphemeral), unlessSeen(facts.ephemeralKept, causes(journal.ClassDurable))),
		Judge: judgeNoResume,
	}
}

func judgeNoResume(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	field := rules("no-id-field", "no id field in a frame of an ephemeral event")
	again := rules("not-redelivered", "no ephemeral event on a stream that was asked for after it had been seen")
	f.weighEphemeral(field, again)
	if field.kept == 0 && len(field.breaches) == 0 {
		reason, records := f.unopened(journal.TenantA)
		reason = f.follows(reason)
		if reason == "" {
			reason = f.because("host-event-delivery", "no frame of an ephemeral event of this run was seen")
		}
		field.lacks(reason, records...)
	}
	f.proveNoReturn(again, f.stream(journal.StreamDeliveryAgain), journal.ClassDurable)
	f.proveNoReturn(again, f.stream(journal.StreamDeliveryOwnID), journal.ClassEphemeral)
	return f.unsettled(append(gathered(field, again), f.notHonoured()...), f.drifted(typesClaim()))
}

// ephemeralKept says that a frame of an ephemeral event had an id field or came
// again: that is broken whatever else could not be measured.
func (f facts) ephemeralKept() bool {
	field, again := rules("", ""), rules("", "")
	f.weighEphemeral(field, again)
	return len(field.breaches)+len(again.breaches) > 0
}

// weighEphemeral looks at every frame of an ephemeral event, whichever stream
// it came on.
func (f facts) weighEphemeral(field, again *ruling) {
	for _, name := range f.Opened {
		stream := f.stream(name)
		f.judgeEphemeralIDs(field, stream)
		if !stream.Intent.Replay {
			f.weighReturns(again, stream)
		}
	}
}

// judgeEphemeralIDs holds every frame of an ephemeral event of the stream's
// tenant to having no id field.
func (f facts) judgeEphemeralIDs(r *ruling, stream journal.SeenStream) {
	for _, e := range f.of(stream.Intent.Tenant, journal.ClassEphemeral) {
		for _, frame := range f.sights[stream.Intent.Name][e.id] {
			observed := "an id field that is " + string(frame.IDField)
			if frame.IDField == journal.FieldGiven {
				observed = "an id field " + quoted(frame.ID)
			}
			r.weigh(frame.IDField == journal.FieldAbsent, "", stream.Intent.Name+": frame of "+e.name, observed, frame.Seq)
		}
	}
}
