package app

import (
	"os"
	"strings"

	"hostwitness/witness/journal"
)

// The variables that credentials come from; each also as …_FILE, which names a
// file that is read again at every use.
const (
	variableFirst  = "OPENWOP_API_KEY"
	variableSecond = "OPENWOP_TEST_TENANT_B_API_KEY"
)

// maxCredential bounds a credential file.
const maxCredential = 64 << 10

// credentials give the bearer token of each tenant, read anew at every call.
type credentials struct {
	read  map[journal.Tenant]func() (string, error)
	given []journal.Credential
}

// token is what the witness asks for before every request.
func (c credentials) token(tenant journal.Tenant) (string, error) {
	if read := c.read[tenant]; read != nil {
		return read()
	}
	return "", nil
}

// fixedCredentials are the two documented tokens of the embedded host.
func fixedCredentials(first, second string) credentials {
	constant := func(token string) func() (string, error) {
		return func() (string, error) { return token, nil }
	}
	return credentials{
		read: map[journal.Tenant]func() (string, error){journal.TenantA: constant(first), journal.TenantB: constant(second)},
		given: []journal.Credential{
			{Tenant: journal.TenantA, Source: "embedded", State: journal.CredentialGiven},
			{Tenant: journal.TenantB, Source: "embedded", State: journal.CredentialGiven},
		},
	}
}

// readCredentials takes the credentials from the environment. A missing first
// one is wrong use; what is wrong with the second is named in the evidence.
func readCredentials(environment Environment) (credentials, error) {
	first, source, err := credentialFrom(environment, variableFirst)
	if err != nil {
		return credentials{}, err
	}
	token, err := readToken(first)
	if err != nil {
		return credentials{}, err
	}
	if token == "" {
		return credentials{}, usagef("no credential: put the bearer token of a tenant into %s, or its file's name into %s_FILE", variableFirst, variableFirst)
	}
	given := credentials{
		read:  map[journal.Tenant]func() (string, error){journal.TenantA: first},
		given: []journal.Credential{{Tenant: journal.TenantA, Source: source, State: journal.CredentialGiven}},
	}
	return given.withSecond(environment, token)
}

func (c credentials) withSecond(environment Environment, first string) (credentials, error) {
	second, source, err := credentialFrom(environment, variableSecond)
	if err != nil {
		return credentials{}, err
	}
	token, err := readToken(second)
	if err != nil {
		return credentials{}, err
	}
	state := journal.CredentialGiven
	switch {
	case second == nil:
		state = journal.CredentialMissing
	case token == "":
		state = journal.CredentialEmpty
	case token == first:
		state = journal.CredentialSame
	default:
		c.read[journal.TenantB] = second
	}
	c.given = append(c.given, journal.Credential{Tenant: journal.TenantB, Source: source, State: state})
	return c, nil
}

func readToken(read func() (string, error)) (string, error) {
	if read == nil {
		return "", nil
	}
	token, err := read()
	if err != nil {
		return "", &exitError{exitUsage, err}
	}
	return token, nil
}

// credentialFrom gives the reader of a credential and the name of its source;
// nil when neither variable is set.
func credentialFrom(environment Environment, variable string) (func() (string, error), string, error) {
	value, isSet := environment.Lookup(variable)
	file, fileSet := environment.Lookup(variable + "_FILE")
	switch {
	case isSet && fileSet && value != "" && file != "":
		return nil, "", usagef("%s and %s_FILE are both set; set one of them", variable, variable)
	case fileSet && file != "":
		return func() (string, error) { return tokenFile(variable+"_FILE", file) }, variable + "_FILE", nil
	case isSet:
		return func() (string, error) { return checkedToken(variable, value) }, variable, nil
	}
	return nil, variable, nil
}

func tokenFile(variable, name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", usagef("read the credential file named by %s: %w", variable, err)
	}
	if info.Size() > maxCredential {
		return "", usagef("the credential file named by %s has %d bytes; a token file has at most %d", variable, info.Size(), maxCredential)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return "", usagef("read the credential file named by %s: %w", variable, err)
	}
	return checkedToken(variable, string(content))
}

// checkedToken refuses what no header can carry, without showing it.
func checkedToken(variable, text string) (string, error) {
	token := strings.TrimSpace(text)
	for _, c := range []byte(token) {
		if c <= ' ' || c >= 0x7f {
			return "", usagef("%s holds a token with a character that no bearer token has; check for a line break or a quote", variable)
		}
	}
	return token, nil
}
