package judges

import (
	"hostwitness/witness/journal"
)

// isolation judges 0236.host-event.tenant-isolation (RFC 0236 §D), in both
// directions and over the whole run.
func isolation() Judge {
	return Judge{
		Leg:   "0236.host-event.tenant-isolation",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, causesAny),
		Judge: judgeIsolation,
	}
}

// causesAny is met when events of either class can be caused.
func causesAny(f facts) *Gate {
	durable, ephemeral := causes(journal.ClassDurable)(f), causes(journal.ClassEphemeral)(f)
	switch {
	case durable == nil || ephemeral == nil:
		return nil
	case durable.Result == Blocked:
		return durable
	}
	return ephemeral
}

// tenancy holds the rules of isolation.
type tenancy struct {
	durable, ephemeral, resumed, anonymous, inbox, mention *ruling
}

func judgeIsolation(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	t := tenancy{
		durable:   rules("durable-stream", "no durable event of the other tenant on a live stream"),
		ephemeral: rules("ephemeral-stream", "no ephemeral event of the other tenant on a stream"),
		resumed:   rules("resumed-stream", "no event of the other tenant on a resumed stream"),
		anonymous: rules("anonymous-stream", "no event of a tenant on a stream without a credential"),
		inbox:     rules("inbox", "no event of the other tenant in an inbox"),
		mention:   rules("mention", "no id of the other tenant's event in any frame or comment"),
	}
	t.judgeAnonymous(f)
	gap, records := f.secondCredential()
	if f.kinship() != oneTenant && !f.indistinct() {
		t.findLeaks(f)
	}
	if gap != "" {
		lackAll(t.between(f), gap, records...)
	} else {
		t.proveStreams(f)
		t.proveResumed(f)
		t.proveInboxes(f)
	}
	return gathered(t.durable, t.ephemeral, t.resumed, t.anonymous, t.inbox, t.mention)
}

// between gives the rules that need a second tenant and bind this host.
func (t tenancy) between(f facts) []*ruling {
	bound := []*ruling{t.mention}
	if listed(f.Start, journal.ClassDurable) != "" {
		bound = append(bound, t.durable, t.resumed)
	}
	if listed(f.Start, journal.ClassEphemeral) != "" {
		bound = append(bound, t.ephemeral)
	}
	if f.Start.Webhooks {
		bound = append(bound, t.inbox)
	}
	return bound
}
