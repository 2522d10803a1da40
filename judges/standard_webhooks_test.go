package judges_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// plainKey stands for a secret that is none of Standard Webhooks: the inbox computes nothing with it.
const plainKey = "plain"

func standardSum(key string, p parcel, body string) []byte {
	hash := hmac.New(sha256.New, []byte(key))
	hash.Write([]byte(p.header["webhook-id"] + "." + p.header["webhook-timestamp"] + "." + body))
	return hash.Sum(nil)
}

func standardEntry(key string, p parcel, body string) string {
	return "v1," + base64.StdEncoding.EncodeToString(standardSum(key, p, body))
}

func standardMAC(p parcel, body string) journal.MAC {
	sum := standardSum(secretKey(p.inbox), p, body)
	return journal.MAC{Scheme: "standard-webhooks-1", Over: "received", Secret: secretKey(p.inbox), Value: hex.EncodeToString(sum)}
}

func offersStandard(d document) {
	d["webhooks"] = map[string]any{"signatureAlgorithms": []string{"v1", "standard-webhooks-1"}}
}

// standardly is a host with the scheme that changes every delivery to the inbox that opted in.
func standardly(change func(p *parcel)) double {
	return double{document: offersStandard, deliver: func(p *parcel) {
		if p.inbox == journal.InboxStandard {
			change(p)
		}
	}}
}

func standardHeader(name, value string) double {
	return standardly(func(p *parcel) { p.header[name] = value })
}

// attemptsOnly is a host that changes further attempts of what the inbox that opted in refused.
func attemptsOnly(change func(p *parcel)) double {
	return standardly(func(p *parcel) {
		if p.attempt > 1 {
			change(p)
		}
	})
}

// entries signs a delivery with what stands around the right entry.
func entries(before, after string) double {
	return standardly(func(p *parcel) {
		p.header["webhook-signature"] = before + standardEntry(p.key, *p, asJSON(p.body)) + after
	})
}

func TestStandardWebhooksConvicts(t *testing.T) {
	convictAll(t, legVariant, []conviction{
		{"no-id", "standard-headers", standardHeader("webhook-id", ""), nil},
		{"no-timestamp", "standard-headers", standardHeader("webhook-timestamp", ""), nil},
		{"no-signature", "standard-headers", standardHeader("webhook-signature", ""), nil},
		{"milliseconds", "standard-timestamp", standardHeader("webhook-timestamp", "1767323045000"), nil},
		{"an-hour-old", "standard-timestamp", standardHeader("webhook-timestamp", "1767319445"), nil},
		{"fraction", "standard-timestamp", standardHeader("webhook-timestamp", "1767323045.5"), nil},
		{"in-hexadecimal", "standard-signature", standardly(func(p *parcel) {
			p.header["webhook-signature"] = "v1," + hex.EncodeToString(standardSum(p.key, *p, asJSON(p.body)))
		}), []string{legRetry}},
		{"other-key", "standard-signature", standardly(func(p *parcel) {
			p.header["webhook-signature"] = standardEntry("whsec_text", *p, asJSON(p.body))
		}), []string{legRetry}},
		{"without-version", "standard-signature", standardly(func(p *parcel) {
			p.header["webhook-signature"] = strings.TrimPrefix(standardEntry(p.key, *p, asJSON(p.body)), "v1,")
		}), []string{legRetry}},
		{"asymmetric-version", "standard-signature", standardly(func(p *parcel) {
			p.header["webhook-signature"] = "v1a" + strings.TrimPrefix(standardEntry(p.key, *p, asJSON(p.body)), "v1")
		}), []string{legRetry}},
		{"commas-between", "standard-signature", entries("v1,AAAA,", ""), []string{legRetry}},
		{"only-the-old-key", "standard-signature", standardly(func(p *parcel) {
			p.header["webhook-signature"] = standardEntry("old", *p, asJSON(p.body)) + " " + standardEntry("older", *p, asJSON(p.body))
		}), []string{legRetry}},
	})
	convictAll(t, legRetry, []conviction{
		{"id-by-attempt", "webhook-id", attemptsOnly(func(p *parcel) { p.header["webhook-id"] += ".2" }), nil},
		{"signed-once", "signature", attemptsOnly(func(p *parcel) {
			p.header["webhook-signature"] = standardEntry(p.key, *p, "what the first attempt was")
		}), nil},
	})
}

func TestStandardWebhooksAllows(t *testing.T) {
	for name, host := range map[string]double{
		"as it stands":          {document: offersStandard},
		"a foreign entry first": entries("v1,AAAA v1a,bbbb v2 ", ""),
		"two keys, old last":    entries("", " v1,K5oZfzN95Z9UVu1EsfQmfNvQhbpNQJbDEBe5XjSPnP8="),
		"spaces between":        entries("v1,AAAA  ", " "),
		"each event twice":      standardly(func(p *parcel) { p.times = 2 }),
		"padding left off": standardly(func(p *parcel) {
			p.header["webhook-signature"] = strings.TrimRight(standardEntry(p.key, *p, asJSON(p.body)), "=")
		}),
		"the scheme not offered": {},
		"a receiver that was asked": {document: offersStandard, before: func(s *story, step string) {
			if step == "delivery" {
				s.record(journal.Record{Kind: journal.KindDelivery, Delivery: &journal.Delivery{
					Inbox: journal.InboxStandard, Method: "POST", Answered: 200, Verification: true,
					Body: recorded(`{"type":"openwop.webhook.verification","challenge":"c"}`),
				}})
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host) })
	}
}

func TestStandardWebhooksUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"nothing arrived", "standard-signature", "no delivery of a durable event of this run reached run/inbox-standard, whose receiver the host asked 0 times", standardly(func(p *parcel) { p.times = 0 })},
		{"it was refused", "standard-headers", "lists standard-webhooks-1, and the registration of run/inbox-standard was", double{document: offersStandard, answer: func(name string, a *reply) {
			if name == journal.InboxStandard {
				*a = reply{status: 400, body: refusal("validation_error")}
			}
		}}},
		{"a secret of another form", "standard-signature", "no secret of the form whsec_", standardly(func(p *parcel) { p.key = plainKey })},
		{"the clocks are apart", "standard-timestamp", "the clocks are 1m", double{document: offersStandard, skew: 90 * time.Second}},
		{"the scheme was withdrawn", "standard-headers", "webhooks.signatureAlgorithms in the discovery document changed", double{document: offersStandard, finish: func(d document) {
			d["webhooks"] = map[string]any{"signatureAlgorithms": []string{"v1"}}
		}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verdict := judge(t, test.host)[legVariant]
			at := slices.IndexFunc(verdict.Findings, func(f judges.Finding) bool { return f.Rule == test.rule })
			if at < 0 || verdict.Findings[at].Outcome != judges.Unproven || !strings.Contains(verdict.Findings[at].Message, test.words) {
				t.Errorf("want %s unproven for %q, got %s", test.rule, test.words, describe(verdict))
			}
		})
	}
}
