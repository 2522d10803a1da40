package judges_test

import (
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legAuthFirst = "0250.auth-first"

func TestAuthFirstConvicts(t *testing.T) {
	const unknown, known, madeUp = journal.StreamUncredentialedUnknown, journal.StreamUncredentialedKnown, journal.StreamMadeUpCredential
	answer := func(status int, code string) func(a *reply) {
		return func(a *reply) { *a = reply{status: status, body: refusal(code)} }
	}
	convictAll(t, legAuthFirst, []conviction{
		{"resync", "no-credential", asks(answer(409, "host_event_resync_required"), unknown), nil},
		{"resync-with-401", "no-credential", asks(answer(401, "host_event_resync_required"), unknown), nil},
		{"opened", "no-credential", asks(opened, known), []string{"0236.host-event.tenant-isolation"}},
		{"not-found", "no-credential", asks(answer(404, "not_found"), unknown), nil},
		{"resync", "wrong-credential", asks(answer(409, "host_event_resync_required"), madeUp), nil},
		{"conflict", "wrong-credential", asks(answer(409, "conflict"), madeUp), nil},
		{"opened", "wrong-credential", asks(opened, madeUp), nil},
	})
}

func TestAuthFirstAllowsWhatAnAuthenticationAnswers(t *testing.T) {
	strangers := []string{journal.StreamUncredentialedUnknown, journal.StreamUncredentialedKnown, journal.StreamMadeUpCredential}
	for name, host := range map[string]double{
		"403":          asks(func(a *reply) { a.status = 403 }, strangers...),
		"other bodies": asks(func(a *reply) { a.body = "go away" }, journal.StreamUncredentialedKnown),
		"404 throughout": asks(func(a *reply) { *a = reply{status: 404, body: refusal("not_found")} },
			append([]string{journal.StreamAnonymous}, strangers...)...),
		"callers without a credential are served": asks(opened, journal.StreamAnonymous, journal.StreamUncredentialedKnown),
		"a malformed token":                       asks(func(a *reply) { *a = reply{status: 400, body: refusal("invalid_request")} }, journal.StreamMadeUpCredential),
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legAuthFirst) })
	}
}

func TestAuthFirstUnproven(t *testing.T) {
	for name, test := range map[string]struct {
		host        double
		rule, words string
	}{
		"taken for one without a credential":   {asks(opened, journal.StreamAnonymous, journal.StreamMadeUpCredential), "wrong-credential", "for one of whom it may take this one"},
		"nobody is refused elsewhere":          {double{stream: status(journal.StreamAnonymous, 503)}, "wrong-credential", "nothing shows that the host refuses"},
		"no twin":                              {double{stream: status(journal.StreamAcceptedAfter, 429)}, "wrong-credential", "accepted-after was answered 429"},
		"rate limited":                         {double{stream: status(journal.StreamMadeUpCredential, 429)}, "wrong-credential", "was answered 429"},
		"not asked for":                        {double{drops: []string{"refusal"}}, "no-credential", "was not asked for"},
		"a good credential is refused as well": {double{stream: status(journal.StreamUnknown1, 401)}, "no-credential", "with a good credential proves nothing"},
	} {
		t.Run(name, func(t *testing.T) { unproven(t, test.host, legAuthFirst, test.rule, test.words) })
	}
}

// That the kind of a failure depends on the cursor is told, and nothing more.
func TestAuthFirstTellsWhatDependsOnTheCursor(t *testing.T) {
	verdict := judge(t, double{stream: status(journal.StreamUncredentialedKnown, 403)})[legAuthFirst]
	if verdict.Result != judges.Pass || len(rulesOf(verdict, judges.Advisory)) != 1 {
		t.Errorf("want a pass and one advisory, got %s", describe(verdict))
	}
}
