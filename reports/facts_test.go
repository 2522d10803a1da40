package reports

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"testing"

	"hostwitness/witness/journal"
)

func emitted(vias ...journal.Via) journal.Evidence {
	evidence := journal.Evidence{Emits: map[string]journal.SeenEmit{}}
	for i, via := range vias {
		name := string(rune('a' + i))
		evidence.Emits[name] = journal.SeenEmit{Intent: journal.SeenIntent{Intent: journal.Intent{Via: via}}}
		evidence.Caused = append(evidence.Caused, name)
	}
	return evidence
}

// One event by the seam makes the run one of the seam; without an event there is no road.
func TestTrigger(t *testing.T) {
	for _, test := range []struct {
		name string
		vias []journal.Via
		want string
	}{
		{"no event", nil, ""},
		{"the trigger", []journal.Via{journal.ViaTrigger, journal.ViaTrigger}, "normative"},
		{"the seam", []journal.Via{journal.ViaSeam}, "seam"},
		{"the seam after the trigger", []journal.Via{journal.ViaTrigger, journal.ViaSeam}, "seam"},
		{"the trigger after the seam", []journal.Via{journal.ViaSeam, journal.ViaTrigger}, "seam"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := triggerOf(emitted(test.vias...))
			if (got == nil) != (test.want == "") || got != nil && *got != test.want {
				t.Errorf("trigger is %v, want %q", got, test.want)
			}
		})
	}
}

// The digest is that of the bytes as they came. Where not all of them were kept as they came, there is none.
func TestDiscoveryDigest(t *testing.T) {
	document := `{"preferredVersion":"2.0"}`
	digest := sha256.Sum256([]byte(document))
	want := hex.EncodeToString(digest[:])
	for _, test := range []struct {
		name string
		body journal.Bytes
		want string
	}{
		{"text", journal.Bytes{Text: document}, want},
		{"base64", journal.Bytes{Base64: base64.StdEncoding.EncodeToString([]byte(document))}, want},
		{"cut", journal.Bytes{Text: document, Cut: true}, ""},
		{"with a secret taken out", journal.Bytes{Text: document, Redacted: []journal.Redaction{{}}}, ""},
		{"damaged", journal.Bytes{Base64: "*"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			evidence := journal.Fold(journal.Evidence{}, records())
			exchange := evidence.Exchanges[journal.ExchangeDiscoveryStart][0]
			exchange.Response = &journal.Response{Body: test.body}
			evidence.Exchanges[journal.ExchangeDiscoveryStart] = []journal.SeenExchange{{}, exchange}
			got := discoveryOf(evidence)
			if got.SHA256 != test.want {
				t.Errorf("sha256 is %q, want %q", got.SHA256, test.want)
			}
			if (got.PreferredVersion == "2.0") != (test.want != "") {
				t.Errorf("preferred version is %q", got.PreferredVersion)
			}
		})
	}
}

func TestDiscoveryThatWasNotRead(t *testing.T) {
	exchange := func(exchange journal.Exchange) []journal.SeenExchange {
		return []journal.SeenExchange{{Exchange: exchange}}
	}
	refused := &journal.Fault{Kind: journal.FaultDial, Message: "connection refused"}
	for _, test := range []struct {
		name     string
		claims   journal.Claims
		attempts []journal.SeenExchange
		want     string
	}{
		{"never asked for", journal.Claims{}, nil, "it was not asked for"},
		{"no connection", journal.Claims{}, exchange(journal.Exchange{Fault: refused}), "dial: connection refused"},
		{"another status", journal.Claims{}, exchange(journal.Exchange{Response: &journal.Response{Status: 503}}), "the answer was 503"},
		{"nothing at all", journal.Claims{}, exchange(journal.Exchange{}), "there was no answer"},
		{"not a document", journal.Claims{Problem: "not JSON"}, exchange(journal.Exchange{Fault: refused}), "not JSON"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := discoveryOf(journal.Evidence{
				Run: journal.Run{Host: "https://host.example/api/"}, Start: test.claims,
				Exchanges: map[string][]journal.SeenExchange{journal.ExchangeDiscoveryStart: test.attempts},
			})
			if got.Problem != test.want || got.SHA256 != "" || got.ProtocolVersions != nil {
				t.Errorf("discovery is %+v, want the problem %q and nothing else", got, test.want)
			}
			if want := "https://host.example/api/.well-known/openwop"; test.attempts == nil && got.URL != want {
				t.Errorf("url is %q, want %q", got.URL, want)
			}
		})
	}
}
