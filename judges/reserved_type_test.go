package judges_test

import (
	"slices"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legReserved = "0241.trigger.reserved-type"

// misreserved lists the durable reserved type as ephemeral, which binds nothing.
func misreserved(host double) double {
	host.document = func(d document) {
		typesOf(listing("example.durable", "durable"), listing("example.ephemeral", "ephemeral"), listing(journal.TypeTestDurable, "ephemeral"))(d)
		d["conformance"] = map[string]any{"seamsProfile": journal.SeamsProfileEmit}
	}
	return host
}

func vendorTyped(host double) double {
	host.document = typesOf(listsDurable, listsEphemeral, listing("acme.thing", "durable"))
	return host
}

func TestReservedTypeConvicts(t *testing.T) {
	typed := call("", nil)
	typed.answer = func(_ string, a *reply) {
		if said, ok := a.body.(map[string]any); ok && said["type"] == journal.TypeTestDurable {
			said["type"] = "acme.thing"
		}
	}
	typed.frame = func(w *wire) {
		if w.class == journal.ClassDurable {
			w.envelope["type"] = "acme.thing"
		}
	}
	convictAll(t, legReserved, []conviction{
		{"a-listed-type-of-its-own", "type", vendorTyped(typed), []string{legTrigger, legEnvelope}},
		{"the-other-class", "class", double{frame: func(w *wire) {
			if w.class == journal.ClassEphemeral {
				w.envelope["delivery"] = "durable"
			}
		}}, []string{legEnvelope, legTypes}},
		{"lost", "ordinary-path", double{frame: func(w *wire) {
			if w.emit == journal.EmitTriggerAfter {
				w.times = 0
			}
		}}, []string{legEnvelope}},
		{"emitted-unasked", "only-in-answer", misreserved(beside(whole(journal.TypeTestDurable, "ephemeral"))), nil},
		{"emitted-unlisted", "only-in-answer", durableOnly(beside(whole(journal.TypeTestEphemeral, "ephemeral"))), []string{legTypes}},
	})
}

// Somebody else may have called the trigger, so what no call explains is told.
func TestUnexplainedReservedEventsAreTold(t *testing.T) {
	verdict := judge(t, beside(whole(journal.TypeTestDurable, "durable")))[legReserved]
	if told := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || !slices.Contains(told, "only-in-answer") {
		t.Errorf("want a pass that tells of them, got %s", describe(verdict))
	}
	explained := beside(whole(journal.TypeTestDurable, "durable"))
	explained.answer = func(name string, a *reply) {
		if name == journal.CallTriggerMember {
			*a = reply{status: 202, body: map[string]any{"eventId": "evt-of-somebody-else"}}
		}
	}
	if verdict := judge(t, explained)[legReserved]; len(rulesOf(verdict, judges.Advisory)) > 0 {
		t.Errorf("want nothing told of an event that a call explains, got %s", describe(verdict))
	}
}

func TestASecondEventOfOneKeyIsTold(t *testing.T) {
	host := call(journal.CallTriggerRepeated, caused)
	verdict := judge(t, host)[legReserved]
	if told := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || !slices.Contains(told, "ordinary-path") {
		t.Errorf("want a pass that tells of it, got %s", describe(verdict))
	}
	passes(t, call(journal.CallTriggerRepeated, func(a *reply) { *a = reply{status: 409, body: refusal("conflict")} }), legReserved)
}

func TestReservedTypeGates(t *testing.T) {
	gates(t, neither(double{}), legReserved, judges.Inapplicable, "neither reserved test type")
	gates(t, misreserved(double{}), legReserved, judges.Inapplicable, "neither reserved test type")
	passes(t, durableOnly(double{}), legReserved)
}

func TestReservedTypeUnproven(t *testing.T) {
	unproven(t, double{finish: typesOf(listsDurable)}, legReserved, "type", "changed during the run")
	unproven(t, durableOnly(double{stream: status(journal.StreamControlA, 403)}), legReserved, "only-in-answer", "run/control-a was")
}
