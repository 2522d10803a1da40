package signing

import (
	"context"
	"crypto"
	"errors"
)

// ErrMismatch says that a signature is not one of the key over the message.
var ErrMismatch = errors.New("the signature does not verify under the key")

// Signer is a private key as DSSE envelopes take it (dsse.Signer).
type Signer struct{ private Private }

// Signer gives the key to an envelope signer.
func (p Private) Signer() Signer { return Signer{p} }

// Sign signs what the envelope gives it, its pre-authentication encoding. It
// fails for the zero Private alone.
func (s Signer) Sign(_ context.Context, message []byte) ([]byte, error) {
	if s.private.key == nil {
		return nil, errNoKey
	}
	return s.private.Sign(message), nil
}

// KeyID is the id of the key.
func (s Signer) KeyID() (string, error) { return s.private.id, nil }

// Verifier is a public key as DSSE envelopes take it (dsse.Verifier).
type Verifier struct{ public Public }

// Verifier gives the key to an envelope verifier. Such a verifier passes over a
// key whose id is not the one that the signature names, though nothing signs
// that name; who pins a key by its bytes verifies dsse.PAE with Public.Verify.
func (p Public) Verifier() Verifier { return Verifier{p} }

// Verify gives ErrMismatch unless the signature is one of the key.
func (v Verifier) Verify(_ context.Context, message, signature []byte) error {
	if !v.public.Verify(message, signature) {
		return ErrMismatch
	}
	return nil
}

// KeyID is the id of the key.
func (v Verifier) KeyID() (string, error) { return v.public.ID, nil }

// Public is the key as crypto/ed25519 has it.
func (v Verifier) Public() crypto.PublicKey { return v.public.key }
