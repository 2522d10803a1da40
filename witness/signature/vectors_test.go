package signature_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/witness/signature"
)

// vectors is fixtures/vectors/webhooks.json.
type vectors struct {
	OpenWOP []struct {
		delivery
		MAC string `json:"mac_over_received"`
	} `json:"openwop_v1"`
	Standard []struct {
		delivery
		Signature string `json:"signature_over_received"`
	} `json:"standard_webhooks"`
	SecretForms []struct {
		Name, Secret string
		Valid        bool
	} `json:"secret_forms"`
	Dual []struct {
		delivery
		Receivers []struct {
			Holder, Secret string
			OpenWOP        string `json:"openwop_v1"`
			Standard       string `json:"standard_webhooks"`
		}
	} `json:"dual_and_rotation"`
}

type delivery struct {
	Name, Secret, Body     string
	Now                    int64
	BodyB64                []byte `json:"body_b64"`
	BodyGenerator          []part `json:"body_generator"`
	Headers                map[string]string
	Expect, Strict, Reason string
}

type part struct {
	Text   string
	Repeat struct {
		Text string
		N    int
	}
}

func (d delivery) received() signature.Delivery {
	body := []byte(d.Body)
	for _, p := range d.BodyGenerator {
		body = append(body, p.Text+strings.Repeat(p.Repeat.Text, p.Repeat.N)...)
	}
	header := http.Header{}
	for name, value := range d.Headers {
		header.Set(name, value)
	}
	return signature.Delivery{Header: header, Body: append(body, d.BodyB64...), ReceivedAt: d.Now}
}

// check holds a decision to the case, to its strict reading where it leaves the
// choice, and counts those.
func (d delivery) check(t *testing.T, got signature.Reason, policies *[]string) {
	t.Helper()
	expect := d.Expect
	if expect == "policy" {
		*policies = append(*policies, d.Name)
		expect = d.Strict
	}
	switch {
	case expect == "accept" && got != signature.Accepted:
		t.Errorf("refused: %s", got)
	case expect == "reject" && string(got) != d.Reason:
		t.Errorf("decided %q, want %q", got, d.Reason)
	case expect != "accept" && expect != "reject":
		t.Errorf("the case expects %q", expect)
	}
}

// readVectors reads all cases and makes sure that none was lost.
func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/vectors/webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all vectors
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	counts := []int{len(all.OpenWOP), len(all.Standard), len(all.SecretForms), len(all.Dual)}
	if diff := cmp.Diff([]int{100, 54, 15, 5}, counts); diff != "" {
		t.Fatalf("number of cases (-want +got):\n%s", diff)
	}
	return all
}

func TestVectorsOfOpenWOP(t *testing.T) {
	var policies []string
	for _, vector := range readVectors(t).OpenWOP {
		t.Run(vector.Name, func(t *testing.T) {
			got := vector.received()
			vector.check(t, got.OpenWOP(vector.Secret), &policies)
			for _, name := range []string{"OpenWOP-Timestamp", "X-OpenWOP-Timestamp"} {
				if timestamp := got.Header.Values(name); len(timestamp) == 1 {
					if mac := signature.OpenWOP(vector.Secret, timestamp[0], got.Body); mac != vector.MAC {
						t.Errorf("computed %s, want %s", mac, vector.MAC)
					}
				}
			}
		})
	}
	if len(policies) != 10 {
		t.Errorf("%d cases leave the choice, want 10: %v", len(policies), policies)
	}
}

func TestVectorsOfStandardWebhooks(t *testing.T) {
	var policies []string
	for _, vector := range readVectors(t).Standard {
		t.Run(vector.Name, func(t *testing.T) {
			got := vector.received()
			vector.check(t, got.Standard(vector.Secret), &policies)
			key, err := signature.Key(vector.Secret)
			if complete := got.Header.Get("Webhook-Id") != "" && got.Header.Get("Webhook-Timestamp") != ""; err != nil || !complete {
				return
			}
			mac := signature.Standard(key, got.Header.Get("Webhook-Id"), got.Header.Get("Webhook-Timestamp"), got.Body)
			if text := "v1," + base64.StdEncoding.EncodeToString(mac); text != vector.Signature {
				t.Errorf("computed %s, want %s", text, vector.Signature)
			}
		})
	}
	if len(policies) != 8 {
		t.Errorf("%d cases leave the choice, want 8: %v", len(policies), policies)
	}
}

func TestVectorsOfSecretForms(t *testing.T) {
	for _, vector := range readVectors(t).SecretForms {
		t.Run(vector.Name, func(t *testing.T) {
			if key, err := signature.Key(vector.Secret); (err == nil) != vector.Valid {
				t.Errorf("key of %d bytes, %v, want valid %v", len(key), err, vector.Valid)
			}
		})
	}
}

// TestVectorsOfBothSchemes decides one delivery by both schemes, for everyone
// who may hold a secret.
func TestVectorsOfBothSchemes(t *testing.T) {
	words := map[bool]string{true: "accept", false: "reject"}
	for _, vector := range readVectors(t).Dual {
		for _, receiver := range vector.Receivers {
			t.Run(vector.Name+"/"+receiver.Holder, func(t *testing.T) {
				got := vector.received()
				openWOP, standard := got.OpenWOP(receiver.Secret), got.Standard(receiver.Secret)
				if receiver.OpenWOP == "absent" {
					if openWOP != signature.HeaderMissing {
						t.Errorf("OpenWOP v1: %q, want %q", openWOP, signature.HeaderMissing)
					}
				} else if word := words[openWOP == signature.Accepted]; word != receiver.OpenWOP {
					t.Errorf("OpenWOP v1: %s (%s), want %s", word, openWOP, receiver.OpenWOP)
				}
				if word := words[standard == signature.Accepted]; word != receiver.Standard {
					t.Errorf("Standard Webhooks: %s (%s), want %s", word, standard, receiver.Standard)
				}
			})
		}
	}
}

// TestHeaderTwiceIsNoValue shows that a receiver does not choose between lines.
func TestHeaderTwiceIsNoValue(t *testing.T) {
	all := readVectors(t)
	openWOP, standard := all.OpenWOP[0], all.Standard[0]
	for name, want := range map[string]signature.Reason{
		"Openwop-Timestamp": signature.TimestampMalformed, "Openwop-Signature": signature.SignatureMalformed,
		"Openwop-Signature-Algorithm": signature.AlgorithmUnsupported,
	} {
		if got := twice(openWOP.received(), name).OpenWOP(openWOP.Secret); got != want {
			t.Errorf("%s twice: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]signature.Reason{
		"Webhook-Id": signature.IDMalformed, "Webhook-Timestamp": signature.TimestampMalformed, "Webhook-Signature": signature.SignatureMalformed,
	} {
		if got := twice(standard.received(), name).Standard(standard.Secret); got != want {
			t.Errorf("%s twice: %q, want %q", name, got, want)
		}
	}
}

func twice(d signature.Delivery, name string) signature.Delivery {
	d.Header[name] = slices.Repeat(d.Header[name], 2)
	return d
}
