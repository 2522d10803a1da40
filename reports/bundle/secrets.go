package bundle

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/witness/journal"
)

// shortestSecret is the length under which a credential is more likely part of
// another word than itself.
const shortestSecret = 8

// FindSecrets looks for what must not be in evidence: private keys, webhook
// secrets and bearer tokens by their form, and the given credentials, whose
// names alone are told, in every way in which a file of evidence holds bytes.
func FindSecrets(name string, document []byte, own map[string]string) []refusal.Refusal {
	var found []refusal.Refusal
	refuse := func(what string) {
		entry := refusal.Refusal{Name: refusal.SecretFound, Of: name, Detail: "it holds " + what}
		if !slices.Contains(found, entry) {
			found = append(found, entry)
		}
	}
	forms := journal.SecretForms()
	sources := slices.Sorted(maps.Keys(own))
	eachReading(document, func(text []byte) {
		for _, form := range forms {
			if form.In(text) {
				refuse(form.What)
			}
		}
		for _, source := range sources {
			if holdsSecret(text, own[source]) {
				refuse(fmt.Sprintf("the credential of %s", source))
			}
		}
	})
	return found
}

// holdsSecret says whether a text holds a secret, as it is, in hexadecimal or
// inside base64.
func holdsSecret(text []byte, secret string) bool {
	if len(secret) < shortestSecret {
		return false
	}
	inHex := hex.EncodeToString([]byte(secret))
	for _, form := range []string{secret, inHex, strings.ToUpper(inHex)} {
		if bytes.Contains(text, []byte(form)) {
			return true
		}
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			// What stands before and after the secret decides the first and last
			// characters along with it; those between, the secret alone.
			encoded := encoding.EncodeToString(append(make([]byte, before), secret...))
			if bytes.Contains(text, []byte(encoded[(before*8+5)/6:(before+len(secret))*8/6])) {
				return true
			}
		}
	}
	return false
}
