package judges

import (
	"slices"

	"hostwitness/witness/journal"
)

// ephemeralRefused judges 0236.webhook.ephemeral-refused (RFC 0236 §E).
func ephemeralRefused() Judge {
	return Judge{
		Leg:   "0236.webhook.ephemeral-refused",
		Needs: []operation{registersInboxes},
		Gate: gated(discovered, claimsHostEvents, claimsWebhooks, lists(journal.ClassEphemeral),
			unlessSeen(facts.ephemeralAccepted, lists(journal.ClassDurable)), receiverReady),
		Judge: judgeEphemeralRefused,
	}
}

func judgeEphemeralRefused(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	refusals := newRegistrationRefusals()
	for _, name := range f.refusedInboxes() {
		missing := ""
		if !f.namesEphemeral(name) {
			missing = f.because("host-event-webhook", "no registration that names an ephemeral type was sent"+f.receiverNote(name))
		}
		refusals.weigh(f, name, missing)
	}
	return f.unsettled(gathered(refusals.all()...), f.drifted(typesClaim(), webhooksClaim()))
}

// refusedInboxes names the registrations that are to be refused for an
// ephemeral type.
func (f facts) refusedInboxes() []string {
	return f.asking(journal.InboxEphemeralOnly, journal.InboxEphemeralBeside)
}

// ephemeralAccepted says that a subscription to an ephemeral type was accepted,
// which needs no accepted twin.
func (f facts) ephemeralAccepted() bool {
	return slices.ContainsFunc(f.refusedInboxes(), func(name string) bool {
		got := f.lastReply(name)
		return f.namesEphemeral(name) && got.success() && !f.everywhere(got)
	})
}

// namesEphemeral says that a registration named an ephemeral type.
func (f facts) namesEphemeral(name string) bool {
	return f.namesType(name, func(kind string) bool { return f.Start.ClassOf(kind) == journal.ClassEphemeral })
}
