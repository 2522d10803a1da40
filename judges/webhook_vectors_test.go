package judges_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// webhookVector is one case of openwop_v1 in fixtures/vectors/webhooks.json.
type webhookVector struct {
	Name           string
	Now            int64
	Body           string
	Base64         []byte `json:"body_b64"`
	Headers        map[string]string
	MAC            string `json:"mac_over_received"`
	Expect, Strict string
}

// deliveryRules are the rules that decide what a receiver decides.
func deliveryRules() []string {
	return []string{"timestamp-header", "signature", "signature-algorithm"}
}

// otherwise are the cases in which a host is not held to what a receiver does,
// with what the judge says of the host.
func otherwise() map[string]string {
	return map[string]string{
		// A receiver takes the older names alone; a host owes the five of now.
		"ok-x-family-only": "reject",
		// What is signed is the text as it was sent, and nothing forbids the host a leading zero.
		"policy-ts-leading-zero-raw": "accept",
	}
}

// TestHostVariantDecidesTheVectors puts every recorded delivery into the place
// of one of a host that does everything right.
func TestHostVariantDecidesTheVectors(t *testing.T) {
	differing := otherwise()
	for _, vector := range webhookVectors(t) {
		t.Run(vector.Name, func(t *testing.T) {
			want := vector.Expect
			if want == "policy" {
				want = vector.Strict
			}
			if other, there := differing[vector.Name]; there {
				if other == want {
					t.Fatalf("the case is listed as one that is decided otherwise, but expects %s", want)
				}
				want = other
			}
			verdict := verdictOn(t, newStory(t, double{}).run(), vector)
			violated, held := rulesOf(verdict, judges.Violated), rulesOf(verdict, judges.Holds)
			convicted, cleared := 0, 0
			for _, rule := range deliveryRules() {
				if slices.Contains(violated, rule) {
					convicted++
				}
				if slices.Contains(held, rule) {
					cleared++
				}
			}
			if want == "accept" && cleared != len(deliveryRules()) || want == "reject" && convicted == 0 {
				t.Errorf("want it decided %s, got %s", want, describe(verdict))
			}
		})
		delete(differing, vector.Name)
	}
	if len(differing) > 0 {
		t.Errorf("no case is called %v", sortedNames(differing))
	}
}

// verdictOn judges the evidence with the vector as the first delivery.
func verdictOn(t *testing.T, evidence journal.Evidence, vector webhookVector) judges.Verdict {
	t.Helper()
	deliveries := evidence.Inboxes[journal.InboxA].Deliveries
	if len(deliveries) == 0 {
		t.Fatal("the story delivers nothing")
	}
	delivery := &deliveries[0].Delivery
	delivery.ReceivedAt, delivery.MACs, delivery.Header = vector.Now, nil, nil
	for _, name := range sortedNames(vector.Headers) {
		delivery.Header = append(delivery.Header, journal.Header{Name: name, Value: vector.Headers[name]})
		if strings.HasSuffix(strings.ToLower(name), "openwop-timestamp") {
			delivery.MACs = []journal.MAC{{Scheme: "openwop-v1", Over: "received", Secret: secretKey(journal.InboxA), Value: vector.MAC}}
		}
	}
	body := vector.Body + string(vector.Base64)
	delivery.Body = &journal.Bytes{Text: body, Length: int64(len(body))}
	if !utf8.ValidString(body) {
		delivery.Body = &journal.Bytes{Base64: base64.StdEncoding.EncodeToString([]byte(body)), Length: int64(len(body))}
	}
	for _, verdict := range judges.Verdicts(evidence) {
		if verdict.Leg == legVariant {
			return verdict
		}
	}
	t.Fatalf("no verdict on %s", legVariant)
	return judges.Verdict{}
}

func webhookVectors(t *testing.T) []webhookVector {
	t.Helper()
	text, err := os.ReadFile("../fixtures/vectors/webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		OpenWOP []webhookVector `json:"openwop_v1"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(100, len(all.OpenWOP)); diff != "" {
		t.Fatalf("number of cases (-want +got):\n%s", diff)
	}
	return all.OpenWOP
}
