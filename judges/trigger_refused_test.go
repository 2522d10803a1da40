package judges_test

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legClosedBody  = "0241.trigger.closed-body"
	legNoWorkspace = "0241.trigger.workspace-refused"
)

func caused(a *reply) {
	*a = reply{status: 202, body: map[string]any{"eventId": "evt-of-a-call-that-is-to-be-refused", "type": journal.TypeTestDurable}}
}

func TestClosedBodyConvicts(t *testing.T) {
	convictAll(t, legClosedBody, []conviction{
		{"accepted", "further-member", call(journal.CallTriggerMember, caused), nil},
		{"ok", "further-member", call(journal.CallTriggerMember, func(a *reply) { *a = reply{status: 204} }), nil},
		{"payload-accepted", "further-member", call(journal.CallTriggerPayload, caused), nil},
		{"type-accepted", "further-member", call(journal.CallTriggerType, caused), nil},
		{"accepted-for-ephemeral", "further-member", call(journal.SecondClass(journal.CallTriggerMember), caused), nil},
		{"payload-accepted-for-ephemeral", "further-member", call(journal.SecondClass(journal.CallTriggerPayload), caused), nil},
		{"without-delivery", "delivery", call(journal.CallTriggerNoClass, caused), nil},
		{"other-delivery", "delivery", call(journal.CallTriggerOtherClass, caused), nil},
		{"durable-alone-listed", "delivery", durableOnly(call(journal.CallTriggerOtherClass, caused)), nil},
	})
}

func TestClosedBodyAllows(t *testing.T) {
	for name, host := range map[string]double{
		"422":                     call(journal.CallTriggerMember, func(a *reply) { *a = reply{status: 422, body: refusal("invalid_body")} }),
		"413":                     call(journal.CallTriggerPayload, func(a *reply) { *a = reply{status: 413} }),
		"403 of a guard in front": call(journal.CallTriggerPayload, func(a *reply) { *a = reply{status: 403, body: "<html>blocked</html>"} }),
		"durable only":            durableOnly(double{}),
		"ephemeral only":          {document: typesOf(listing(journal.TypeTestEphemeral, "ephemeral"))},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legClosedBody, legNoWorkspace) })
	}
}

func TestWorkspaceRefusedConvicts(t *testing.T) {
	const name = journal.CallTriggerUnknownWorkspace
	convictAll(t, legNoWorkspace, []conviction{
		{"accepted", "unknown-refused", call(name, caused), nil},
		{"accepted-for-ephemeral", "unknown-refused", call(journal.SecondClass(name), caused), nil},
		{"invalid", "unknown-status", call(name, func(a *reply) { a.status = 400 }), nil},
		{"forbidden", "unknown-status", call(name, func(a *reply) { a.status = 403 }), nil},
		{"server-error", "unknown-status", call(name, func(a *reply) { *a = reply{status: 500} }), nil},
		{"own-code", "unknown-code", call(name, func(a *reply) { a.body = refusal("workspace_not_found") }), nil},
		{"no-code", "unknown-code", call(name, func(a *reply) { a.body = "no such workspace" }), nil},
	})
}

