package judges

import (
	"fmt"
	"slices"

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
	if len(f.unlistedReserved()) > 0 {
		return nil
	}
	return inapplicable("hostEvents.types in the discovery document lists both reserved test types, and of no other name is it sure that it is an unadvertised host-event type")
}

func (f facts) unlistedReserved() []string {
	var unlisted []string
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		if reserved := journal.ReservedType(class); f.Start.ClassOf(reserved) == "" {
			unlisted = append(unlisted, reserved)
		}
	}
	return unlisted
}

func (f facts) namesUnlisted(name string) bool {
	unlisted := f.unlistedReserved()
	return f.namesType(name, func(kind string) bool { return oneOf(kind, unlisted) })
}

func (f facts) unlistedAccepted() bool {
	return slices.ContainsFunc(f.asking(journal.InboxUnlisted, journal.InboxUnlistedBeside), func(name string) bool {
		got := f.lastReply(name)
		return f.namesUnlisted(name) && got.success() && !f.everywhere(got)
	})
}

func judgeUnadvertisedRefused(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	refusals := newRegistrationRefusals()
	for _, name := range f.asking(journal.InboxUnlisted, journal.InboxUnlistedBeside) {
		missing := ""
		if !f.namesUnlisted(name) {
			missing = f.because("host-event-webhook", "no registration that names an unlisted reserved type was sent"+f.receiverNote(name))
		}
		refusals.weigh(f, name, missing)
	}
	findings := append(gathered(refusals.all()...), f.taking(journal.InboxUnlistedVendor), f.taking(journal.InboxUnlistedPresent))
	findings = slices.DeleteFunc(findings, func(finding Finding) bool { return finding.Rule == "" })
	return f.unsettled(findings, f.drifted(typesClaim(), webhooksClaim()))
}

// taking tells that a name was accepted which may lawfully be a filter of
// something else.
func (f facts) taking(name string) Finding {
	got := f.lastReply(name)
	if !got.success() || f.everywhere(got) {
		return Finding{}
	}
	return advisory("not-accepted", fmt.Sprintf("%s was %s: it names a type that hostEvents.types does not list; as a filter of run events that is lawful, but who misspells a type is not told", name, got), got.at.seq)
}
