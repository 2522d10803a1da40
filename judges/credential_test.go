package judges_test

import (
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// everyTime gives the same answer to every request of the first tenant that has
// one of the prefixes.
func everyTime(a reply, prefixes ...string) double {
	change := func(name string, out *reply) {
		for _, prefix := range prefixes {
			if strings.HasPrefix(name, prefix) {
				*out = a
			}
		}
	}
	return double{answer: change, stream: change}
}

// What never left the suite, or was stopped by it, breaks no rule.
func TestWhatWasNotSentConvictsNobody(t *testing.T) {
	for _, kind := range []string{"not-sent", "stopped"} {
		for _, prefix := range []string{
			"run/inbox", "host-event-webhook", "host-event-trigger", "host-event-strict-replay/first", "host-event-refusal/accepted",
			"host-event-refusal/unknown", "host-event-refusal/foreign", "host-event-refusal/legacy", "host-event-delivery/resumed", "run/anonymous",
		} {
			for leg, verdict := range judge(t, everyTime(reply{fault: kind}, prefix)) {
				if verdict.Result == judges.Fail {
					t.Errorf("%s %s: %s is convicted: %s", kind, prefix, leg, describe(verdict))
				}
			}
		}
	}
	unproven(t, everyTime(reply{fault: "not-sent"}, "host-event-trigger"), legTrigger, "listed-served", "not sent (as the test says)")
	unproven(t, everyTime(reply{fault: "not-sent"}, journal.StreamReplayFirst), legBacklog, "accepted", "not sent (as the test says)")
	unproven(t, everyTime(reply{fault: "not-sent"}, "host-event-strict-replay/",
		"host-event-delivery/resumed", "host-event-delivery/own-id", "host-event-tenancy/resumed"), legIsolation, "resumed-stream", "was not sent (as the test says)")
}

// A 401 breaks a rule only where the credential was accepted afterwards, by a
// request that bore the same one.
func TestDeniedRequestNeedsALaterAcceptedOne(t *testing.T) {
	denied := func(from string, names ...string) double {
		host := everyTime(reply{status: 401, body: refusal("unauthenticated")}, names...)
		host.before = func(s *story, step string) {
			if step == from {
				s.note(journal.TopicCredential, "a", journal.CredentialRenewed, "")
			}
		}
		return host
	}
	convicts(t, denied("never", journal.EmitTriggerAfter), legTrigger, "listed-served")
	unproven(t, denied("replay", journal.EmitTriggerAfter), legTrigger, "listed-served", "and refused (401) from")
}

// What comes after the end of a token is not the host's doing.
func TestTokenThatEndsIsTold(t *testing.T) {
	ended := false
	deny := func(name string, a *reply) {
		if ended && !strings.HasPrefix(name, "run/discovery") && name != journal.StreamAnonymous {
			*a = reply{status: 401, body: refusal("unauthenticated")}
		}
	}
	for _, from := range []string{"inboxes", "delivery", "webhook", "tenancy", "trigger", "replay", "refusal"} {
		ended = false
		verdicts := judge(t, double{answer: deny, stream: deny, before: func(_ *story, step string) { ended = ended || step == from }})
		for leg, verdict := range verdicts {
			if verdict.Result == judges.Fail {
				t.Errorf("token that ended before %s: %s is convicted: %s", from, leg, describe(verdict))
			}
		}
		if from == "trigger" && !strings.Contains(verdicts[legTrigger].Reason, "s and refused (401) from ") {
			t.Errorf("the end of the token is not told: %s", describe(verdicts[legTrigger]))
		}
	}
}

func TestRefusedFirstCredentialIsToldOnce(t *testing.T) {
	for status, says := range map[int]string{401: "the host refused the first credential (A) with 401; give a valid bearer token", 403: "the host refused the first credential (A) with 403: it lacks a scope"} {
		host := everyTime(reply{status: status, body: refusal("unauthenticated")}, "run/control-a", "run/probe-a", "run/inbox-a", "host-event-")
		host.drops = []string{"delivery", "webhook", "tenancy", "replay", "refusal"}
		for leg, verdict := range judge(t, host) {
			if !strings.HasSuffix(leg, ".shape") && !unbound(verdict) && (verdict.Result != judges.Blocked || !strings.HasPrefix(verdict.Reason, says)) {
				t.Errorf("%d: %s is %s", status, leg, describe(verdict))
			}
		}
	}
}

// A violation that was seen is not hidden behind a refused credential.
func TestRefusedFirstCredentialHidesNothing(t *testing.T) {
	host := everyTime(reply{status: 401, body: refusal("unauthenticated")}, "run/control-a", "run/probe-a", "run/inbox-a", "host-event-")
	host.drops = []string{"delivery", "webhook", "tenancy", "replay", "refusal"}
	host.document = func(d document) { facet(d)["types"].([]map[string]any)[0]["delivery"] = "sometimes" }
	if verdict := judge(t, host)[legEnvelope]; !slices.Contains(rulesOf(verdict, judges.Violated), "facet") {
		t.Errorf("want facet violated, got %s", describe(verdict))
	}
}

// What was not done for want of something names what it wanted.
func TestFollowOnNamesTheRoot(t *testing.T) {
	stopped := func(scenario, text string) double {
		return double{drops: []string{"replay", "refusal"}, before: func(s *story, step string) {
			if step == "replay" {
				s.note(journal.TopicScenario, scenario, text, "")
			}
		}, run: func(r *journal.Run) { r.Options.Triggers = 7 }}
	}
	const spent = "host-event-strict-replay/D2: the budget of events is spent; raise --triggers"
	unproven(t, stopped("host-event-strict-replay", spent), legBacklog, "complete", spent+" (7)")
	const long = "a reason that is a good deal longer than eighty characters and still has to be told to its very last word"
	unproven(t, stopped("host-event-refusal", long), legCursor, "code", long)
	unproven(t, stopped("host-event-refusal", long), legUniform, "foreign", long)

	lost := double{frame: func(w *wire) { w.times = 0 }}
	verdicts := judge(t, lost)
	if verdicts[legEnvelope].Result != judges.Fail {
		t.Errorf("a host that delivers nothing is %s", describe(verdicts[legEnvelope]))
	}
	for _, leg := range []string{legNoResume, legBacklog, legIsolation} {
		if !strings.Contains(verdicts[leg].Reason, "follows from 0236.host-event.envelope delivered: ") {
			t.Errorf("%s does not name what it follows from: %s", leg, describe(verdicts[leg]))
		}
	}
	for _, state := range []journal.CredentialState{journal.CredentialMissing, journal.CredentialEmpty} {
		host := double{run: func(r *journal.Run) { r.Credentials[1].State = state }}
		if verdict := judge(t, host)[legIsolation]; !strings.HasSuffix(strings.TrimSuffix(verdict.Reason, " (and 1 more reason)"), "to a key of a second tenant") {
			t.Errorf("%s: %s", state, verdict.Reason)
		}
	}
}
