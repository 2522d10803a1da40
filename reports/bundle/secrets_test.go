package bundle_test

import (
	"bytes"
	"encoding/base64"
	"runtime"
	"testing"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

func TestSecretsAreFound(t *testing.T) {
	own := map[string]string{"OPENWOP_API_KEY": "s3cr3t&<token>", "SHORT": "abc"}
	for name, document := range map[string]string{
		"a private key":                    "x\n-----BEGIN PRIVATE KEY-----\nMC4C\n",
		"a private key of another kind":    "-----BEGIN EC PRIVATE KEY-----",
		"an encrypted private key":         "-----BEGIN ENCRYPTED PRIVATE KEY-----",
		"a webhook secret":                 `{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`,
		"a bearer token":                   "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.t-1",
		"a bearer token in lower case":     `"value":"bearer ow2k_0123456789abcdefghij"`,
		"a bearer token in a query":        "/x?auth=Bearer%20ow2k_0123456789abcdefghij",
		"the verifier's credential":        `{"echo":"s3cr3t&<token>"}`,
		"the credential in hexadecimal":    "73336372337426" + "3c746f6b656e3e",
		"the credential in capital digits": "%x: 73336372337426" + "3C746F6B656E3E",
		"the credential in HTML":           "<td>s3cr3t&amp;&lt;token&gt;</td>",
		"the credential in recorded bytes": `{"base64":"` + base64.StdEncoding.EncodeToString([]byte("\xff s3cr3t&<token> \xfe")) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			found := bundle.FindSecrets("journal.jsonl", []byte(document), own)
			if len(found) != 1 || found[0].Name != refusal.SecretFound || found[0].Of != "journal.jsonl" {
				t.Fatalf("found %v, want one secret in journal.jsonl", found)
			}
			if got := bundle.FindSecrets("x.json", []byte(found[0].String()), own); len(got) > 0 {
				t.Errorf("the message tells the secret: %q", found[0])
			}
		})
	}
}

func TestWhatIsWrittenAboutSecretsIsNone(t *testing.T) {
	own := map[string]string{"OPENWOP_API_KEY": "s3cr3t-token", "SHORT": "abc", "EMPTY": ""}
	for name, document := range map[string]string{
		"nothing":                "",
		"a redacted header":      "Authorization: Bearer [redacted:credential-a]",
		"a challenge":            `WWW-Authenticate: Bearer realm="host", error="invalid_token", error_description="expired 3 s ago"`,
		"a placeholder":          "send Authorization: Bearer YOUR_ACCESS_TOKEN_FROM_THE_PORTAL",
		"a placeholder secret":   `"secret": "whsec_..."`,
		"a public key":           "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n",
		"a certificate":          "-----BEGIN CERTIFICATE-----",
		"a short credential":     "abc",
		"another token":          "s3cr3t-tokem",
		"a bearer of bad tiding": "the bearer certificateOfAuthenticity was refused",
	} {
		t.Run(name, func(t *testing.T) {
			if found := bundle.FindSecrets("summary.md", []byte(document), own); len(found) > 0 {
				t.Errorf("found %v, want none", found)
			}
		})
	}
}

// TestManyNearSecretsTakeLittleMemory reads texts that are full of what almost
// is a secret: each is looked at and let go.
func TestManyNearSecretsTakeLittleMemory(t *testing.T) {
	const size, most = 2 << 20, 7 // times the size, in all
	for _, near := range []string{"whsec_aaaaaaaaaaaaaaaa ", "Bearer aaaaaaaaaaaaaaaaaaaa\n", `"base64":"AAAA"`} {
		document := bytes.Repeat([]byte(near), size/len(near))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		found := bundle.FindSecrets("journal.jsonl", document, nil)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; len(found) > 0 || allocated > most*size {
			t.Errorf("in %q: %v; %d MiB were allocated, want at most %d", near, found, allocated>>20, most*size>>20)
		}
	}
}
