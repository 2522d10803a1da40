package published

import (
	"encoding/base64"
	"errors"
	"fmt"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// mostKeys bounds the keys of one discovery document, each of which costs an
// attempt to verify.
const mostKeys = 256

// keyring is the signingKeys[] of one discovery document.
type keyring struct {
	keys     []publishedKey
	unusable map[string]string // by key id: why no signature can be held to the key
}

type publishedKey struct {
	signing.Public
	use string
}

// readKeyring reads the keys of a document. A document without signingKeys
// publishes none, which is no error.
func readKeyring(document object) (keyring, error) {
	ring := keyring{unusable: map[string]string{}}
	if document.has("signingKeys") && document.list("signingKeys") == nil {
		return ring, errors.New("its signingKeys are no list")
	}
	entries := document.objects("signingKeys")
	if len(entries) > mostKeys {
		return ring, fmt.Errorf("it publishes %d signing keys; at most %d are looked at", len(entries), mostKeys)
	}
	for _, entry := range entries {
		key, err := readKey(entry)
		if err != nil {
			ring.unusable[entry.text("keyId")] = err.Error()
			continue
		}
		ring.keys = append(ring.keys, key)
	}
	return ring, nil
}

func readKey(entry object) (publishedKey, error) {
	if entry.text("keyId") == "" {
		return publishedKey{}, errors.New("it has no keyId")
	}
	if alg := entry.text("alg"); alg != "ed25519" {
		return publishedKey{}, fmt.Errorf("its alg is %s, not ed25519", quoted(alg))
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(entry.text("publicKey"))
	if err != nil {
		return publishedKey{}, errors.New("its publicKey is no base64url without padding")
	}
	public, err := signing.NewPublic(entry.text("keyId"), raw)
	return publishedKey{public, entry.text("use")}, err
}

// named gives the usable keys of an id. Nothing keeps a host from publishing
// several under one.
func (k keyring) named(id string) []publishedKey {
	var found []publishedKey
	for _, key := range k.keys {
		if key.ID == id {
			found = append(found, key)
		}
	}
	return found
}

// publishes tells whether an id is there at all, with a usable key or without.
func (k keyring) publishes(id string) bool {
	_, unusable := k.unusable[id]
	return unusable || len(k.named(id)) > 0
}

// place is a discovery document in which keys can be looked up, or why there is
// none.
type place struct {
	keyring
	document object // nil where there is none to look in
	why      string // why there is none
}

// embeddedPlace is the document inside the bundle, which counts only where it is
// the one that the bundle gives the digest of.
func embeddedPlace(bundle Bundle, digestHolds bool) place {
	document := bundle.root.object("discovery").object("document")
	if document == nil {
		return place{why: "the bundle carries none"}
	}
	if !digestHolds {
		return place{why: "the one that the bundle carries is not the one it gives the digest of"}
	}
	ring, err := readKeyring(document)
	if err != nil {
		return place{why: "of the one that the bundle carries, no key can be read: " + err.Error()}
	}
	return place{keyring: ring, document: document}
}

// givenPlace is the document that the verifier gives.
func givenPlace(text []byte) place {
	if text == nil {
		return place{why: "none was given"}
	}
	document, refused := parse(text)
	if refused != nil {
		return place{why: "the one given cannot be read: " + refusedText(refused)}
	}
	ring, err := readKeyring(document)
	if err != nil {
		return place{why: "of the one given, no key can be read: " + err.Error()}
	}
	return place{keyring: ring, document: document}
}

func refusedText(refused *refusal.Refusal) string { return plain(refused.Detail, claimLimit) }
