package judges_test

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legTrigger = "0241.trigger.bound-by-listing"

// call changes the answer to one exchange.
func call(exchange string, change func(a *reply)) double {
	return double{answer: func(name string, a *reply) {
		if name == exchange {
			change(a)
		}
	}}
}

// neither lists types that only the seam emits.
func neither(host double) double {
	host.document = func(d document) {
		typesOf(listing("example.durable", "durable"), listing("example.ephemeral", "ephemeral"))(d)
		d["conformance"] = map[string]any{"seamsProfile": journal.SeamsProfileEmit}
	}
	return host
}

func durableOnly(host double) double {
	host.document = typesOf(listsDurable)
	return host
}

func TestTriggerConvicts(t *testing.T) {
	accepted := func(a *reply) { *a = reply{status: 202, body: map[string]any{"eventId": "evt-of-something-else"}} }
	convictAll(t, legTrigger, []conviction{
		{"not-found", "listed-served", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{status: 404, body: refusal("not_found")} }), nil},
		{"ok-instead-of-accepted", "listed-served", call(journal.EmitTriggerEphemeral, func(a *reply) { a.status = 200 }), nil},
		{"reset", "listed-served", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{fault: "reset"} }), nil},
		{"server-error", "listed-served", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{status: 500} }), nil},
		{"on-another-call", "listed-served", call(journal.EmitTenancyA2, func(a *reply) { *a = reply{status: 400, body: refusal("validation_error")} }), nil},
		{"no-type", "answer", call(journal.EmitTriggerDurable, func(a *reply) { delete(a.body.(map[string]any), "type") }), nil},
		{"type-no-text", "answer", call(journal.EmitTriggerDurable, func(a *reply) { a.body.(map[string]any)["type"] = 1 }), nil},
		{"no-event-id", "answer", call(journal.EmitTriggerDurable, func(a *reply) { delete(a.body.(map[string]any), "eventId") }), nil},
		{"short-event-id", "answer", double{id: func(name, id string) string {
			if name == journal.EmitTriggerDurable {
				return "17"
			}
			return id
		}}, []string{legEnvelope, legVariant}},
		{"empty", "answer", call(journal.EmitTriggerDurable, func(a *reply) { a.body = "" }), nil},
		{"other-type", "answer-type", call(journal.EmitTriggerDurable, func(a *reply) { a.body.(map[string]any)["type"] = "acme.thing" }), nil},
		{"type-of-the-other-class", "answer-type", call(journal.EmitTriggerEphemeral, func(a *reply) {
			a.body.(map[string]any)["type"] = journal.TypeTestDurable
		}), nil},
		{"accepted", "unlisted-refused", durableOnly(call(journal.EmitTriggerEphemeral, accepted)), nil},
		{"not-found", "unlisted-status", durableOnly(call(journal.EmitTriggerEphemeral, func(a *reply) { a.status = 404 })), nil},
		{"server-error", "unlisted-status", durableOnly(call(journal.EmitTriggerEphemeral, func(a *reply) { *a = reply{status: 503} })), nil},
		{"other", "unlisted-code", durableOnly(call(journal.EmitTriggerEphemeral, func(a *reply) { a.body = refusal("not_supported") })), nil},
		{"no-code", "unlisted-code", durableOnly(call(journal.EmitTriggerEphemeral, func(a *reply) { a.body = "" })), nil},
		{"durable-accepted", "neither-served", neither(call(journal.EmitTriggerDurable, accepted)), nil},
		{"ephemeral-accepted", "neither-served", neither(call(journal.EmitTriggerEphemeral, accepted)), nil},
	})
}

func TestTriggerAllows(t *testing.T) {
	for name, host := range map[string]double{
		"more members in the answer": call(journal.EmitTriggerDurable, func(a *reply) { a.body.(map[string]any)["sequenceHint"] = 1 }),
		"durable only":               durableOnly(double{}),
		"neither listed":             neither(double{}),
		"listed in the wrong class": {document: func(d document) {
			typesOf(listing("example.durable", "durable"), listing("example.ephemeral", "ephemeral"), listing(journal.TypeTestDurable, "ephemeral"))(d)
			d["conformance"] = map[string]any{"seamsProfile": journal.SeamsProfileEmit}
		}},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legTrigger) })
	}
	verdict := judge(t, neither(call(journal.EmitTriggerDurable, func(a *reply) { a.status = 400 })))[legTrigger]
	if got := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || len(got) != 1 || got[0] != "neither-served" {
		t.Errorf("400 where nothing is served: want a pass and one advisory, got %s", describe(verdict))
	}
}

func TestTriggerUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"rate limited", "listed-served", "rate limited", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{status: 429} })},
		{"no scope", "listed-served", "lacks the scope", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{status: 403, body: refusal("forbidden")} })},
		{"stopped", "listed-served", "stopped", call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{fault: "stopped"} })},
		{"not called", "listed-served", "was not caused", double{drops: []string{"trigger"}}},
		{"unlisted and not called", "unlisted-refused", "it was not asked for", durableOnly(double{drops: []string{"trigger"}})},
		{"nothing else served", "unlisted-refused", "no call for the listed class was served", durableOnly(double{answer: func(name string, a *reply) {
			if strings.Contains(name, "probe") || strings.Contains(name, "host-event") && name != journal.EmitTriggerEphemeral {
				*a = reply{status: 429}
			}
		}})},
		{"neither listed and failing", "neither-served", "was answered 500", neither(call(journal.EmitTriggerDurable, func(a *reply) { *a = reply{status: 500} }))},
		{"a page for everything", "neither-served", "was answered 200", neither(double{answer: func(name string, a *reply) {
			if strings.HasPrefix(name, "host-event-trigger") || name == journal.InboxA {
				*a = reply{status: 200, body: "<html>one page</html>"}
			}
		}})},
		{"the listing changed", "listed-served", "changed during the run", double{finish: typesOf(listsDurable)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legTrigger, test.rule, test.words) })
	}
}

// When the host dies in the middle of the run, a call that then failed breaks
// no rule.
func TestADeadHostIsNoVerdict(t *testing.T) {
	dead := false
	kill := func(a *reply) {
		if dead {
			*a = reply{fault: "dial"}
		}
	}
	host := double{
		before: func(s *story, step string) {
			if step == "trigger" {
				dead = true
				for _, stream := range append([]string{}, s.open...) {
					s.end(stream, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
				}
			}
		},
		answer: func(_ string, a *reply) { kill(a) },
		stream: func(_ string, a *reply) { kill(a) },
	}
	for id, verdict := range judge(t, host) {
		if verdict.Result == judges.Fail {
			t.Errorf("%s: want no failure after the host died, got %s", id, describe(verdict))
		}
	}
}
