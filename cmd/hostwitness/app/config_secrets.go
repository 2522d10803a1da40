package app

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// shortSecret is the length in bytes below which a credential is looked for as
// a whole value only: a shorter one stands by chance in many texts.
const shortSecret = 8

// ownSecretIn refuses a text that holds a credential of the operator, wherever it
// stands, comments included.
func ownSecretIn(name string, text []byte, own map[string]string) error {
	for _, source := range slices.Sorted(maps.Keys(own)) {
		if secret := own[source]; len(secret) >= shortSecret {
			if at := bytes.Index(text, []byte(secret)); at >= 0 {
				return fmt.Errorf("%s:%s: here stands the credential of %s, and it is there already; take it out of the file", name, placeIn(text, at), source)
			}
		}
	}
	return nil
}

// secretsBelow refuses the first key or value of a document that is a secret or
// is called one. It shows no value.
func secretsBelow(name string, node *yaml.Node, own map[string]string) error {
	return secretIn(name, node, own, 0)
}

func secretIn(name string, node *yaml.Node, own map[string]string, depth int) error {
	if depth > yamlDepth {
		return nil // which is refused as such
	}
	if node.Kind == yaml.ScalarNode {
		if what := secretValue(node.Value, own); what != "" {
			return fmt.Errorf("%s:%s: %s", name, place{node.Line, node.Column}, what)
		}
		return nil
	}
	for k, inner := range node.Content {
		if err := secretIn(name, inner, own, depth+1); err != nil {
			return err
		}
		if node.Kind != yaml.MappingNode || k%2 != 0 {
			continue
		}
		if variable := secretName(inner.Value); variable != "" {
			return fmt.Errorf("%s:%s: %.60q is the name of a credential, and none stands in a configuration; put it into the environment variable %s",
				name, place{inner.Line, inner.Column}, inner.Value, variable)
		}
	}
	return nil
}

// The shapes of values that are secrets whoever reads them. What a shell puts in
// from a variable ($NAME) is none.
var (
	bearerShape   = regexp.MustCompile(`(?i)\bbearer[ \t]+[A-Za-z0-9._~+/=-]{6,}`)
	basicShape    = regexp.MustCompile(`(?i)\bbasic[ \t]+[A-Za-z0-9+/]{8,}={0,2}`)
	webhookShape  = regexp.MustCompile(`\bwhsec_[A-Za-z0-9+/=_-]`)
	pemShape      = regexp.MustCompile(`-----BEGIN [A-Z0-9 ]+-----`)
	tokenShape    = regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.`)
	userInfoShape = regexp.MustCompile(`://[^/\s:@]*:[^/\s@$][^/\s@]*@`)
)

// secretValue says why a value is a secret and where it belongs, "" where it is
// none.
func secretValue(value string, own map[string]string) string {
	for _, source := range slices.Sorted(maps.Keys(own)) {
		secret := own[source]
		if value == secret || (len(secret) >= shortSecret && strings.Contains(value, secret)) {
			return "here stands the credential of " + source + ", and it is there already; take it out of the file"
		}
	}
	const elsewhere = "; that of a tenant belongs into the environment variable " + variableFirst + " or " + variableSecond +
		", and one that a command needs into a variable of your own that the command reads"
	switch {
	case webhookShape.MatchString(value):
		return "here stands the secret of a webhook, which the host makes and no run is given; leave it out"
	case pemShape.MatchString(value):
		return "here stands a PEM block; a key that signs belongs into the environment variable " + variableSigningKey + ", certificates into the file that ca names"
	case userInfoShape.MatchString(value):
		return "here stands a password inside a URL" + elsewhere
	case bearerShape.MatchString(value), basicShape.MatchString(value), tokenShape.MatchString(value):
		return "here stands a credential" + elsewhere
	}
	return ""
}

// secretName gives the environment variable for what a key says it holds, ""
// for a key that names no credential.
func secretName(key string) string {
	plain := strings.Map(func(char rune) rune {
		switch {
		case char >= 'A' && char <= 'Z':
			return char + ('a' - 'A')
		case char >= 'a' && char <= 'z':
			return char
		}
		return -1
	}, key)
	contains := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(plain, word) })
	}
	switch {
	case contains("signingkey", "privatekey", "signkey"):
		return variableSigningKey
	case !contains("apikey", "token", "secret", "authorization", "password", "passwd", "credential", "bearer", "accesskey"):
		return ""
	case contains("tenantb", "second", "other") || strings.HasSuffix(plain, "keyb") || strings.HasSuffix(plain, "tokenb"):
		return variableSecond
	}
	return variableFirst
}
