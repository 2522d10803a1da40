package journal

import (
	"strings"
	"testing"
)

// A host may answer with a secret that is nobody's of this run. It is no less a secret, and evidence must not hold it.
func TestSecretsOfNobodyAreHiddenByTheirForm(t *testing.T) {
	const key = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n"
	for name, at := range map[string]struct{ text, clean string }{
		"a webhook secret":         {`{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`, `{"secret":"whsec_[redacted:webhook-secret]"}`},
		"a bearer token":           {"Authorization: Bearer ow2k_0123456789abcdefghij.", "Authorization: Bearer [redacted:bearer-token]"},
		"a bearer token in a URL":  {"/x?auth=Bearer%20ow2k_0123456789abcdefghij&y", "/x?auth=Bearer%20[redacted:bearer-token]&y"},
		"a private key":            {key, "-----BEGIN[redacted:private-key]-----END PRIVATE KEY-----\n"},
		"a private key in JSON":    {`{"key":"` + strings.ReplaceAll(key, "\n", `\n`) + `","n":1}`, `{"key":"-----BEGIN[redacted:private-key]-----END PRIVATE KEY-----\n","n":1}`},
		"a private key cut short":  {`{"key":"-----BEGIN EC PRIVATE KEY-----\nMHcC","n":1}`, `{"key":"-----BEGIN[redacted:private-key]","n":1}`},
		"an escaped one":           {`{"secret":"wh\u0073ec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`, `{"secret":"wh\u0073ec_[redacted:webhook-secret]"}`},
		"two of them":              {"whsec_MfKQ9r8GKYqrTwjU whsec_0123456789abcdef", "whsec_[redacted:webhook-secret] whsec_[redacted:webhook-secret]"},
		"a known one has its name": {"Bearer ow2k_known6789abcdefghij", "Bearer [redacted:credential-a]"},
		"a placeholder":            {`{"secret":"whsec_..."}`, `{"secret":"whsec_..."}`},
		"a public key":             {"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n", "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var s secrets
			s.add("credential-a", "ow2k_known6789abcdefghij")
			clean, _, _ := s.redact([]byte(at.text), false)
			if string(clean) != at.clean {
				t.Errorf("redacted %q\n got %q\nwant %q", at.text, clean, at.clean)
			}
			for _, form := range SecretForms() {
				if form.In(clean) {
					t.Errorf("%q is still taken for %s", clean, form.What)
				}
			}
			if again, list, _ := s.redact(clean, false); len(list) > 0 {
				t.Errorf("what is clean is redacted again: %q", again)
			}
		})
	}
}
