package bundle

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports"
	"hostwitness/reports/bundle/signing"
	"hostwitness/schemas"
)

// Bounds on an envelope.
const (
	maxEnvelope   = 1 << 20
	maxSignatures = 16
)

// Sign gives the signed statement about a manifest, given as it is written.
// Certified is what the statement says of the run; see Shortfalls.
func Sign(ctx context.Context, document []byte, manifest Manifest, report reports.Report, key signing.Private, certified bool) ([]byte, error) {
	payload, err := newStatement(document, manifest, report, key.Public(), certified)
	if err != nil {
		return nil, err
	}
	signer, err := dsse.NewEnvelopeSigner(key.Signer())
	if err != nil {
		return nil, fmt.Errorf("prepare the signature: %w", err)
	}
	envelope, err := signer.SignPayload(ctx, PayloadType, payload)
	if err != nil {
		return nil, fmt.Errorf("sign the statement: %w", err)
	}
	return writeEnvelope(envelope)
}

// writeEnvelope gives an envelope as it is written.
func writeEnvelope(envelope *dsse.Envelope) ([]byte, error) {
	document, err := json.MarshalIndent(envelope, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", StatementFile, err)
	}
	return append(document, '\n'), nil
}

// signedStatement is a statement file that could be read.
type signedStatement struct {
	envelope   *dsse.Envelope
	payload    []byte
	signatures [][]byte // decoded, in the order of the envelope
	statement  statement
}

// statement is what is read of a payload.
type statement struct {
	Subject []struct {
		Name   string            `json:"name"`
		Digest map[string]string `json:"digest"`
	} `json:"subject"`
	Predicate struct {
		Ours results `json:"hostwitness"`
	} `json:"predicate"`
}

// readEnvelope reads a statement file. It is strict where the library that
// wrote it is lenient: one spelling, and nothing beside what is signed.
func readEnvelope(document []byte) (*signedStatement, error) {
	if len(document) > maxEnvelope {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(document), maxEnvelope)
	}
	if _, err := schemas.ParseObject(document); err != nil {
		return nil, err
	}
	read := &signedStatement{envelope: &dsse.Envelope{}}
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(read.envelope); err != nil {
		return nil, err
	}
	if again, err := writeEnvelope(read.envelope); err != nil || !bytes.Equal(again, document) {
		return nil, errors.New("it is not written as this format writes it")
	}
	return read, read.decode()
}

// decode reads what the envelope holds.
func (s *signedStatement) decode() (err error) {
	if s.envelope.PayloadType != PayloadType {
		return fmt.Errorf("its payload is %s, want %s", shown(s.envelope.PayloadType), PayloadType)
	}
	if count := len(s.envelope.Signatures); count == 0 || count > maxSignatures {
		return fmt.Errorf("it has %d signatures, want 1 to %d", count, maxSignatures)
	}
	if s.payload, err = decodeBase64(s.envelope.Payload); err != nil {
		return errors.New("its payload is no base64")
	}
	if err := s.decodeSignatures(); err != nil {
		return err
	}
	if _, err := schemas.ParseObject(s.payload); err != nil {
		return fmt.Errorf("its payload: %w", err)
	}
	if err := json.Unmarshal(s.payload, &s.statement); err != nil {
		return fmt.Errorf("its payload: %w", err)
	}
	return nil
}

// decodeSignatures reads the signatures. Nothing signs how many there are and
// which ids they go under, so that what says the same twice is refused here.
func (s *signedStatement) decodeSignatures() error {
	ids, seen := map[string]bool{}, map[string]bool{}
	for _, signature := range s.envelope.Signatures {
		raw, err := decodeBase64(signature.Sig)
		if err != nil {
			return errors.New("a signature in it is no base64")
		}
		if ids[signature.KeyID] || seen[string(raw)] {
			return errors.New("a signature, or the id of one, is in it twice")
		}
		ids[signature.KeyID], seen[string(raw)] = true, true
		s.signatures = append(s.signatures, raw)
	}
	return nil
}

// decodeBase64 takes the one text that bytes have. The package base64 passes
// over line breaks.
func decodeBase64(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err == nil && strings.ContainsAny(text, "\r\n") {
		return nil, base64.CorruptInputError(strings.IndexAny(text, "\r\n"))
	}
	return raw, err
}

// message is what each signature of the envelope is over.
func (s *signedStatement) message() []byte { return dsse.PAE(s.envelope.PayloadType, s.payload) }

// signer gives the key that the first signer says is his.
func (s *signedStatement) signer() (signing.Public, error) {
	claim := s.statement.Predicate.Ours.Signer
	raw, err := base64.RawURLEncoding.Strict().DecodeString(claim.PublicKey)
	if err != nil {
		return signing.Public{}, errors.New("the signer's key in it is no base64url")
	}
	return signing.NewPublic(claim.KeyID, raw)
}

// manifestDigest is the digest of the manifest that the statement is about, ""
// where it names none.
func (s *signedStatement) manifestDigest() string {
	for _, subject := range s.statement.Subject {
		if subject.Name == ManifestFile {
			return subject.Digest["sha256"]
		}
	}
	return ""
}

// encodeSignature writes a signature as an envelope has it.
func encodeSignature(signature []byte) string { return base64.StdEncoding.EncodeToString(signature) }
