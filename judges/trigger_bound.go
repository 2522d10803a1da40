package judges

import (
	"hostwitness/witness/journal"
)

// triggerBound judges 0241.trigger.bound-by-listing (RFC 0241 §B).
func triggerBound() Judge {
	return Judge{
		Leg:   "0241.trigger.bound-by-listing",
		Needs: []operation{causesEvents},
		Gate:  gated(discovered, claimsHostEvents),
		Judge: judgeTriggerBound,
	}
}

func judgeTriggerBound(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	calls := triggerCalls{
		served:   rules("listed-served", "202"),
		answer:   rules("answer", "a JSON object with eventId and type"),
		kind:     rules("answer-type", "the reserved type of the class asked for"),
		refused:  rules("unlisted-refused", "no 2xx"),
		status:   rules("unlisted-status", "400"),
		code:     rules("unlisted-code", codeValidation),
		neither:  rules("neither-served", "no 2xx"),
		advisory: nil,
	}
	bound := f.Start.TriggerServes(journal.ClassDurable) || f.Start.TriggerServes(journal.ClassEphemeral)
	for _, call := range []struct{ name, class string }{
		{journal.EmitTriggerDurable, journal.ClassDurable},
		{journal.EmitTriggerEphemeral, journal.ClassEphemeral},
	} {
		switch {
		case f.Start.TriggerServes(call.class):
			calls.judgeListed(f, call.name, call.class)
		case bound:
			calls.judgeUnlisted(f, call.name)
		default:
			calls.judgeNeither(f, call.name)
		}
	}
	findings := gathered(calls.served, calls.answer, calls.kind, calls.refused, calls.status, calls.code, calls.neither)
	return f.unsettled(append(findings, calls.advisory...), f.drifted(typesClaim()))
}
