package signing_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hostwitness/reports/bundle/signing"
)

// TestDiscoveryDocuments reads the keys of documents as hosts serve them: what
// stands beside a usable key takes nothing from it.
func TestDiscoveryDocuments(t *testing.T) {
	const usable = `{"keyId":"k","alg":"ed25519","publicKey":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU"}`
	for beside, keys := range map[string]int{
		`{"keyId":"x","publicKey":"AA"}`: 1, // no alg
		`{"keyId":"x","alg":"ed25519","publicKey":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU="}`:         1,
		`{"keyId":"x","alg":"ed25519","publicKey":"AAAA"}`:                                                 1,
		`{"keyId":"x y","alg":"ed25519","publicKey":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU"}`:        1,
		`{"keyId":"x","alg":"ed25519","publicKey":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`:          1, // of small order
		`{"keyId":"x","alg":"ecdsa-p256","publicKey":"AA"}`:                                                1,
		`{"kty":"OKP","crv":"Ed25519","kid":"y","x":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU"}`:        1,
		`{"keyId":"x","alg":"ed25519","d":"AA","publicKey":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU"}`: 1,
		`"old"`: 1,
		`null`:  1,
		usable:  2, // several may have one id
	} {
		read, err := signing.ReadDiscovery([]byte(fmt.Sprintf(`{"signingKeys":[%s,%s]}`, beside, usable)))
		if err != nil || len(read) != keys || read[len(read)-1].ID != "k" {
			t.Errorf("beside %s: %d keys, %v", beside, len(read), err)
		}
	}
	for _, document := range []string{`{}`, `{"signingKeys":[]}`, `{"signingKeys":{"k":1}}`, `{"signingKeys":null}`} {
		if read, err := signing.ReadDiscovery([]byte(document)); err != nil || len(read) > 0 {
			t.Errorf("%s: %d keys, %v", document, len(read), err)
		}
	}
	for _, document := range []string{
		"", "<html>", "[" + usable + "]", "\ufeff{}", `{"signingKeys":[],"signingKeys":[]}`,
		`{"signingKeys":[` + strings.Repeat(usable+",", 300) + usable + `]}`, `{"x":"` + strings.Repeat("x", signing.MaxKeyFile) + `"}`,
		"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
	} {
		if read, err := signing.ReadDiscovery([]byte(document)); err == nil {
			t.Errorf("%.60q: %d keys", document, len(read))
		}
	}
}

func TestUpstreamDiscoveryHasItsKey(t *testing.T) {
	document, err := os.ReadFile("../../../fixtures/vectors/upstream-discovery.json")
	if err != nil {
		t.Fatal(err)
	}
	read, err := signing.ReadDiscovery(document)
	if err != nil || len(read) != 1 || read[0].ID != "v2-reference-4" {
		t.Errorf("%v, %v", read, err)
	}
}
