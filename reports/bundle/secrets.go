package bundle

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"hostwitness/reports/bundle/refusal"
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
	forms := secretForms()
	sources := slices.Sorted(maps.Keys(own))
	eachReading(document, func(text []byte) {
		for _, form := range forms {
			if form.in(text) {
				refuse(form.what)
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

// form is how a secret shows that nobody named. Each is narrow: what a host
// writes about secrets, such as a placeholder in an error text, is not one. Each
// begins with a fixed text, by which it is found quickly in much.
type form struct {
	what    string
	pattern *regexp.Regexp
	random  func(token []byte) bool // tells the pattern's group from words, nil where the pattern is enough
}

func secretForms() []form {
	const token = `(?: |%20|\+)+([A-Za-z0-9._~+/-]{20,})`
	return []form{
		{"a private key", regexp.MustCompile(`-----BEGIN[ +][A-Z0-9 +]*PRIVATE[ +]KEY-----`), nil},
		{"a webhook secret", regexp.MustCompile(`whsec_([A-Za-z0-9+/_-]{16,})`), mixed},
		{"a bearer token", regexp.MustCompile(`Bearer` + token), numbered},
		{"a bearer token", regexp.MustCompile(`bearer` + token), numbered},
		{"a bearer token", regexp.MustCompile(`BEARER` + token), numbered},
	}
}

func (f form) in(text []byte) bool {
	found := false
	eachMatch(f.pattern, text, func(match [][]byte) bool {
		found = f.random == nil || f.random(match[1])
		return !found
	})
	return found
}

// eachMatch gives one match after another, until look says that it saw enough.
// All at once they would take many times the memory of a hostile text.
func eachMatch(pattern *regexp.Regexp, text []byte, look func(match [][]byte) bool) {
	for {
		at := pattern.FindSubmatchIndex(text)
		if at == nil {
			return
		}
		match := [][]byte{text[at[0]:at[1]], nil}
		if len(at) > 2 {
			match[1] = text[at[2]:at[3]]
		}
		if !look(match) {
			return
		}
		text = text[at[1]:]
	}
}

// numbered says that a token has a digit: without one it is a word.
func numbered(token []byte) bool { return bytes.ContainsAny(token, "0123456789") }

// mixed says that a token has a digit, or letters of both cases.
func mixed(token []byte) bool {
	return numbered(token) || !bytes.Equal(token, bytes.ToLower(token)) && !bytes.Equal(token, bytes.ToUpper(token))
}

// holdsSecret says whether a text holds a secret, as it is, in hexadecimal or
// inside base64.
func holdsSecret(text []byte, secret string) bool {
	if len(secret) < shortestSecret {
		return false
	}
	digits := hex.EncodeToString([]byte(secret))
	for _, form := range []string{secret, digits, strings.ToUpper(digits)} {
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
