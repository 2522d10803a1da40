package judges

import (
	"maps"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// registrationRefusals holds the rules of registrations that a host has to
// refuse (RFC 0236 §E).
type registrationRefusals struct {
	accepted, status, code, body *ruling
}

func newRegistrationRefusals() registrationRefusals {
	return registrationRefusals{
		accepted: rules("not-accepted", "no 2xx"),
		status:   rules("status", "400"),
		code:     rules("code", codeValidation),
		body:     rules("error-body", "the closed error object"),
	}
}

func (r registrationRefusals) all() []*ruling { return []*ruling{r.accepted, r.status, r.code, r.body} }

// weigh holds the answer to one registration. It is told why the registration
// is not the one to look at, where it is not.
func (r registrationRefusals) weigh(f facts, name, missing string) {
	got := f.lastReply(name)
	record := got.at.seq
	excuse := f.excuse(got)
	switch {
	case missing != "":
		excuse = missing
	case got.success() && !f.everywhere(got):
		r.accepted.breaks(name, got.String(), record)
		return
	case excuse == "":
		excuse = f.registrationTwins(got)
	}
	if excuse != "" {
		lackAll(r.all(), name+": "+excuse, record)
		return
	}
	r.status.weigh(got.status == 400, "", name, got.String(), record)
	if !got.refused() {
		lackAll([]*ruling{r.accepted, r.code, r.body}, name+" was "+got.String(), record)
		return
	}
	r.accepted.keep(record)
	refusal := readError(got.body)
	refusal.weighCode(r.code, codeValidation, name, record)
	refusal.weighBody(r.body, name, record)
}

// weighEach holds the answers to registrations of which each has to name a type
// of the kind given.
func (r registrationRefusals) weighEach(f facts, names []string, wrong func(name string) bool, kind string) {
	for _, name := range names {
		missing := ""
		if !wrong(name) {
			missing = f.because("host-event-webhook", "no registration that names "+kind+" was sent"+f.receiverNote(name))
		}
		r.weigh(f, name, missing)
	}
}

// anyAccepted says that a registration which the host had to refuse was
// accepted, which needs no accepted twin.
func (f facts) anyAccepted(names []string, wrong func(name string) bool) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		got := f.lastReply(name)
		return wrong(name) && got.success() && !f.everywhere(got)
	})
}

// asking names the registrations of the roles given, and the repeats of these
// for further types.
func (f facts) asking(roles ...string) []string {
	names := slices.Clone(roles)
	for _, name := range slices.Sorted(maps.Keys(f.Registrations)) {
		if base, _, repeated := strings.Cut(name, "~"); repeated && oneOf(base, roles) {
			names = append(names, name)
		}
	}
	return names
}

// namesType reads a registration as it was sent, and says that it named a type of
// which the condition holds.
func (f facts) namesType(name string, condition func(kind string) bool) bool {
	registration, sent := f.Registrations[name]
	if !sent {
		return false
	}
	events, _ := readDocument(registration.Body).object["events"].([]any)
	return slices.ContainsFunc(events, func(entry any) bool {
		kind, ok := entry.(string)
		return ok && condition(kind)
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
