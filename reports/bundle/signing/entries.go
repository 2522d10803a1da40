package signing

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"hostwitness/schemas"
)

// entry is one of signingKeys[] in a discovery document.
type entry struct {
	KeyID     string `json:"keyId"`
	Algorithm string `json:"alg"`
	PublicKey string `json:"publicKey"` // base64url without padding
	Use       string `json:"use,omitempty"`
}

// The values of an entry that are ours.
const (
	algorithmEd25519 = "ed25519"
	useBundle        = "certification-bundle"
)

// encoding is that of publicKey.
func encoding() *base64.Encoding { return base64.RawURLEncoding.Strict() }

// decode takes the one text that 32 bytes have. The package base64 passes over
// line breaks.
func decode(text string) ([]byte, error) {
	raw, err := encoding().DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return nil, errors.New("publicKey is not base64url without padding: " + shown(text))
	}
	return raw, nil
}

func readEntries(document []byte) ([]Public, error) {
	value, err := schemas.ParseStrict(document)
	if err != nil {
		return nil, fmt.Errorf("read the keys: %w", err)
	}
	entries, err := entriesOf(value)
	if err != nil {
		return nil, err
	}
	if len(entries) > mostKeys {
		return nil, fmt.Errorf("the document holds %d keys; at most %d are read", len(entries), mostKeys)
	}
	var keys []Public
	for i, entry := range entries {
		key, ours, err := readEntry(entry)
		if err != nil {
			return nil, fmt.Errorf("signingKeys[%d]: %w", i, err)
		}
		if ours {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, ErrNoKeys
	}
	return keys, nil
}

// entriesOf finds the entries in an array, in a document, or in a lone entry.
func entriesOf(value any) ([]any, error) {
	if array, ok := value.([]any); ok {
		return array, nil
	}
	document, _ := value.(map[string]any)
	published, isDocument := document["signingKeys"]
	if !isDocument && !looksLikeKey(document) {
		return nil, ErrNoKeys
	}
	if !isDocument {
		return []any{document}, nil
	}
	array, ok := published.([]any)
	if !ok {
		return nil, errors.New("signingKeys is no array")
	}
	return array, nil
}

// looksLikeKey tells a lone entry, or a JSON Web Key, from a document.
func looksLikeKey(object map[string]any) bool {
	for _, name := range []string{"keyId", "publicKey", "alg", "kty"} {
		if _, there := object[name]; there {
			return true
		}
	}
	return false
}

// readEntry reads one entry and tells whether it is one for us.
func readEntry(value any) (Public, bool, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return Public{}, false, errors.New("it is no object")
	}
	if err := checkEntry(object); err != nil {
		return Public{}, false, err
	}
	alg, ok := object["alg"].(string)
	switch {
	case !ok:
		return Public{}, false, errors.New("it has no alg; write alg ed25519")
	case alg != algorithmEd25519:
		return Public{}, false, nil
	}
	id, _ := object["keyId"].(string)
	if err := CheckID(id); err != nil {
		return Public{}, false, err
	}
	text, _ := object["publicKey"].(string)
	raw, err := decode(text)
	if err != nil {
		return Public{}, false, fmt.Errorf("key %s: %w", id, err)
	}
	key, err := NewPublic(id, raw)
	if err != nil {
		return Public{}, false, fmt.Errorf("key %s: %w", id, err)
	}
	return key, true, nil
}

// checkEntry refuses what is a key in another form.
func checkEntry(object map[string]any) error {
	for _, name := range []string{"d", "privateKey", "seed"} {
		if _, there := object[name]; there {
			return errPrivateGiven
		}
	}
	if _, there := object["kty"]; there {
		return errors.New("it is a JSON Web Key; give an entry with keyId, alg ed25519 and publicKey, or PEM")
	}
	return nil
}
