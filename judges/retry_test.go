package judges_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legRetry = "0236.webhook.retry-identity"

// second changes the second attempt of what the inbox refused.
func second(change func(p *parcel)) double {
	return double{deliver: func(p *parcel) {
		if p.attempt == 2 {
			change(p)
		}
	}}
}

// renamed gives the second attempt another eventId.
func renamed(also func(p *parcel, envelope map[string]any)) double {
	return second(func(p *parcel) {
		envelope := p.body.(map[string]any)["hostEvent"].(map[string]any)
		envelope["eventId"] = "evt-made-for-the-second-attempt"
		if also != nil {
			also(p, envelope)
		}
	})
}

// standardIDs sends a webhook-id with every delivery to the inbox that refuses.
func standardIDs(id func(p *parcel) string) double {
	return double{deliver: func(p *parcel) {
		if p.inbox == journal.InboxDurableTwin {
			p.header["Webhook-Id"] = id(p)
		}
	}}
}

func TestRetryIdentityConvicts(t *testing.T) {
	convictAll(t, legRetry, []conviction{
		{"another-id", "event-id", renamed(nil), nil},
		{"another-id-and-time", "event-id", renamed(func(_ *parcel, e map[string]any) { e["timestamp"] = "2026-01-02T04:00:00Z" }), nil},
		{"another-id-that-tells-the-first", "event-id", renamed(func(p *parcel, _ map[string]any) {
			p.header["X-Retry-Of"] = "evt-host-event-webhook.D2-durable-0000"
		}), nil},
		{"other", "subscription-id", second(func(p *parcel) { p.header["OpenWOP-Webhook-Id"] += ".2" }), nil},
		{"absent", "subscription-id", second(func(p *parcel) { p.header["OpenWOP-Webhook-Id"] = "" }), nil},
		{"by-attempt", "webhook-id", standardIDs(func(p *parcel) string { return "msg_" + strings.Repeat("x", p.attempt) }), nil},
		{"of-a-doubled-delivery", "webhook-id", double{published: func(s *story, name string) {
			if name == journal.EmitWebhookD1 {
				for _, id := range []string{"msg_1", "msg_2"} {
					p := s.parcel(journal.InboxA, name, 1, time.Millisecond)
					p.header["Webhook-Id"] = id
					s.send(p)
				}
			}
		}}, nil},
		{"made-once", "signature", second(func(p *parcel) {
			p.over = asJSON(p.body)
			p.body = strings.ReplaceAll(p.over, ",", " ,")
		}), nil},
		{"absent", "signature", second(func(p *parcel) { p.header["OpenWOP-Signature"] = "" }), nil},
	})
}

func TestRetryIdentityAllows(t *testing.T) {
	for name, host := range map[string]double{
		"the same webhook-id":    standardIDs(func(p *parcel) string { return "msg_" + p.emit }),
		"more than two attempts": second(func(p *parcel) { p.times = 3 }),
		"events of another run in between": {published: func(s *story, name string) {
			if name == journal.EmitWebhookD2 {
				s.hand(another(s, "evt-of-another-run-00"))
			}
		}},
		"the bytes and headers of the first": {deliver: func() func(p *parcel) {
			var first map[string]string
			return func(p *parcel) {
				if p.inbox == journal.InboxDurableTwin && p.emit == journal.EmitWebhookD2 {
					if p.attempt == 1 {
						first = map[string]string{"OpenWOP-Timestamp": p.header["OpenWOP-Timestamp"]}
						return
					}
					p.header["OpenWOP-Timestamp"] = first["OpenWOP-Timestamp"]
				}
			}
		}()},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host) })
	}
}

// another is an event of another run in the inbox that refuses, after what it
// refused.
func another(s *story, id string) parcel {
	p := s.parcel(journal.InboxDurableTwin, journal.EmitWebhookD2, 1, time.Millisecond)
	p.emit = "another"
	p.body.(map[string]any)["hostEvent"].(map[string]any)["eventId"] = id
	return p
}

func TestRetryIdentityTellsOtherDifferences(t *testing.T) {
	verdict := judge(t, second(func(p *parcel) {
		p.body.(map[string]any)["hostEvent"].(map[string]any)["timestamp"] = "2026-01-02T03:04:59Z"
		p.header["Webhook-Id"] = "msg_1"
	}))[legRetry]
	if got := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || len(got) != 2 {
		t.Errorf("want a pass and two advisories, got %s", describe(verdict))
	}
}

// What came in place of a second attempt is only one when it can be nothing
// else.
func TestRetryIdentityUnproven(t *testing.T) {
	const strange = "evt-made-for-the-second-attempt"
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"no second attempt", "event-id", "no second one came within", second(func(p *parcel) { p.times = 0 })},
		{"nothing was refused", "event-id", "refused no attempt", double{drops: []string{"webhook"}, before: func(s *story, step string) {
			if step == "tenancy" {
				s.register(journal.InboxDurableTwin, journal.TenantA, "durable")
			}
		}}},
		{"nothing arrived", "event-id", "no delivery of a durable event reached", double{deliver: func(p *parcel) { p.times = 0 }}},
		{"an event from before", "event-id", "no second one came within", renamed(func(_ *parcel, e map[string]any) { e["timestamp"] = "2026-01-02T03:04:00Z" })},
		{"an event of another type", "event-id", "no second one came within", renamed(func(_ *parcel, e map[string]any) { e["type"] = "acme.thing" })},
		{"an id that another inbox got", "event-id", "no second one came within", double{deliver: renamed(nil).deliver, published: func(s *story, name string) {
			if name == journal.EmitWebhookD2 {
				p := another(s, strange)
				p.inbox, p.key = journal.InboxA, secretKey(journal.InboxA)
				s.hand(p)
			}
		}}},
		{"an id that a stream showed", "event-id", "no second one came within", double{deliver: renamed(nil).deliver, published: func(s *story, name string) {
			if name == journal.EmitWebhookD2 {
				s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
					Stream: journal.StreamControlA, Offset: s.offsets[journal.StreamControlA], Dispatched: true,
					Foreign: &journal.Foreign{Type: journal.TypeTestDurable, EventID: strange},
				}})
			}
		}}},
		{"a stream that loses events", "event-id", "follows from 0236.host-event.envelope", double{deliver: renamed(nil).deliver, frame: func(w *wire) {
			if w.emit == journal.EmitTenancyA1 && w.stream == journal.StreamControlA {
				w.times = 0
			}
		}}},
		{"a stream that ended too early", "event-id", "until one settle window after", double{deliver: renamed(nil).deliver, drops: []string{"tenancy", "trigger", "replay", "refusal"}, published: func(s *story, name string) {
			if name == journal.EmitWebhookD2 {
				s.end(journal.StreamControlA, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
			}
		}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legRetry, test.rule, test.words) })
	}
}

func TestRetryIdentityGates(t *testing.T) {
	gates(t, double{document: func(d document) {
		d["webhooks"] = map[string]any{"retryPolicy": map[string]any{"maxAttempts": 1}}
	}}, legRetry, judges.Inapplicable, "maxAttempts")
	gates(t, double{document: func(d document) { delete(d, "webhooks") }}, legRetry, judges.Inapplicable, "does not claim webhooks")
	gates(t, double{answer: func(name string, a *reply) {
		if name == journal.InboxDurableTwin {
			a.status, a.body = 409, refusal("conflict")
		}
	}}, legRetry, judges.Blocked, "host-event-webhook/durable-only was answered 409")
}
