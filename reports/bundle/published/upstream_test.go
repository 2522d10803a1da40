package published_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// attestation is the signature of a bundle that a host really published, and
// what it is over.
type attestation struct {
	PublicKey       string
	KeyID           string
	WitnessSHA256   string
	HostBuild       map[string]any
	SuiteVersion    string
	DiscoverySHA256 string
	Sig             string
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../fixtures/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// upstream puts the real signature and the real discovery document into a bundle
// whose rows are not those that were signed, since only their digest is known.
func upstream(t *testing.T) (*draft, attestation) {
	t.Helper()
	var real attestation
	if err := json.Unmarshal(fixture(t, "upstream-attestation.json"), &real); err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(fixture(t, "upstream-discovery.json"), &document); err != nil {
		t.Fatal(err)
	}
	d := newDraft(t)
	d.root["witnessSha256"] = real.WitnessSHA256
	d.object("host")["build"] = real.HostBuild
	d.object("suite")["version"] = real.SuiteVersion
	d.object("discovery")["sha256"], d.object("discovery")["document"] = real.DiscoverySHA256, document
	d.object("signature")["keyId"], d.object("signature")["sig"] = real.KeyID, real.Sig
	return d, real
}

func TestUpstreamDiscoveryDigest(t *testing.T) {
	_, real := upstream(t)
	digest, err := canonical.Digest(fixture(t, "upstream-discovery.json"))
	if err != nil || digest != real.DiscoverySHA256 {
		t.Errorf("digest %s, %v, want %s", digest, err, real.DiscoverySHA256)
	}
}

func TestUpstreamSignatureVerifies(t *testing.T) {
	d, real := upstream(t)
	raw, err := base64.RawURLEncoding.DecodeString(real.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	key, err := signing.NewPublic(real.KeyID, raw)
	if err != nil {
		t.Fatal(err)
	}
	for source, given := range map[published.Source]published.Given{
		published.Embedded:  {},
		published.Published: {Discovery: fixture(t, "upstream-discovery.json")},
		published.Pinned:    {Pinned: []signing.Public{key}},
	} {
		outcome := published.Check(d.read(), given)
		if outcome.Signature.State != published.Valid || outcome.Signature.By != source || outcome.Signature.Fingerprint != key.Fingerprint() {
			t.Errorf("%s: %+v", source, outcome.Signature)
		}
		if outcome.Integrity.Discovery != published.Matches {
			t.Errorf("%s: the discovery digest %s", source, outcome.Integrity.Discovery)
		}
		if got := names(outcome.Refusals); len(got) != 1 || got[0] != refusal.WitnessDigest {
			t.Errorf("%s: %v, want the rows alone to be refused", source, outcome.Refusals)
		}
	}
}

// Each of the four members, the key and the signature: one changed character
// and it does not verify.
func TestUpstreamSignatureIsOverEveryMember(t *testing.T) {
	for name, change := range map[string]func(*draft, map[string]any){
		"witnessSha256":    func(d *draft, _ map[string]any) { swap(d.root, "witnessSha256") },
		"host.build.id":    func(d *draft, _ map[string]any) { swap(d.object("host", "build"), "id") },
		"host.build.kind":  func(d *draft, _ map[string]any) { d.object("host", "build")["kind"] = "artifact-sha256" },
		"suite.version":    func(d *draft, _ map[string]any) { d.object("suite")["version"] = "2.45.29" },
		"discovery.sha256": func(d *draft, _ map[string]any) { swap(d.object("discovery"), "sha256") },
		"sig":              func(d *draft, _ map[string]any) { swap(d.object("signature"), "sig") },
		"sig, behind": func(d *draft, _ map[string]any) {
			d.object("signature")["sig"] = shiftedEnd(d.object("signature")["sig"].(string))
		},
		"the key": func(_ *draft, key map[string]any) { key["publicKey"] = hostKey().entry()["publicKey"] },
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := upstream(t)
			var document map[string]any
			if err := json.Unmarshal(fixture(t, "upstream-discovery.json"), &document); err != nil {
				t.Fatal(err)
			}
			change(d, document["signingKeys"].([]any)[0].(map[string]any))
			outcome := published.Check(d.read(), published.Given{Discovery: compact(t, document)})
			if outcome.Signature.State != published.Invalid || outcome.Refusals[0].Name != refusal.SignatureInvalid {
				t.Errorf("%+v, %v", outcome.Signature, outcome.Refusals)
			}
		})
	}
}

// swap changes the first character of a text that is of hexadecimal digits or
// base64url.
func swap(object map[string]any, member string) {
	text := object[member].(string)
	first := "0"
	if strings.HasPrefix(text, first) {
		first = "1"
	}
	object[member] = first + text[1:]
}

// shiftedEnd changes the last bits that count, in the next to last character.
func shiftedEnd(sig string) string {
	if sig[84] == 'x' {
		return sig[:84] + "y" + sig[85:]
	}
	return sig[:84] + "x" + sig[85:]
}
