package app

import (
	"encoding/pem"
	"strings"
)

// ownSecrets are the operator's credentials as far as the environment names
// them, by the name of where each comes from. None may stand in evidence that
// he makes or is given. One that cannot be read is none.
func ownSecrets(environment Environment) map[string]string {
	secrets := map[string]string{}
	for _, variable := range []string{variableFirst, variableSecond} {
		read, source, err := credentialFrom(environment, variable)
		if err != nil || read == nil {
			continue
		}
		if token, err := read(); err == nil && token != "" {
			secrets[source] = token
		}
	}
	if block, _ := pem.Decode([]byte(environment.value(variableSigningKey))); block != nil {
		text := strings.Split(strings.TrimSpace(string(pem.EncodeToMemory(block))), "\n")
		secrets[variableSigningKey] = text[1] // the first line of its base64
	}
	return secrets
}
