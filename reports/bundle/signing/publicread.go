package signing

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
)

// ErrNoKeys says that a JSON document is well-formed and publishes no key that
// could verify: it has no signingKeys, or none with alg ed25519.
var ErrNoKeys = errors.New("the document publishes no Ed25519 key in signingKeys")

// ReadPublic reads one or several public keys, in the order they stand in: PEM
// blocks of type PUBLIC KEY (RFC 8410), or JSON that is an entry of
// signingKeys[], an array of such entries, or a document that holds one under
// signingKeys, as a discovery document does.
//
// In PEM a line "# key-id: ID" behind a block names the key; without it the id
// is the first 16 digits of the fingerprint. In JSON, entries of another alg are
// passed over, since hosts publish keys for other things too; ErrNoKeys when
// nothing is left. A key that stands there twice is given once.
//
// Refused as a whole, with an error that says which key it is and what to do: a
// private key, a key that NewPublic refuses, a second key under one id, another
// format.
func ReadPublic(document []byte) ([]Public, error) {
	if len(document) > MaxKeyFile {
		return nil, fmt.Errorf("the file has %d bytes; a file of keys has at most %d", len(document), MaxKeyFile)
	}
	read := readBlocks
	if trimmed := bytes.TrimSpace(document); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		read = readEntries
	}
	keys, err := read(document)
	if err != nil {
		return nil, err
	}
	return distinct(keys)
}

// distinct leaves every key once under each of its ids. One id for two keys
// would leave open whose a signature is.
func distinct(keys []Public) ([]Public, error) {
	byID := map[string]Public{}
	var kept []Public
	for _, key := range keys {
		earlier, there := byID[key.ID]
		switch {
		case !there:
			byID[key.ID] = key
			kept = append(kept, key)
		case !earlier.Equal(key):
			return nil, fmt.Errorf("two keys have the id %s; an id names one key", key.ID)
		}
	}
	return kept, nil
}

func readBlocks(document []byte) ([]Public, error) {
	blocks, err := blocksOf(document)
	if err != nil {
		return nil, err
	}
	keys := make([]Public, len(blocks))
	for i, block := range blocks {
		if keys[i], err = publicOf(block); err != nil {
			return nil, fmt.Errorf("key %d of the file: %w", i+1, err)
		}
	}
	return keys, nil
}

func publicOf(block block) (Public, error) {
	if err := checkPublic(block.Block); err != nil {
		return Public{}, err
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return Public{}, fmt.Errorf("the public key is no SPKI of an Ed25519 key: %w", err)
	}
	key, ok := parsed.(ed25519.PublicKey)
	if !ok {
		return Public{}, fmt.Errorf("the public key is %s, not Ed25519", algorithm(parsed))
	}
	return NewPublic(block.id, key)
}

func checkPublic(block *pem.Block) error {
	switch {
	case bytes.HasSuffix([]byte(block.Type), []byte(typePrivate)):
		return errPrivateGiven
	case block.Type == "CERTIFICATE":
		return errors.New("it is a certificate; give its key: openssl x509 -in FILE -pubkey -noout")
	case block.Type != typePublic:
		return fmt.Errorf("the PEM block is %s, not PUBLIC KEY (Ed25519)", shown(block.Type))
	}
	return nil
}

// errPrivateGiven says so where a public key is read: the file would go from
// hand to hand.
var errPrivateGiven = errors.New("it is a private key; give the public half, which hostwitness keygen printed: openssl pkey -in FILE -pubout")
