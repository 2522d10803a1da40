// Package canonical writes JSON the one way that digests and signatures are
// made over (RFC 8785). It refuses every document of which two readers could
// see different things: what is signed has one meaning or none.
package canonical

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/gowebpki/jcs"

	"hostwitness/schemas"
)

// The bounds on a document. They are ours, more than ten times what the largest
// evidence document known has, and keep a hostile one from taking the memory of
// the verifier: what it takes goes by the number of values more than by bytes.
const (
	MaxSize   = 4 << 20 // bytes
	MaxValues = 250_000 // members of objects and entries of arrays
)

// Canonical gives the canonical form of one JSON document (RFC 8785): members
// sorted by UTF-16 code units, no white space, numbers as ECMAScript writes the
// double nearest to them. Canonical of a canonical form is that form.
//
// A number with more digits than a double holds is not refused but rounded, as
// RFC 8785 §3.2.2.3 has it. Every error is an *Error. The document is not
// changed and may be anything.
func Canonical(document []byte) ([]byte, error) {
	if err := checkText(document); err != nil {
		return nil, err
	}
	value, err := schemas.ParseStrict(document)
	if err != nil {
		return nil, &Error{Class: whyNotStrict(document), Detail: err.Error()}
	}
	if err := checkNumbers(value); err != nil {
		return nil, err
	}
	form, err := jcs.Transform(document)
	if err != nil {
		return nil, &Error{Class: Syntax, Detail: fmt.Sprintf("no canonical form: %v", err)}
	}
	return form, nil
}

// Digest gives the SHA-256 of the canonical form in lower-case hexadecimal. It
// refuses what Canonical refuses.
func Digest(document []byte) (string, error) {
	form, err := Canonical(document)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:]), nil
}
