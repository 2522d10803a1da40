package signing

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"slices"
)

// Public is a key that signatures are verified with, and the id that its owner
// gives it. An id is a label: only the key says who signed. The zero Public
// verifies nothing.
type Public struct {
	ID  string
	key ed25519.PublicKey
}

// NewPublic makes a key of its 32 raw bytes. It refuses another length, bytes
// that are no point of the curve or not the canonical form of one (RFC 8032
// §5.1.3), and points of small order. An empty id becomes the first 16 digits
// of the fingerprint.
func NewPublic(id string, raw []byte) (Public, error) {
	if len(raw) != ed25519.PublicKeySize {
		return Public{}, fmt.Errorf("the public key has %d bytes, not %d", len(raw), ed25519.PublicKeySize)
	}
	if err := checkPoint(raw); err != nil {
		return Public{}, err
	}
	id, err := named(id, raw)
	if err != nil {
		return Public{}, err
	}
	return Public{ID: id, key: slices.Clone(raw)}, nil
}

// Verify tells whether the signature is one of this key over exactly the
// message, by the equation and the bounds of RFC 8032 §5.1.7 without cofactor.
// A signature that is not 64 bytes, or whose S is not below the group order, is
// none.
func (p Public) Verify(message, signature []byte) bool {
	return len(p.key) == ed25519.PublicKeySize && len(signature) == ed25519.SignatureSize &&
		ed25519.Verify(p.key, message, signature)
}

// Raw gives the 32 bytes of the key.
func (p Public) Raw() []byte { return slices.Clone(p.key) }

// Equal tells whether both are the same key, under whatever ids.
func (p Public) Equal(other Public) bool { return bytes.Equal(p.key, other.key) }

// Fingerprint is the SHA-256 of the raw key in lower-case hexadecimal.
func (p Public) Fingerprint() string { return fingerprint(p.key) }

// PEM writes the key as a PUBLIC KEY block (RFC 8410) and, behind it, the line
// that ReadPublic takes the id from.
func (p Public) PEM() ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(p.key)
	if err != nil {
		return nil, fmt.Errorf("write the public key: %w", err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: typePublic, Bytes: der})
	return append(text, noteFor(p.ID)...), nil
}

// Entry writes the key as one line of JSON, the entry of signingKeys[] that its
// owner publishes in the discovery document.
func (p Public) Entry() ([]byte, error) {
	return json.Marshal(entry{p.ID, algorithmEd25519, encoding().EncodeToString(p.key), useBundle})
}
