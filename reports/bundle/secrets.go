package bundle

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"

	"hostwitness/reports/bundle/refusal"
)

// shortestSecret is the length under which a credential is more likely part of
// another word than itself.
const shortestSecret = 8

// secretForms are the forms by which a secret shows that nobody named. Each is
// narrow: what a host writes about secrets, such as a placeholder in an error
// text, is not one.
func secretForms() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"a private key":    privateKeyForm,
		"a webhook secret": webhookSecretForm,
		"a bearer token":   bearerForm,
	}
}

var (
	privateKeyForm    = regexp.MustCompile(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----`)
	webhookSecretForm = regexp.MustCompile(`whsec_[A-Za-z0-9+/_-]{16,}`)
	bearerForm        = regexp.MustCompile(`(?i:bearer)(?: |%20|\+)+([A-Za-z0-9._~+/-]{20,})`)
	digit             = regexp.MustCompile(`[0-9]`)
	base64Member      = regexp.MustCompile(`"base64":"([A-Za-z0-9+/=]+)"`)
)

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
	for _, text := range readings(document) {
		forms := secretForms()
		for _, what := range slices.Sorted(maps.Keys(forms)) {
			if holdsForm(text, forms[what]) {
				refuse(what)
			}
		}
		for _, source := range slices.Sorted(maps.Keys(own)) {
			if secret := own[source]; len(secret) >= shortestSecret && bytes.Contains(text, []byte(secret)) {
				refuse(fmt.Sprintf("the credential of %s", source))
			}
		}
	}
	return found
}

// holdsForm says whether a form stands in a text. A token without a digit is a
// word or a placeholder.
func holdsForm(text []byte, form *regexp.Regexp) bool {
	for _, match := range form.FindAllSubmatch(text, -1) {
		if len(match) == 1 || digit.Match(match[1]) {
			return true
		}
	}
	return false
}

// readings are the bytes of a file, what they say without the escapes of
// markup, and what the base64 of recorded bytes stands for.
func readings(document []byte) [][]byte {
	texts := [][]byte{document}
	if bytes.Contains(document, []byte("&#")) || bytes.Contains(document, []byte("&amp;")) {
		texts = append(texts, []byte(html.UnescapeString(string(document))))
	}
	for _, match := range base64Member.FindAllSubmatch(document, -1) {
		if raw, err := base64.StdEncoding.DecodeString(string(match[1])); err == nil {
			texts = append(texts, raw)
		}
	}
	return texts
}
