package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// unadvertisedRefused judges 0236.webhook.unadvertised-refused (RFC 0236 §E) by
// the reserved types alone: of every other name that is not listed nobody can
// say from outside that it is a host-event type and no filter of run events.
func unadvertisedRefused() Judge {
	return Judge{
		Leg:   "0236.webhook.unadvertised-refused",
		Needs: []operation{registersInboxes},
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks, leavesReserved,
			unlessSeen(facts.unlistedAccepted, lists(journal.ClassDurable)), receiverReady),
		Judge: judgeUnadvertisedRefused,
	}
}

// leavesReserved is met when a reserved type is not listed.
func leavesReserved(f facts) *Gate {
	if len(f.Start.UnlistedReserved()) > 0 {
		return nil
	}
	return inapplicable("hostEvents.types in the discovery document lists both reserved test types, and of no other name is it sure that it is an unadvertised host-event type")
}

func (f facts) namesUnlisted(name string) bool {
	unlisted := f.Start.UnlistedReserved()
	return f.namesType(name, func(kind string) bool { return oneOf(kind, unlisted) })
}

func (f facts) unlistedInboxes() []string {
	return f.asking(journal.InboxUnlisted, journal.InboxUnlistedBeside)
}

func (f facts) unlistedAccepted() bool { return f.anyAccepted(f.unlistedInboxes(), f.namesUnlisted) }

func judgeUnadvertisedRefused(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	refusals := newRegistrationRefusals()
	refusals.weighEach(f, f.unlistedInboxes(), f.namesUnlisted, "an unlisted reserved type")
	findings := append(gathered(refusals.all()...), f.taking()...)
	return f.unsettled(findings, f.drifted(typesClaim(), webhooksClaim()))
}

// taking tells that a name was accepted which may lawfully be a filter of
// something else.
func (f facts) taking() []Finding {
	var notes []Finding
	for _, name := range []string{journal.InboxUnlistedVendor, journal.InboxUnlistedPresent} {
		if got := f.lastReply(name); got.success() && !f.everywhere(got) {
			notes = append(notes, advisory("not-accepted", fmt.Sprintf("%s was %s: it names a type that hostEvents.types does not list; as a filter of run events that is lawful, but who misspells a type is not told", name, got), got.at.seq))
		}
	}
	return notes
}
