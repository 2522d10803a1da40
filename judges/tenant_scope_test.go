package judges_test

import (
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legScope = "0236.webhook.tenant-scope"

func TestTenantScopeConvicts(t *testing.T) {
	d1 := "evt-host-event-webhook.D1-durable-0000"
	b1 := "evt-host-event-webhook.B1-durable-0000"
	isolation := []string{legIsolation}
	hand := func(p parcel) func(*story) {
		return func(s *story) {
			p.method = "POST"
			if p.header == nil {
				p.header = map[string]string{}
			}
			s.hand(p)
		}
	}
	convictAll(t, legScope, []conviction{
		{"a-to-b", "not-delivered", after(journal.EmitWebhookD1, func(s *story) { s.deliver(journal.InboxB, journal.EmitWebhookD1) }), isolation},
		{"b-to-a", "not-delivered", after(journal.EmitWebhookB1, func(s *story) { s.deliver(journal.InboxA, journal.EmitWebhookB1) }), isolation},
		{"to-another-inbox", "not-delivered", after(journal.EmitWebhookB1, func(s *story) { s.deliver(journal.InboxDurableTwin, journal.EmitWebhookB1) }), isolation},
		{"a-probe", "not-delivered", after(journal.EmitWebhookB1, func(s *story) { s.deliver(journal.InboxA, journal.EmitProbeB) }), isolation},
		{"its-id-alone", "not-named", after(journal.EmitWebhookB1, hand(parcel{inbox: journal.InboxA, body: map[string]any{"seen": b1}})), isolation},
		{"its-id-in-an-own-header", "not-named", double{deliver: func(p *parcel) {
			if p.inbox == journal.InboxB && p.emit == journal.EmitWebhookB1 {
				p.header["X-Previous"] = d1
			}
		}}, isolation},
	})
}

func TestTenantScopeAllows(t *testing.T) {
	for name, host := range map[string]double{
		"others' events": after(journal.EmitWebhookB1, func(s *story) {
			s.hand(parcel{inbox: journal.InboxA, method: "POST", header: map[string]string{}, body: map[string]any{
				"hostEvent": map[string]any{"eventId": "evt-of-somebody-else", "type": "host-test.durable-triggered", "delivery": "durable"},
			}})
		}),
		"what the tenant named itself": double{published: func(s *story, name string) {
			if name == journal.EmitReplayD1 {
				s.hand(parcel{inbox: journal.InboxA, method: "POST", header: map[string]string{}, body: map[string]any{
					"asked": s.ids[journal.EmitReplayD1],
				}})
			}
		}},
		"one late delivery": double{deliver: func(p *parcel) {
			if p.inbox == journal.InboxB && p.emit == journal.EmitWebhookB2 {
				p.after = settle / 2
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legScope) })
	}
}

func TestTenantScopeUnproven(t *testing.T) {
	for name, test := range map[string]struct {
		words string
		host  double
	}{
		"the second inbox got nothing": {"run/inbox-b did not get", double{deliver: func(p *parcel) {
			if p.inbox == journal.InboxB {
				p.times = 0
			}
		}}},
		"the second inbox has no subscription": {"the registration of run/inbox-b was answered 500", double{answer: func(name string, a *reply) {
			if name == journal.InboxB {
				*a = reply{status: 500}
			}
		}}},
		"no second credential": {"no second credential", double{run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }}},
		"the list changed":     {"changed during the run", double{finish: typesOf(listsDurable)}},
	} {
		t.Run(name, func(t *testing.T) {
			unproven(t, test.host, legScope, "not-delivered", test.words)
			unproven(t, test.host, legScope, "not-named", test.words)
		})
	}
}

func TestTenantScopeGates(t *testing.T) {
	gates(t, double{document: func(d document) { delete(d, "webhooks") }}, legScope, judges.Inapplicable, "does not claim webhooks")
	gates(t, double{run: func(r *journal.Run) { r.Receiver = journal.Receiver{State: journal.ReceiverNotGiven} }}, legScope, judges.Blocked, "--webhook-url")
}
