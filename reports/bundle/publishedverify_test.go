package bundle_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/signing"
)

// publishing makes published bundles of one passing row.
type publishing struct {
	testing.TB
	host, second signing.Private
}

func newPublishing(t *testing.T) publishing {
	t.Helper()
	made := publishing{TB: t}
	for id, key := range map[string]*signing.Private{"host-1": &made.host, "lab-1": &made.second} {
		generated, err := signing.Generate(id)
		made.must(err)
		*key = generated
	}
	return made
}

func (p publishing) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// canonical gives the canonical form of a value, and its digest.
func (p publishing) canonical(value any) (form []byte, digest string) {
	p.Helper()
	document, err := json.Marshal(value)
	p.must(err)
	form, err = canonical.Canonical(document)
	p.must(err)
	return form, bundle.Digest(form)
}

func (p publishing) signature(key signing.Private, message []byte) map[string]any {
	return map[string]any{"alg": "ed25519", "keyId": key.ID(), "sig": base64.RawURLEncoding.EncodeToString(key.Sign(message))}
}

// bundle makes one, whose second signature is by the key, the host's for none.
func (p publishing) bundle(tier string, certified bool, second *signing.Private) []byte {
	p.Helper()
	rows := []any{map[string]any{"id": "some.holds", "scenario": "s", "result": "executed-pass", "assertions": 1}}
	_, witness := p.canonical(rows)
	build := map[string]any{"kind": "commit", "id": "9543718c"}
	discovery := strings.Repeat("0a", 32)
	message, _ := p.canonical(map[string]any{"witnessSha256": witness, "host.build": build, "suite.version": "2.4.1", "discovery.sha256": discovery})
	signature := p.signature(p.host, message)
	signature["over"] = []any{"witnessSha256", "host.build", "suite.version", "discovery.sha256"}
	document := map[string]any{
		"bundleVersion": "3", "generatedAt": "2026-01-02T03:04:05Z",
		"suite":           map[string]any{"name": "some-suite", "version": "2.4.1", "targetMajor": 2, "specArtifactsVersion": "2.1.0"},
		"host":            map[string]any{"name": "some-host", "version": "1.0.0", "build": build},
		"discovery":       map[string]any{"url": "https://host.example/.well-known/openwop", "sha256": discovery, "protocolVersions": []any{"2.0"}, "preferredVersion": "2.0"},
		"claimedProfiles": []any{map[string]any{"id": "core", "evidenceTier": tier, "witnessCount": 1, "certified": certified}},
		"results": map[string]any{"requirements": rows, "totals": map[string]any{
			"executedPass": 1, "executedFail": 0, "skipped": 0, "inapplicable": 0, "blocked": 0,
		}},
		"witnessSha256": witness, "assertionCount": 1, "signature": signature,
	}
	if second != nil {
		document["verifierSignature"] = p.signature(*second, message)
	}
	encoded, err := json.Marshal(document)
	p.must(err)
	return encoded
}

// TestWhoseWordACertificateIs shows what becomes of the claims of a bundle that
// no signature covers.
func TestWhoseWordACertificateIs(t *testing.T) {
	made := newPublishing(t)
	stranger, err := signing.Generate("stranger")
	made.must(err)
	for _, test := range []struct {
		name             string
		document         []byte
		pinned           []signing.Private
		holds, certified bool
	}{
		{"certified by nobody but itself", made.bundle("self", true, nil), []signing.Private{made.host}, true, true},
		{"not certified", made.bundle("self", false, nil), []signing.Private{made.host}, true, false},
		{"independent, and the second key pinned", made.bundle("independent", true, &made.second), []signing.Private{made.host, made.second}, true, true},
		{"independent, and the second key not known", made.bundle("independent", true, &made.second), []signing.Private{made.host}, true, false},
		{"independent by a key that whoever passed it on made", made.bundle("independent", true, &stranger), []signing.Private{made.host, made.second}, true, false},
		{"independent by the host", made.bundle("independent", true, &made.host), []signing.Private{made.host}, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var pinned []signing.Public
			for _, key := range test.pinned {
				pinned = append(pinned, key.Public())
			}
			outcome := bundle.VerifyPublished(test.document, bundle.Trust{Pinned: pinned}, nil)
			if holds := outcome.Signature.Holds == bundle.Yes && !outcome.Refused(); holds != test.holds || outcome.Run.Certified != test.certified {
				t.Errorf("holds %v, certified %v; %v %v", holds, outcome.Run.Certified, outcome.Refusals(), outcome.Run.Shortfalls)
			}
			var text bytes.Buffer
			made.must(bundle.WriteText(&text, outcome))
			if told := strings.Contains(text.String(), "yes: by the word of the file, which no signature covers"); told != test.certified {
				t.Errorf("it is told: %v\n%s", told, text.String())
			}
		})
	}
}