func TestRefusedCallsUnproven(t *testing.T) {
	limited := func(a *reply) { *a = reply{status: 429} }
	lawful := func(name string, r *journal.Request) {
		if name == journal.CallTriggerMember || name == journal.CallTriggerUnknownWorkspace {
			r.Body = recorded(`{"delivery":"durable"}`)
		}
	}
	tests := []struct {
		name, leg, rule, words string
		host                   double
	}{
		{"rate limited", legClosedBody, "further-member", "rate limited", call(journal.CallTriggerMember, limited)},
		{"server error", legClosedBody, "delivery", "answered 500", call(journal.CallTriggerNoClass, func(a *reply) { *a = reply{status: 500} })},
		{"reset", legClosedBody, "delivery", "reset", call(journal.CallTriggerNoClass, func(a *reply) { *a = reply{fault: "reset"} })},
		{"a lawful body was sent", legClosedBody, "further-member", "did not bear the body", double{sent: lawful}},
		{"no lawful body was accepted after", legClosedBody, "further-member", "served after it", noTwin()},
		{"not asked for", legClosedBody, "delivery", "it was not asked for", double{drops: []string{"trigger"}}},
		{"rate limited for the second class", legClosedBody, "further-member", "rate limited", call(journal.SecondClass(journal.CallTriggerType), limited)},
		{"rate limited for the second class", legNoWorkspace, "unknown-refused", "rate limited", call(journal.SecondClass(journal.CallTriggerUnknownWorkspace), limited)},
		{"the listing changed", legClosedBody, "delivery", "changed during the run", double{finish: typesOf(listsDurable)}},
		{"rate limited", legNoWorkspace, "unknown-refused", "rate limited", call(journal.CallTriggerUnknownWorkspace, limited)},
		{"a lawful body was sent", legNoWorkspace, "unknown-status", "did not bear the body", double{sent: lawful}},
		{"no lawful body was accepted after", legNoWorkspace, "unknown-code", "served after it", noTwin()},
		{"the listing changed", legNoWorkspace, "unknown-status", "changed during the run", double{finish: typesOf(listsDurable)}},
	}
	for _, test := range tests {
		t.Run(test.leg+"/"+test.name, func(t *testing.T) { unproven(t, test.host, test.leg, test.rule, test.words) })
	}
}

// noTwin refuses every cause from the calls that have to be refused on.
func noTwin() double {
	over := false
	return double{
		before: func(_ *story, step string) { over = over || step == "trigger-after" },
		answer: func(_ string, a *reply) {
			if over && a.status == 202 {
				*a = reply{status: 429}
			}
		},
	}
}

// A body that would be lawful may be accepted: what was sent decides, not what was meant.
func TestWhatWasSentDecides(t *testing.T) {
	host := call(journal.CallTriggerOtherClass, caused)
	host.sent = func(_ string, r *journal.Request) { r.Body = recorded(`{"delivery":"durable"}`) }
	for _, leg := range []string{legClosedBody, legNoWorkspace} {
		if verdict := judge(t, host)[leg]; verdict.Result == judges.Fail {
			t.Errorf("%s: want no failure for a lawful body, got %s", leg, describe(verdict))
		}
	}
}

// A redirect may make a GET of the call, whose success is that of a page.
func TestAPageBehindARedirectAcceptsNothing(t *testing.T) {
	host := call(journal.CallTriggerMember, func(a *reply) { *a = reply{status: 200, body: "<html>sign in</html>"} })
	host.sent = func(name string, r *journal.Request) {
		if name == journal.CallTriggerMember {
			r.Method, r.Body = "GET", nil
		}
	}
	unproven(t, host, legClosedBody, "further-member", "did not bear the body")
}

// What answers 202 to everything on that path accepts nothing.
func TestATriggerThatAnswersAllAlikeAcceptsNothing(t *testing.T) {
	host := double{answer: func(_ string, a *reply) {
		if said, ok := a.body.(map[string]any); ok && a.status == 202 {
			delete(said, "eventId")
		}
	}}
	for _, leg := range []string{legClosedBody, legNoWorkspace} {
		inner := host.answer
		host.answer = func(name string, a *reply) {
			if strings.HasPrefix(name, "host-event-trigger/") {
				*a = reply{status: 202, body: map[string]any{"type": journal.TypeTestDurable}}
			}
			inner(name, a)
		}
		if verdict := judge(t, host)[leg]; verdict.Result != judges.Blocked {
			t.Errorf("%s: want it blocked, got %s", leg, describe(verdict))
		}
	}
}

func TestRefusedCallsDoNotBindWithoutTheTrigger(t *testing.T) {
	for _, leg := range []string{legClosedBody, legNoWorkspace} {
		gates(t, neither(double{}), leg, judges.Inapplicable, "neither reserved test type")
	}
}
