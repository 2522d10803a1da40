package witness

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// vector is one case of fixtures/vectors/webhooks.json.
type vector struct {
	Name      string `json:"name"`
	Secret    string `json:"secret"`
	Body      string `json:"body"`
	Base64    string `json:"body_b64"`
	Generator []struct {
		Repeat struct {
			Text string `json:"text"`
			N    int    `json:"n"`
		} `json:"repeat"`
	} `json:"body_generator"`
	Headers   map[string]string `json:"headers"`
	MAC       string            `json:"mac_over_received"`
	Signature string            `json:"signature_over_received"`
	UnitOnly  bool              `json:"unit_only"`
}

func (v vector) bytes(t *testing.T) []byte {
	t.Helper()
	if v.Base64 != "" {
		raw, err := base64.StdEncoding.DecodeString(v.Base64)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	body := v.Body
	for _, part := range v.Generator {
		body += strings.Repeat(part.Repeat.Text, part.Repeat.N)
	}
	return []byte(body)
}

// timestamped tells whether the delivery says what time was signed. Where it
// does not there is nothing to compute a signature over.
func (v vector) timestamped() bool {
	for name := range v.Headers {
		switch strings.ToLower(name) {
		case "openwop-timestamp", "x-openwop-timestamp":
			return true
		}
	}
	return false
}

func webhookVectors(t *testing.T) []vector {
	t.Helper()
	return vectorsOf(t).OpenWOP
}

// vectorFile is the part of fixtures/vectors/webhooks.json that an inbox gets.
type vectorFile struct {
	OpenWOP  []vector `json:"openwop_v1"`
	Standard []vector `json:"standard_webhooks"`
}

func vectorsOf(t *testing.T) vectorFile {
	t.Helper()
	raw, err := os.ReadFile("../fixtures/vectors/webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var file vectorFile
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.OpenWOP) != 100 || len(file.Standard) != 54 {
		t.Fatalf("%d and %d vectors, want 100 and 54", len(file.OpenWOP), len(file.Standard))
	}
	return file
}

func TestInboxComputesTheVectors(t *testing.T) {
	sent, unsigned := 0, 0
	for _, v := range webhookVectors(t) {
		body := v.bytes(t)
		if v.UnitOnly {
			header := http.Header{"Openwop-Timestamp": {v.Headers["OpenWOP-Timestamp"]}}
			wantReceivedMAC(t, v, macs(header, body, []key{{"s", v.Secret}}))
			continue
		}
		sent++
		r, inbox := newInboxRig(t, func(c *ReceiverConfig) { c.BodyBytes = 1 << 20 })
		inbox.Verify("webhook-secret", v.Secret)
		if status := deliver(t, inbox.URL(), v.Headers, body); status != 200 {
			t.Errorf("%s: answered %d", v.Name, status)
		}
		delivery := r.one(journal.KindDelivery).Delivery
		if got := delivery.Body.Length; got != int64(len(body)) {
			t.Errorf("%s: body of %d bytes, want %d", v.Name, got, len(body))
		}
		if !v.timestamped() {
			unsigned++
			if len(delivery.MACs) != 0 {
				t.Errorf("%s: MACs %v without a timestamp", v.Name, delivery.MACs)
			}
			continue
		}
		wantReceivedMAC(t, v, delivery.MACs)
	}
	if sent != 98 || unsigned != 3 {
		t.Errorf("%d vectors sent, %d without a timestamp; want 98 and 3", sent, unsigned)
	}
}

func wantReceivedMAC(t *testing.T, v vector, got []journal.MAC) {
	t.Helper()
	received := 0
	for _, mac := range got {
		if mac.Over == overReceived {
			received++
			if mac.Value != v.MAC || mac.Scheme != schemeOpenWOP {
				t.Errorf("%s: %+v, want %s", v.Name, mac, v.MAC)
			}
		}
	}
	if received != 1 {
		t.Errorf("%s: %d MACs over what was received, want one", v.Name, received)
	}
}

// TestInboxComputesStandardWebhooks delivers the vectors of the other scheme: a
// MAC where id and timestamp are there and the secret is one of that scheme.
func TestInboxComputesStandardWebhooks(t *testing.T) {
	computed := 0
	for _, v := range vectorsOf(t).Standard {
		r, inbox := newInboxRig(t, func(c *ReceiverConfig) { c.BodyBytes = 1 << 20 })
		inbox.Verify("webhook-secret", v.Secret)
		if status := deliver(t, inbox.URL(), v.Headers, v.bytes(t)); status != 200 {
			t.Errorf("%s: answered %d", v.Name, status)
		}
		var got []string
		for _, mac := range r.one(journal.KindDelivery).Delivery.MACs {
			raw, err := hex.DecodeString(mac.Value)
			if err != nil || mac.Scheme != schemeStandard || mac.Over != overReceived || mac.Secret != "webhook-secret" {
				t.Errorf("%s: %+v, %v", v.Name, mac, err)
			}
			got = append(got, "v1,"+base64.StdEncoding.EncodeToString(raw))
		}
		computed += len(got)
		switch v.Name {
		case "bad-missing-id", "bad-missing-timestamp", "policy-secret-without-prefix", "policy-key-8-bytes":
			if len(got) > 0 {
				t.Errorf("%s: computed %v without all of it", v.Name, got)
			}
		default:
			if len(got) != 1 || got[0] != v.Signature {
				t.Errorf("%s: computed %v, want %s", v.Name, got, v.Signature)
			}
		}
	}
	if computed != 50 {
		t.Errorf("%d computed, want 50", computed)
	}
}
