package signing

import (
	"fmt"

	"hostwitness/schemas"
)

// ReadDiscovery reads the keys that a discovery document publishes under
// signingKeys, in the order they stand in. A host publishes what it likes: an
// entry that no signature can be held to, of another algorithm or in another
// form, is passed over and takes nothing from those beside it, and several keys
// may have one id. A document without a usable key gives none.
//
// The error is that the document is no JSON object, or too large to be looked
// through.
func ReadDiscovery(document []byte) ([]Public, error) {
	if len(document) > MaxKeyFile {
		return nil, fmt.Errorf("the document has %d bytes; one with keys has at most %d", len(document), MaxKeyFile)
	}
	object, err := schemas.ParseObject(document)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	entries, _ := object["signingKeys"].([]any)
	if len(entries) > mostKeys {
		return nil, fmt.Errorf("the document publishes %d keys; at most %d are read", len(entries), mostKeys)
	}
	var keys []Public
	for _, entry := range entries {
		if key, ours, err := readEntry(entry); err == nil && ours {
			keys = append(keys, key)
		}
	}
	return keys, nil
}
