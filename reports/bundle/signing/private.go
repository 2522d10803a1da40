package signing

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
)

// Private is a key that signs, with the id that its signatures go under. The
// zero Private is no key: it has no public half and signs nothing.
//
// No verb, encoder or logger prints the key itself: they show the id. The key
// lies in a closure so that this also holds for a Private in a hidden field of
// another struct: there fmt asks no method, and for a verb that does not fit it
// follows even a pointer.
type Private struct {
	id  string
	key func() ed25519.PrivateKey
}

func hold(id string, key ed25519.PrivateKey) Private {
	return Private{id, func() ed25519.PrivateKey { return key }}
}

// Generate makes a new key. It refuses an id that no key can have.
func Generate(id string) (Private, error) {
	if err := CheckID(id); err != nil {
		return Private{}, err
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return Private{}, fmt.Errorf("make a key: %w", err)
	}
	return hold(id, key), nil
}

// ID is the id that signatures of the key go under.
func (p Private) ID() string { return p.id }

// Public is the half of the key that is given away.
func (p Private) Public() Public {
	if p.key == nil {
		return Public{}
	}
	return Public{ID: p.id, key: publicHalf(p.key())}
}

func publicHalf(key ed25519.PrivateKey) []byte { return key[ed25519.SeedSize:] }

// Sign gives the 64 bytes of the Ed25519 signature (RFC 8032 §5.1.6) over the
// message; of the zero Private nil, which verifies nowhere.
func (p Private) Sign(message []byte) []byte {
	if p.key == nil {
		return nil
	}
	return ed25519.Sign(p.key(), message)
}

// errNoKey is what the zero Private has to say.
var errNoKey = errors.New("there is no private key")

// PEM writes the key as ReadPrivate reads it: a PRIVATE KEY block and the line
// that names it. Who has the text can sign.
func (p Private) PEM() ([]byte, error) {
	if p.key == nil {
		return nil, errNoKey
	}
	der, err := x509.MarshalPKCS8PrivateKey(p.key())
	if err != nil {
		return nil, fmt.Errorf("write the private key: %w", err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: typePrivate, Bytes: der})
	return append(text, noteFor(p.id)...), nil
}
