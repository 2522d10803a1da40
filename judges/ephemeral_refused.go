package judges

import (
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
	refusals.weighEach(f, f.refusedInboxes(), f.namesEphemeral, "an ephemeral type")
	return f.unsettled(gathered(refusals.all()...), f.drifted(typesClaim(), webhooksClaim()))
}

// refusedInboxes names the registrations that are to be refused for an
// ephemeral type.
func (f facts) refusedInboxes() []string {
	return f.asking(journal.InboxEphemeralOnly, journal.InboxEphemeralBeside)
}

func (f facts) ephemeralAccepted() bool { return f.anyAccepted(f.refusedInboxes(), f.namesEphemeral) }

// namesEphemeral says that a registration named an ephemeral type.
func (f facts) namesEphemeral(name string) bool {
	return f.namesType(name, func(kind string) bool { return f.Start.ClassOf(kind) == journal.ClassEphemeral })
}
