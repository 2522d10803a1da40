package schemas_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

func TestCatalogueHoldsTheLegsAndRules(t *testing.T) {
	type leg struct {
		Scenario, ID string
		Rules        []string
	}
	want := []leg{
		{"shapes", "0250.shape", []string{"positive-accepted", "negative-refused"}},
		{"shapes", "0236.shape", []string{"positive-accepted", "negative-refused"}},
		{"host-event-delivery", "0236.host-event.envelope", []string{
			"facet", "presence-listed", "delivered", "media-type", "event-field", "data-json", "no-run-position", "members",
			"event-id", "event-type", "delivery-class", "timestamp", "payload", "workspace", "durable-id", "event-id-unique",
		}},
		{"host-event-delivery", "0236.ephemeral.no-resume", []string{"no-id-field", "not-redelivered"}},
		{"host-event-delivery", "0236.types.advertised", []string{"listed", "class"}},
		{"host-event-webhook", "0236.webhook.host-variant", []string{
			"method", "body-json", "body-closed", "envelope", "event-identity", "webhook-id", "event-type-header",
			"timestamp-header", "signature", "signature-algorithm",
			"standard-headers", "standard-timestamp", "standard-signature",
		}},
		{"host-event-webhook", "0236.ephemeral.no-fan-out", []string{"not-fanned-out"}},
		{"host-event-webhook", "0236.webhook.ephemeral-refused", []string{"not-accepted", "status", "code", "error-body"}},
		{"host-event-webhook", "0236.webhook.unadvertised-refused", []string{"not-accepted", "status", "code", "error-body"}},
		{"host-event-webhook", "0236.webhook.retry-identity", []string{"event-id", "subscription-id", "webhook-id", "signature"}},
		{"host-event-webhook", "0236.webhook.tenant-scope", []string{"not-delivered", "not-named"}},
		{"host-event-tenancy", "0236.host-event.tenant-isolation", []string{
			"durable-stream", "ephemeral-stream", "resumed-stream", "anonymous-stream", "inbox", "mention",
		}},
		{"host-event-trigger", "0241.trigger.bound-by-listing", []string{
			"listed-served", "answer", "answer-type", "unlisted-refused", "unlisted-status", "unlisted-code", "neither-served",
		}},
		{"host-event-trigger", "0241.trigger.reserved-type", []string{"type", "class", "ordinary-path", "only-in-answer"}},
		{"host-event-trigger", "0241.trigger.closed-body", []string{"further-member", "delivery"}},
		{"host-event-trigger", "0241.trigger.workspace-refused", []string{"unknown-refused", "unknown-status", "unknown-code"}},
		{"host-event-strict-replay", "0250.advertisement", []string{"object", "bound", "closed"}},
		{"host-event-strict-replay", "0250.resume-backlog", []string{
			"accepted", "complete", "exactly-once", "order", "cursor-excluded", "only-later", "live",
		}},
		{"host-event-strict-replay", "0250.ephemeral-not-replayed", []string{"not-replayed"}},
		{"host-event-strict-replay", "0250.live-handoff", []string{"no-gap", "exactly-once", "order"}},
		{"host-event-strict-replay", "0250.replay-tenant-scope", []string{"not-replayed", "not-mentioned"}},
		{"host-event-refusal", "0250.cursor-refused", []string{"status", "before-stream", "code", "error-body", "no-details"}},
		{"host-event-refusal", "0250.refusal-uniform", []string{"unknown", "ephemeral", "foreign"}},
		{"host-event-refusal", "0250.refusal-discloses-nothing", []string{"no-cursor", "no-payload", "no-tenant", "no-secret"}},
		{"host-event-refusal", "0250.legacy-unchanged", []string{"not-resync"}},
		{"host-event-refusal", "0250.auth-first", []string{"no-credential", "wrong-credential"}},
		{"bounded-stream", "0247.hold-open", []string{"held"}},
		{"bounded-stream", "0247.bounded-close", []string{"facet", "not-before-15s", "ends-by-bound"}},
		{"bounded-stream", "0247.frame-boundary", []string{"whole-frames"}},
		{"bounded-stream", "0247.resume-lossless", []string{"accepted", "complete", "exactly-once"}},
		{"bounded-stream", "0247.unadvertised-held", []string{"held"}},
	}
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	var got []leg
	for _, entry := range index.Legs() {
		found := leg{Scenario: entry.Scenario, ID: entry.ID}
		for _, rule := range entry.Rules {
			found.Rules = append(found.Rules, rule.ID)
		}
		got = append(got, found)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("legs (-want +got):\n%s", diff)
	}
}

func TestCatalogueFindsLegsAndRules(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	leg, ok := index.Leg("0250.refusal-uniform")
	if !ok || leg.Requirement != "openwop.requirement.0250.refusal-uniform" || leg.RFC != "0250" {
		t.Errorf("leg %+v, found %v", leg, ok)
	}
	if rule, ok := leg.RuleByID("foreign"); !ok || rule.Section != "§C" {
		t.Errorf("rule %+v, found %v", rule, ok)
	}
	if _, ok := leg.RuleByID("native"); ok {
		t.Error("a rule that is not there is found")
	}
	if _, ok := index.Leg("0250.refusal"); ok {
		t.Error("a leg that is not there is found")
	}
	ours, _ := index.Leg("0236.shape")
	if ours.Requirement != "hostwitness.requirement.0236.shape" {
		t.Errorf("a leg of ours has the requirement %s", ours.Requirement)
	}
}

func TestCatalogueDigestIsOfTheFiles(t *testing.T) {
	var text []byte
	for _, name := range []string{"catalogue.yaml", "requirements.yaml"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, file...)
	}
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	if want := hex.EncodeToString(sum[:]); index.Digest() != want {
		t.Errorf("digest %s, want %s", index.Digest(), want)
	}
}

func TestCatalogueNamesWhatIsAskedFor(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, asked := range index.Asked() {
		names = append(names, asked.Name)
	}
	want := []string{"volume", "restart", "expiry", "removal", "long", "workspace"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}
