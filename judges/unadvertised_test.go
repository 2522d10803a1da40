package judges_test

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legUnlisted = "0236.webhook.unadvertised-refused"

// unlisted changes the answers to registrations that name what is not listed.
func unlisted(change func(name string, a *reply)) double {
	return durableOnly(double{answer: func(name string, a *reply) {
		if strings.HasPrefix(name, journal.InboxUnlisted) {
			change(name, a)
		}
	}})
}

func take(a *reply) {
	*a = reply{status: 201, body: map[string]any{"webhookId": "tenant-a/hook-0002", "secret": "s"}}
}

func TestUnadvertisedRefusedConvicts(t *testing.T) {
	answered := func(status int, body any) double {
		return unlisted(func(_ string, a *reply) { *a = reply{status: status, body: body} })
	}
	convictAll(t, legUnlisted, []conviction{
		{"alone", "not-accepted", unlisted(func(name string, a *reply) {
			if name == journal.InboxUnlisted {
				take(a)
			}
		}), nil},
		{"beside-a-durable-type", "not-accepted", unlisted(func(name string, a *reply) {
			if name == journal.InboxUnlistedBeside {
				take(a)
			}
		}), nil},
		{"the-second-of-two", "not-accepted", neither(double{answer: func(name string, a *reply) {
			if name == journal.InboxUnlisted+"~2" {
				take(a)
			}
		}}), nil},
		{"not-found", "status", answered(404, refusal("validation_error")), nil},
		{"a-code-of-its-own", "code", answered(400, refusal("unknown_event_type")), nil},
		{"a-member-more", "error-body", answered(400, map[string]any{"error": "validation_error", "message": "no", "field": "events"}), nil},
	})
}

func TestUnadvertisedRefusedAllows(t *testing.T) {
	passes(t, durableOnly(double{}), legUnlisted)
	passes(t, neither(double{}), legUnlisted)
	verdict := judge(t, unlisted(func(name string, a *reply) {
		if name == journal.InboxUnlistedVendor || name == journal.InboxUnlistedPresent {
			take(a)
		}
	}))[legUnlisted]
	if got := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || len(got) != 2 {
		t.Errorf("filters of run events: want a pass and two advisories, got %s", describe(verdict))
	}
}

func TestUnadvertisedRefusedUnproven(t *testing.T) {
	twin := durableOnly(double{answer: func(name string, a *reply) {
		if name == journal.InboxDurableTwin {
			*a = reply{status: 409, body: refusal("conflict")}
		}
	}})
	unproven(t, twin, legUnlisted, "not-accepted", "so a refusal proves nothing")
	unproven(t, durableOnly(double{drops: []string{"webhook"}}), legUnlisted, "status", "no registration that names an unlisted reserved type was sent")
	changed := durableOnly(double{})
	changed.finish = typesOf(listsDurable, listsEphemeral)
	unproven(t, changed, legUnlisted, "not-accepted", "changed during the run")
}

func TestUnadvertisedRefusedGates(t *testing.T) {
	gates(t, double{}, legUnlisted, judges.Inapplicable, "lists both reserved test types")
	gates(t, double{document: typesOf(listsEphemeral), before: probeEphemeral}, legUnlisted, judges.Inapplicable, "lists no durable type")
	gates(t, durableOnly(double{run: func(r *journal.Run) { r.Receiver = journal.Receiver{State: journal.ReceiverNotGiven} }}), legUnlisted, judges.Blocked, "--webhook-url")
}
