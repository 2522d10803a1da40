package judges_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legVariant = "0236.webhook.host-variant"
	legRefused = "0236.webhook.ephemeral-refused"
)

// parcels changes every delivery to the first tenant.
func parcels(change func(p *parcel)) double {
	return double{deliver: func(p *parcel) {
		if p.inbox == journal.InboxA {
			change(p)
		}
	}}
}

func headerOf(name, value string) double {
	return parcels(func(p *parcel) { p.header[name] = value })
}

func hostEvent(change func(map[string]any)) double {
	return parcels(func(p *parcel) { change(p.body.(map[string]any)["hostEvent"].(map[string]any)) })
}

func TestHostVariantConvicts(t *testing.T) {
	convictAll(t, legVariant, []conviction{
		{"put", "method", parcels(func(p *parcel) { p.method = "PUT" }), nil},
		{"a-string", "body-json", parcels(func(p *parcel) { p.body = "event " + asJSON(p.body) }), nil},
		{"name-twice", "body-json", parcels(func(p *parcel) {
			p.body = strings.Replace(asJSON(p.body), `"delivery"`, `"delivery":"durable","delivery"`, 1)
		}), nil},
		{"a-member-more", "body-closed", parcels(func(p *parcel) { p.body.(map[string]any)["runId"] = "tenant-a/run-1" }), nil},
		{"envelope-alone", "body-closed", parcels(func(p *parcel) { p.body = p.body.(map[string]any)["hostEvent"] }), nil},
		{"under-event", "body-closed", parcels(func(p *parcel) { p.body = map[string]any{"event": p.body.(map[string]any)["hostEvent"]} }), nil},
		{"sequence", "envelope", hostEvent(func(e map[string]any) { e["sequence"] = 1 }), nil},
		{"no-payload", "envelope", hostEvent(func(e map[string]any) { delete(e, "payload") }), nil},
		{"bad-time", "envelope", hostEvent(func(e map[string]any) { e["timestamp"] = "yesterday" }), nil},
		{"other-type", "event-identity", hostEvent(func(e map[string]any) { e["type"] = "acme.thing" }), []string{legTypes}},
		{"other-class", "event-identity", hostEvent(func(e map[string]any) { e["delivery"] = "ephemeral" }), []string{legTypes}},
		{"other", "webhook-id", headerOf("OpenWOP-Webhook-Id", "tenant-a/hook-0002"), nil},
		{"projected", "webhook-id", headerOf("OpenWOP-Webhook-Id", "tenant-a~2Fhook-0001"), nil},
		{"absent", "webhook-id", headerOf("OpenWOP-Webhook-Id", ""), nil},
		{"other", "event-type-header", headerOf("OpenWOP-Event-Type", "acme.thing"), nil},
		{"absent", "event-type-header", headerOf("OpenWOP-Event-Type", ""), nil},
		{"milliseconds", "timestamp-header", headerOf("OpenWOP-Timestamp", "1767323045000"), nil},
		{"a-dot", "timestamp-header", headerOf("OpenWOP-Timestamp", "1767323045.5"), nil},
		{"a-sign", "timestamp-header", headerOf("OpenWOP-Timestamp", "+1767323045"), nil},
		{"iso", "timestamp-header", headerOf("OpenWOP-Timestamp", "2026-01-02T03:04:05Z"), nil},
		{"an-hour-old", "timestamp-header", headerOf("OpenWOP-Timestamp", "1767319445"), nil},
		{"other-key", "signature", parcels(func(p *parcel) { p.key = "another" }), nil},
		{"compact-form", "signature", parcels(func(p *parcel) {
			p.over = asJSON(p.body)
			p.body = strings.ReplaceAll(p.over, ",", ", ")
		}), nil},
		{"upper-case", "signature", parcels(func(p *parcel) {
			p.header["OpenWOP-Signature"] = "sha256=" + strings.ToUpper(mac(p.key, p.header["OpenWOP-Timestamp"], asJSON(p.body)))
		}), nil},
		{"no-prefix", "signature", parcels(func(p *parcel) {
			p.header["OpenWOP-Signature"] = mac(p.key, p.header["OpenWOP-Timestamp"], asJSON(p.body))
		}), nil},
		{"absent", "signature", headerOf("OpenWOP-Signature", ""), nil},
		{"other", "signature-algorithm", headerOf("OpenWOP-Signature-Algorithm", "hmac-sha256"), nil},
		{"absent", "signature-algorithm", headerOf("OpenWOP-Signature-Algorithm", ""), nil},
	})
}

