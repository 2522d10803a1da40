package bundle

import (
	"errors"
	"fmt"

	"hostwitness/reports/bundle/signing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// Errors of a second signature that is not made.
var (
	// ErrNotSigned is returned for evidence without a statement to sign again.
	ErrNotSigned = errors.New("nobody signed this evidence yet")
	// ErrOwnSignature is returned for a key that signed already: a second
	// signature is worth something only by somebody else.
	ErrOwnSignature = errors.New("this key signed the evidence already")
	// ErrSameID is returned for a key with the id of another that signed: a
	// reader could not tell them apart.
	ErrSameID = errors.New("another key signed under this id")
)

// Countersign gives the statement file with a second party's signature added:
// over the same statement, under its own key. That the evidence holds is to be
// verified before.
func Countersign(source *Source, key signing.Private) ([]byte, error) {
	if !source.Has(StatementFile) {
		return nil, ErrNotSigned
	}
	document, err := source.Read(StatementFile)
	if err != nil {
		return nil, err
	}
	signed, err := readEnvelope(document)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", StatementFile, err)
	}
	if err := signed.isNew(key.Public()); err != nil {
		return nil, err
	}
	signature := dsse.Signature{KeyID: key.ID(), Sig: encodeSignature(key.Sign(signed.message()))}
	signed.envelope.Signatures = append(signed.envelope.Signatures, signature)
	if len(signed.envelope.Signatures) > maxSignatures {
		return nil, fmt.Errorf("the evidence has %d signatures, and no more are read", maxSignatures)
	}
	return writeEnvelope(signed.envelope)
}

// isNew says whether a key signed nothing of the evidence yet, under whichever
// id. Two keys of one id could not be told apart.
func (s *signedStatement) isNew(key signing.Public) error {
	signer, err := s.signer()
	if err != nil {
		return fmt.Errorf("read the first signer: %w", err)
	}
	if signer.Equal(key) {
		return ErrOwnSignature
	}
	for k, signature := range s.envelope.Signatures {
		if key.Verify(s.message(), s.signatures[k]) {
			return ErrOwnSignature
		}
		if signature.KeyID == key.ID {
			return fmt.Errorf("%w: %s; make one with an id of its own", ErrSameID, key.ID)
		}
	}
	return nil
}
