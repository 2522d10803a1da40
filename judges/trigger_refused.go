package judges

import (
	"fmt"
	"slices"

	"hostwitness/witness/journal"
)

// servesTrigger is met when a reserved type is listed, which is what binds the
// test trigger (RFC 0241 §B.1).
func servesTrigger(f facts) *Gate {
	if f.Start.TriggerServes(journal.ClassDurable) || f.Start.TriggerServes(journal.ClassEphemeral) {
		return nil
	}
	return inapplicable("hostEvents.types in the discovery document lists neither reserved test type under its own class, so the host need not serve the test trigger")
}

// triggerClaim is what binds the test trigger.
func triggerClaim() claim {
	return claim{"hostEvents.types", func(c journal.Claims) string {
		return fmt.Sprint(c.TriggerServes(journal.ClassDurable), c.TriggerServes(journal.ClassEphemeral))
	}}
}

// refusedCall is a call of the test trigger that the host had to refuse, and
// what it got.
type refusedCall struct {
	reply
	request document // the body of the request, as it was sent
}

// forEachClass names the calls that are made for each class which the test
// trigger is bound to serve.
func (f facts) forEachClass(calls ...string) []string {
	names := slices.Clone(calls)
	if len(f.servedClasses()) > 1 {
		for _, call := range calls {
			names = append(names, journal.SecondClass(call))
		}
	}
	return names
}

func (f facts) refusedCall(name string) refusedCall {
	call := refusedCall{reply: f.lastReply(name)}
	if attempts := f.Exchanges[name]; len(attempts) > 0 {
		call.request = readDocument(attempts[len(attempts)-1].Request.Body)
	}
	return call
}

// accepts says that the host did what was asked. The request must have borne
// the body in question, since a redirect may have made another of it; and a
// lawful call must have been served, for what answers 2xx to everything accepts
// nothing.
func (f facts) accepts(call refusedCall, wrong func(document) bool) bool {
	before, after := f.served(call)
	return call.request.object != nil && wrong(call.request) && call.success() && (before || after) && !f.everywhere(call.reply)
}

// unproven says why a call that was not accepted proves nothing, "" when it
// does.
func (f facts) unproven(call refusedCall, wrong func(document) bool) string {
	if excuse := f.excuse(call.reply); excuse != "" {
		return excuse
	}
	if call.request.object == nil || !wrong(call.request) {
		return "the request did not bear the body that a host has to refuse"
	}
	return f.triggerTwins(call)
}

// triggerTwins says why the refusal of a call proves nothing, "" when a lawful
// call was served before it and after it.
func (f facts) triggerTwins(call refusedCall) string {
	switch before, after := f.served(call); {
	case !before:
		return "no lawful call of the test trigger was served before it, so a refusal proves nothing"
	case !after:
		return "no lawful call of the test trigger was served after it, so a refusal proves nothing"
	}
	return ""
}

// served says on which side of a call a lawful one of the same credential and
// class was served.
func (f facts) served(call refusedCall) (before, after bool) {
	class, _ := call.request.text("delivery")
	for _, e := range f.of(call.tenant, "") {
		named := e.class == class || class != journal.ClassDurable && class != journal.ClassEphemeral
		if f.Emits[e.name].Intent.Via == journal.ViaTrigger && named {
			before = before || e.answered.before(call.sent)
			after = after || call.at.before(e.caused)
		}
	}
	return before, after
}
