package published

import (
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// Given is what the verifier brings, and all that anything is attributed by.
type Given struct {
	Pinned    []signing.Public // keys he trusts, the host's or a third party's
	Discovery []byte           // the host's discovery document as he got it; nil: none
}

// Outcome is the result of Check: three answers and what led to them. None of
// the answers stands in for another.
type Outcome struct {
	// Signature is the host's, and VerifierSignature that of a second party.
	Signature         Signature `json:"signature"`
	VerifierSignature Signature `json:"verifierSignature"`
	Integrity         Integrity `json:"integrity"`
	Claims            Claims    `json:"claims"`

	// Attributed tells that a valid signature is by a key that the verifier
	// pinned; where he pinned none, by one that the document he gave publishes.
	Attributed bool `json:"attributed"`
	// Refusals says why the bundle is not accepted. Empty: nothing speaks against it.
	Refusals []refusal.Refusal `json:"refusals"`
	// Unattributed says why nothing that the verifier gave names a signer, where
	// that is no cause to refuse: no-discovery or key-not-published. A bundle with
	// neither refusals nor this is attributed; with this alone it holds, but is
	// not attributable.
	Unattributed []refusal.Refusal `json:"unattributed"`
	// Notices are what a reader should know and nothing is refused for.
	Notices []string `json:"notices"`
}

// Refused tells whether the bundle is not accepted.
func (o Outcome) Refused() bool { return len(o.Refusals) > 0 }

// State is what became of a signature.
type State string

// The states. Invalid is a key that was found and did not make the signature;
// NotCheckable is that no key of the id is known.
const (
	Valid        State = "valid"
	Invalid      State = "invalid"
	NotCheckable State = "not-checkable"
	Missing      State = "missing"
)

// Source says where the key is from that a signature was checked with, valid or
// not.
type Source string

// The sources. Embedded is the discovery document inside the bundle: a key in
// there shows that nothing was changed since, but not who signed. Nobody is that
// there was no key to check with.
const (
	Pinned    Source = "pinned"
	Published Source = "published"
	Embedded  Source = "embedded"
	Nobody    Source = "nobody"
)

// Signature is the answer about one signature.
type Signature struct {
	State       State  `json:"state"`
	By          Source `json:"by"`
	KeyID       string `json:"keyId,omitempty"`       // what the bundle calls the key
	Fingerprint string `json:"fingerprint,omitempty"` // SHA-256 of the key that it was checked with
	Detail      string `json:"detail"`

	key *signing.Public
}

func (s Signature) by(source Source) bool { return s.State == Valid && s.By == source }

// Integrity is the answer whether the parts of a bundle agree.
type Integrity struct {
	Holds     bool   `json:"holds"`
	Rows      int    `json:"rows"`
	Witness   Digest `json:"witness"`   // of the rows
	Discovery Digest `json:"discovery"` // of the discovery document
}

// Digest is what became of one digest.
type Digest string

// The digests' results. NotCarried is that the bundle holds the digest, but not
// what it is of.
const (
	Matches    Digest = "matches"
	Differs    Digest = "differs"
	NotCarried Digest = "not-carried"
)
