package judges

import (
	"maps"
	"slices"
	"strings"

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
	accepted := rules("not-accepted", "no 2xx")
	status := rules("status", "400")
	code := rules("code", codeValidation)
	body := rules("error-body", "the closed error object")
	all := []*ruling{accepted, status, code, body}
	for _, name := range f.refusedInboxes() {
		got := f.lastReply(name)
		record := got.at.seq
		excuse := f.excuse(got)
		switch {
		case !f.namesEphemeral(name):
			excuse = f.because("host-event-webhook", "no registration that names an ephemeral type was sent"+f.receiverNote(name))
		case got.success() && !f.everywhere(got):
			accepted.breaks(name, got.String(), record)
			continue
		case excuse == "":
			excuse = f.registrationTwins(got)
		}
		if excuse != "" {
			lackAll(all, name+": "+excuse, record)
			continue
		}
		status.weigh(got.status == 400, "", name, got.String(), record)
		if !got.refused() {
			lackAll([]*ruling{accepted, code, body}, name+" was "+got.String(), record)
			continue
		}
		accepted.keep(record)
		refusal := readError(got.body)
		refusal.weighCode(code, codeValidation, name, record)
		refusal.weighBody(body, name, record)
	}
	return f.unsettled(gathered(all...), f.drifted(typesClaim(), webhooksClaim()))
}

// refusedInboxes names the registrations that are to be refused: the two that
// are always asked for, and those for further ephemeral types.
func (f facts) refusedInboxes() []string {
	names := []string{journal.InboxEphemeralOnly, journal.InboxEphemeralBeside}
	for _, name := range slices.Sorted(maps.Keys(f.Registrations)) {
		if base, _, repeated := strings.Cut(name, "~"); repeated && oneOf(base, names[:2]) {
			names = append(names, name)
		}
	}
	return names
}

// ephemeralAccepted says that a subscription to an ephemeral type was accepted,
// which needs no accepted twin.
func (f facts) ephemeralAccepted() bool {
	return slices.ContainsFunc(f.refusedInboxes(), func(name string) bool {
		got := f.lastReply(name)
		return f.namesEphemeral(name) && got.success() && !f.everywhere(got)
	})
}

func lackAll(rulings []*ruling, reason string, records ...int64) {
	for _, r := range rulings {
		r.lacks(reason, records...)
	}
}

// registrationTwins says why a refused registration proves nothing, "" when
// the same with durable types alone was accepted before and after.
func (f facts) registrationTwins(refused reply) string {
	for _, twin := range []struct {
		name   string
		before bool
	}{{journal.InboxA, true}, {journal.InboxDurableTwin, false}} {
		if reason := f.unregistered(twin.name); reason != "" {
			return reason + ", so a refusal proves nothing"
		}
		if f.lastReply(twin.name).at.before(refused.at) != twin.before {
			return "the accepted twin " + twin.name + " was not asked for on its side of it"
		}
	}
	return ""
}

// namesEphemeral reads the registration as it was sent.
func (f facts) namesEphemeral(name string) bool {
	registration, sent := f.Registrations[name]
	if !sent {
		return false
	}
	events, _ := readDocument(registration.Body).object["events"].([]any)
	return slices.ContainsFunc(events, func(entry any) bool {
		kind, ok := entry.(string)
		return ok && f.Start.ClassOf(kind) == journal.ClassEphemeral
	})
}
