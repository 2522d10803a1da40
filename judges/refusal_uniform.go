package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// refusalUniform judges 0250.refusal-uniform (RFC 0250 §C).
func refusalUniform() Judge {
	return Judge{
		Leg:   "0250.refusal-uniform",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeRefusalUniform,
	}
}

func judgeRefusalUniform(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	const same = "the status and the body bytes of the first unknown cursor's refusal"
	unknown, ephemeral, foreign := rules("unknown", same), rules("ephemeral", same), rules("foreign", same)
	reference := f.asked(journal.StreamUnknown1)
	for _, name := range []string{journal.StreamUnknown2, journal.StreamMalformed} {
		if asked := f.asked(name); len(f.byID[asked.cursorSent()]) > 0 {
			unknown.lacks(name + " named a cursor that was issued")
		} else {
			f.weighUniform(unknown, reference, asked)
		}
	}
	f.judgeEphemeralCursor(ephemeral, reference)
	f.judgeForeignEphemeral(ephemeral, reference)
	f.judgeForeignCursors(foreign, reference)
	return f.unsettled(gathered(unknown, ephemeral, foreign), f.drifted(typesClaim(), replayClaim()))
}

func (f facts) judgeEphemeralCursor(r *ruling, reference ask) {
	if lists(journal.ClassEphemeral)(f) != nil {
		return // no such event exists on this host
	}
	if why := uncausable(f.Start, journal.ClassEphemeral); why != "" {
		r.lacks(why)
		return
	}
	asked := f.asked(journal.StreamRefusedEphemeral)
	for _, e := range f.byID[asked.cursorSent()] {
		if e.class == journal.ClassEphemeral && e.tenant == asked.stream.Intent.Tenant {
			f.weighOpened(r, reference, asked)
			return
		}
	}
	r.lacks(f.notAsked(asked, "an ephemeral event of the first tenant"))
}

func (f facts) judgeForeignCursors(r *ruling, reference ask) {
	gap, records := f.secondCredential()
	for _, name := range []string{journal.StreamForeignBelow, journal.StreamForeignAbove} {
		asked := f.asked(name)
		switch e, foreign := f.foreignCursor(asked, journal.ClassDurable); {
		case gap != "":
			r.lacks(gap, records...)
		case !foreign:
			r.lacks(f.notAsked(asked, "a durable event of the second tenant"))
		case f.shared(e):
			r.lacks("both tenants were given the id that " + name + " names")
		default:
			f.weighOpened(r, reference, asked)
		}
	}
}

// judgeForeignEphemeral looks at an ephemeral event's id that is another
// tenant's as well, where one was caused and asked for.
func (f facts) judgeForeignEphemeral(r *ruling, reference ask) {
	asked := f.asked(journal.StreamForeignEphemeral)
	gap, _ := f.secondCredential()
	if e, foreign := f.foreignCursor(asked, journal.ClassEphemeral); gap == "" && foreign && !f.shared(e) {
		f.weighOpened(r, reference, asked)
	}
}

func (f facts) foreignCursor(asked ask, class string) (event, bool) {
	for _, e := range f.byID[asked.cursorSent()] {
		if _, shown := f.shown(e); shown && e.class == class && e.tenant == other(asked.stream.Intent.Tenant) {
			return e, true
		}
	}
	return event{}, false
}

func (f facts) notAsked(asked ask, what string) string {
	if !asked.asked {
		return f.because("host-event-refusal", fmt.Sprintf("%s was not asked for, so no cursor named %s", asked.name, what))
	}
	return fmt.Sprintf("%s did not name %s", asked.name, what)
}