func TestHostVariantTellsTheCompactForm(t *testing.T) {
	verdict := judge(t, parcels(func(p *parcel) {
		p.over = asJSON(p.body)
		p.body = strings.ReplaceAll(p.over, ",", ", ")
	}))[legVariant]
	if !strings.Contains(verdict.Reason, "valid for the compact form") {
		t.Errorf("want the compact form named, got %s", describe(verdict))
	}
}

func TestHostVariantAllows(t *testing.T) {
	for name, host := range map[string]double{
		"repeated":      parcels(func(p *parcel) { p.times = 3 }),
		"pretty bodies": parcels(func(p *parcel) { p.body = strings.ReplaceAll(asJSON(p.body), ",", ",\n\t") }),
		"copies and extra headers": parcels(func(p *parcel) {
			p.header["X-openwop-Signature"], p.header["X-openwop-Timestamp"], p.header["User-Agent"] = "sha256=00", "1", "host"
		}),
		"header names in lower case": parcels(func(p *parcel) {
			p.header["openwop-signature-algorithm"] = p.header["OpenWOP-Signature-Algorithm"]
			delete(p.header, "OpenWOP-Signature-Algorithm")
		}),
		"traffic of others": {before: func(s *story, step string) {
			if step == "tenancy" {
				s.hand(parcel{inbox: journal.InboxA, method: "PUT", header: map[string]string{}, body: "not even JSON"})
				s.hand(parcel{inbox: journal.InboxA, method: "POST", header: map[string]string{}, body: map[string]any{"hostEvent": map[string]any{"eventId": "evt-of-somebody-else", "delivery": "durable"}}})
			}
		}},
		"one delivery lost": parcels(func(p *parcel) {
			if p.emit == journal.EmitTenancyA1 {
				p.times = 0
			}
		}),
		"slow deliveries": parcels(func(p *parcel) { p.after = 300 * time.Millisecond }),
	} {
		t.Run(name, func(t *testing.T) { passes(t, host) })
	}
}

func TestHostVariantUnproven(t *testing.T) {
	silent := double{answer: func(name string, a *reply) {
		if name == journal.InboxA {
			delete(a.body.(map[string]any), "secret")
		}
	}}
	apart := double{skew: 90 * time.Second}
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"nothing arrived", "signature", "no delivery of a durable event", double{deliver: func(p *parcel) { p.times = 0 }}},
		{"no secret was told", "signature", "secret of the subscription is not known", silent},
		{"the clocks are apart", "timestamp-header", "the clocks are 1m", apart},
		{"a secret in a header", "signature", "a secret (webhook-secret) stood in OpenWOP-Signature", parcels(func(p *parcel) {
			p.header["OpenWOP-Signature"], p.hidden = "<removed>", "OpenWOP-Signature"
		})},
		{"a secret in another header", "event-type-header", "a secret (webhook-secret) stood in OpenWOP-Event-Type", parcels(func(p *parcel) {
			p.header["OpenWOP-Event-Type"], p.hidden = "<removed>", "OpenWOP-Event-Type"
		})},
		{"a secret in the timestamp", "timestamp-header", "a secret (webhook-secret) stood in OpenWOP-Timestamp", parcels(func(p *parcel) {
			p.header["OpenWOP-Timestamp"], p.hidden = "<removed>", "OpenWOP-Timestamp"
		})},
		{"a cut body", "signature", "only part of the body was received", parcels(func(p *parcel) { p.cut, p.key = true, "another" })},
		{"the suite was late itself", "timestamp-header", "by what the suite itself was late", double{
			deliver: func(p *parcel) {
				if p.emit == journal.EmitWebhookD1 {
					p.header["OpenWOP-Timestamp"] = strconv.FormatInt(startedAt.Unix()-320, 10)
				}
			},
			before: func(s *story, step string) {
				if step == "webhook" {
					s.record(journal.Record{Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkLag, Name: "x/y", Lag: time.Minute}})
				}
			},
		}},
		{"no Date tells the host's clock", "timestamp-header", "no Date of the host", double{undated: true, deliver: func(p *parcel) {
			p.header["OpenWOP-Timestamp"] = strconv.FormatInt(startedAt.Unix()-3600, 10)
		}}},
		{"the webhooks record went away", "method", "webhooks in the discovery document changed", double{finish: func(d document) { delete(d, "webhooks") }}},
		{"the types changed", "event-identity", "hostEvents.types in the discovery document changed", double{finish: typesOf(listsDurable)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legVariant, test.rule, test.words) })
	}
}

