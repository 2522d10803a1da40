package judges

import (
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// closedBody judges 0241.trigger.closed-body (RFC 0241 §B.2). What the refusal
// of such a body has to be is not said, so only a 2xx breaks it.
func closedBody() Judge {
	return Judge{
		Leg:   "0241.trigger.closed-body",
		Needs: []operation{causesEvents},
		Gate:  gated(discovered, claimsHostEvents, servesTrigger),
		Judge: judgeClosedBody,
	}
}

func judgeClosedBody(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	member := rules("further-member", "no 2xx")
	class := rules("delivery", "no 2xx")
	for _, name := range f.forEachClass(journal.CallTriggerMember, journal.CallTriggerPayload, journal.CallTriggerType) {
		f.weighClosed(member, name)
	}
	for _, name := range []string{journal.CallTriggerNoClass, journal.CallTriggerOtherClass} {
		f.weighClosed(class, name)
	}
	return f.unsettled(gathered(member, class), f.drifted(triggerClaim()))
}

func (f facts) weighClosed(r *ruling, name string) {
	call := f.refusedCall(name)
	record := call.at.seq
	if f.accepts(call, notClosed) {
		r.breaks(name, call.String(), record)
		return
	}
	switch reason := f.unproven(call, notClosed); {
	case reason != "":
		r.lacks(name+": "+reason, record)
	case !call.refused():
		r.lacks(name+" was "+call.String(), record)
	default:
		r.keep(record)
	}
}

// notClosed says that a body is not the one that the trigger takes.
func notClosed(sent document) bool {
	problems := schemas.ValidateValue(schemas.TriggerRequest, sent.object)
	return len(problems) > 0 && suiteFault(problems) == ""
}
