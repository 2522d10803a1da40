package app

import (
	"os"
	"path/filepath"
	"testing"

	"hostwitness/reports/bundle"
)

// TestDiscoveryDocumentWithOtherKeys looks the signer up in documents of hosts
// that also publish what no signature can be held to.
func TestDiscoveryDocumentWithOtherKeys(t *testing.T) {
	key, other := newKey(t, "release-key"), newKey(t, "release-key")
	made, _ := making{key: &key}.evidence(t)
	folder := made.write(t)
	entry, err := key.Public().Entry()
	check(t, err)
	same, err := other.Public().Entry()
	check(t, err)
	for _, test := range []struct {
		document string
		code     int
		signed   string
	}{
		{`{"signingKeys":[{"kty":"OKP"},{"keyId":"x","alg":"ed25519","publicKey":"AAAA"},"old",` + string(entry) + `]}`, exitPassed, bundle.Yes},
		{`{"signingKeys":[` + string(same) + `,` + string(entry) + `]}`, exitPassed, bundle.Yes},
		{`{"signingKeys":[` + string(same) + `]}`, exitFailed, bundle.No},
		{`{"signingKeys":[{"keyId":"release-key","alg":"ed25519","publicKey":"AAAA"}]}`, exitIncomplete, bundle.Unknown},
		{`{"signingKeys":"none"}`, exitIncomplete, bundle.Unknown},
		{`<html>`, exitUsage, ""},
	} {
		name := filepath.Join(t.TempDir(), "openwop.json")
		check(t, os.WriteFile(name, []byte(test.document), 0o600))
		if seen := verifyEvidence(t, nil, folder, "--discovery", name); seen.code != test.code || seen.outcome.Signature.Holds != test.signed {
			t.Errorf("%.80s: exit code %d, the signature is %q; %v %s", test.document, seen.code, seen.outcome.Signature.Holds, seen.refusals(), seen.errors)
		}
	}
}
