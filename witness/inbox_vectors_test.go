package witness

import (
	"encoding/base64"
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
	Headers  map[string]string `json:"headers"`
	MAC      string            `json:"mac_over_received"`
	UnitOnly bool              `json:"unit_only"`
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
	raw, err := os.ReadFile("../fixtures/vectors/webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []vector `json:"openwop_v1"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) != 100 {
		t.Fatalf("%d vectors, want 100", len(file.Vectors))
	}
	return file.Vectors
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