func TestWebhookGates(t *testing.T) {
	for _, leg := range []string{legVariant, legNoFanOut, legRefused} {
		gates(t, double{document: func(d document) { delete(d, "webhooks") }}, leg, judges.Inapplicable, "no webhooks record")
		gates(t, double{run: func(r *journal.Run) {
			r.Receiver = journal.Receiver{State: journal.ReceiverRefused, Reason: "the receiver is on loopback and the host is not"}
		}}, leg, judges.Blocked, "--webhook-url")
	}
	rejected := double{answer: func(name string, a *reply) {
		if name == journal.InboxA || name == journal.InboxB || strings.HasPrefix(name, "host-event-webhook/d") {
			*a = reply{status: 400, body: refusal("webhook_url_rejected")}
		}
	}}
	for _, leg := range []string{legVariant, legNoFanOut} {
		gates(t, rejected, leg, judges.Blocked, "give --webhook-url")
	}
	unproven(t, rejected, legRefused, "not-accepted", "give --webhook-url")
}

// registrations changes the answer to both registrations that name the
// ephemeral type.
func registrations(change func(a *reply)) double {
	return double{answer: func(name string, a *reply) {
		if name == journal.InboxEphemeralOnly || name == journal.InboxEphemeralBeside {
			change(a)
		}
	}}
}

func TestEphemeralRefusedConvicts(t *testing.T) {
	convictAll(t, legRefused, []conviction{
		{"both", "not-accepted", registrations(func(a *reply) { *a = reply{status: 201, body: map[string]any{"webhookId": "tenant-a/x"}} }), nil},
		{"beside-alone", "not-accepted", double{answer: func(name string, a *reply) {
			if name == journal.InboxEphemeralBeside {
				*a = reply{status: 201, body: map[string]any{"webhookId": "tenant-a/x"}}
			}
		}}, nil},
		{"without-a-twin", "not-accepted", double{answer: func(name string, a *reply) {
			switch name {
			case journal.InboxEphemeralOnly:
				*a = reply{status: 202, body: map[string]any{"webhookId": "tenant-a/x"}}
			case journal.InboxDurableTwin:
				*a = reply{status: 500}
			}
		}}, nil},
		{"unprocessable", "status", registrations(func(a *reply) { a.status = 422 }), nil},
		{"fault", "status", registrations(func(a *reply) { *a = reply{fault: "reset"} }), nil},
		{"server-error", "status", registrations(func(a *reply) { *a = reply{status: 500, body: "<html>"} }), nil},
		{"other", "code", registrations(func(a *reply) { a.body = refusal("invalid_request") }), nil},
		{"a-member-more", "error-body", registrations(func(a *reply) {
			a.body = map[string]any{"error": "validation_error", "message": "no", "status": 400}
		}), nil},
		{"nested", "error-body", registrations(func(a *reply) { a.body = map[string]any{"error": map[string]any{"code": "validation_error"}} }), nil},
		{"html", "error-body", registrations(func(a *reply) { a.body = "<html>" }), nil},
	})
}

func TestEphemeralRefusedUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"no twin after", "not-accepted", "so a refusal proves nothing", double{answer: func(name string, a *reply) {
			if name == journal.InboxDurableTwin {
				*a = reply{status: 400, body: refusal("validation_error")}
			}
		}}},
		{"rate limited", "status", "rate limited", registrations(func(a *reply) { *a = reply{status: 429} })},
		{"never asked", "not-accepted", "no registration that names an ephemeral type was sent", double{drops: []string{"webhook"}}},
		{"a page for everything", "not-accepted", "answered 200", double{answer: func(name string, a *reply) {
			if strings.HasPrefix(name, "run/inbox") || strings.HasPrefix(name, "host-event-webhook/d") || strings.HasPrefix(name, "host-event-webhook/e") ||
				name == journal.EmitTriggerDurable {
				*a = reply{status: 200, body: "<html>one page</html>"}
			}
		}}},
		{"a secret in a bad body", "error-body", "stood in its bytes", registrations(func(a *reply) {
			a.body, a.secret = map[string]any{"error": "validation_error", "echo": "<removed>"}, true
		})},
		{"a cut body", "error-body", "only part of its", registrations(func(a *reply) { a.body, a.cut = `{"error":`, true })},
		{"the class changed", "not-accepted", "changed during the run", double{finish: typesOf(listsDurable)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legRefused, test.rule, test.words) })
	}
}
