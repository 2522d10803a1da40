package witness

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// ask sends a body to a target and gives the whole answer.
func ask(t *testing.T, method, target, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// The challenge comes back before any secret is known, and whatever deliveries are answered.
func TestInboxEchoesAChallenge(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	inbox.Answer(func(string, int) int { return http.StatusServiceUnavailable })
	const asked = `{"type":"openwop.webhook.verification","challenge":"q83vEjRW\u00e9"}`
	for range 2 {
		if status, answer := ask(t, "POST", inbox.URL(), asked); status != 200 || answer != `{"challenge":"q83vEjRW\u00e9"}` {
			t.Errorf("answered %d %s", status, answer)
		}
	}
	records := r.all(journal.KindDelivery)
	if len(records) != 2 {
		t.Fatalf("%d records, want 2", len(records))
	}
	if got := records[0].Delivery; !got.Verification || got.Answered != 200 || got.Own || !bytes.Equal(got.Body.Content(), []byte(asked)) {
		t.Errorf("record = %+v", got)
	}
}

func TestInboxEchoesNothingElse(t *testing.T) {
	long := strings.Repeat("x", challengeBytes)
	for name, test := range map[string]struct{ method, body string }{
		"another method":       {"PUT", `{"type":"openwop.webhook.verification","challenge":"c"}`},
		"another type":         {"POST", `{"type":"openwop.webhook.verified","challenge":"c"}`},
		"no challenge":         {"POST", `{"type":"openwop.webhook.verification"}`},
		"an empty challenge":   {"POST", `{"type":"openwop.webhook.verification","challenge":""}`},
		"a challenge no text":  {"POST", `{"type":"openwop.webhook.verification","challenge":{"a":1}}`},
		"a third member":       {"POST", `{"type":"openwop.webhook.verification","challenge":"c","hostEvent":{}}`},
		"a challenge too long": {"POST", `{"type":"openwop.webhook.verification","challenge":"` + long + `"}`},
		"a body too long":      {"POST", `{"type":"openwop.webhook.verification","challenge":"c"}` + long},
		"no JSON":              {"POST", `type=openwop.webhook.verification&challenge=c`},
	} {
		t.Run(name, func(t *testing.T) {
			r, inbox := newInboxRig(t, nil)
			if _, answer := ask(t, test.method, inbox.URL(), test.body); answer != "" {
				t.Errorf("answered %s", answer)
			}
			if r.one(journal.KindDelivery).Delivery.Verification {
				t.Error("it is recorded as an endpoint verification")
			}
		})
	}
}

func TestNoInboxEchoesNothing(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	status, answer := ask(t, "POST", inbox.URL()+"0", `{"type":"openwop.webhook.verification","challenge":"c"}`)
	if status != http.StatusNotFound || answer != "" {
		t.Errorf("answered %d %s", status, answer)
	}
	if r.one(journal.KindDelivery).Delivery.Verification {
		t.Error("it is recorded as an endpoint verification")
	}
}
