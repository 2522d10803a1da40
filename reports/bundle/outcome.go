package bundle

import (
	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
)

// The words of an answer.
const (
	Yes     = "yes"
	No      = "no"
	Unknown = "not known" // nothing says no, and nothing shows yes
)

// Answer is one of the three answers of a verification. They are never merged.
type Answer struct {
	Holds    string            `json:"holds"`              // Yes, No or Unknown
	Says     string            `json:"says"`               // one sentence for people
	Refusals []refusal.Refusal `json:"refusals,omitempty"` // why not
	Notices  []refusal.Refusal `json:"notices,omitempty"`  // worth knowing, and no reason against it
}

// Attribution says whose a signature is.
type Attribution string

// Whose a signature can be.
const (
	Pinned     Attribution = "pinned"     // a key that the verifier pinned
	Published  Attribution = "published"  // a key in the discovery document that the verifier gave
	Nobody     Attribution = "nobody"     // it is valid by a key that only the evidence itself names
	Unverified Attribution = "unverified" // no key to check it with is known
)

// Signature is what became of one signature.
type Signature struct {
	KeyID       string      `json:"keyId"`
	Fingerprint string      `json:"fingerprint,omitempty"` // hex SHA-256 of the public key's 32 bytes, where the key is known
	Valid       *bool       `json:"valid,omitempty"`       // nil where no key to check it with is known
	Attribution Attribution `json:"attribution"`
}

// Outcome is what a verification came to.
type Outcome struct {
	Kind       string      `json:"kind"` // KindEvidence or KindPublished
	Signature  Answer      `json:"signature"`
	Signatures []Signature `json:"signatures"`
	Integrity  Answer      `json:"integrity"`
	Verdicts   Answer      `json:"verdicts"`
	Run        RunClaim    `json:"run"`
}

// The kinds of evidence that are verified.
const (
	KindEvidence  = "evidence"  // of this suite, with its journal
	KindPublished = "published" // a published certification bundle
)

// RunClaim is the run's own verdict, beside the answers and never part of them.
type RunClaim struct {
	Read        bool            `json:"read"` // the report could be read
	ExitCode    *int            `json:"exitCode,omitempty"`
	Totals      *reports.Totals `json:"totals,omitempty"`
	Host        string          `json:"host,omitempty"`
	Build       *reports.Build  `json:"build,omitempty"`
	Suite       string          `json:"suite,omitempty"`
	StartedAt   string          `json:"startedAt,omitempty"`
	NotMeasured []string        `json:"notMeasured,omitempty"`
	Certified   bool            `json:"certified"`             // certifies, by everything that was verified
	Unsigned    string          `json:"unsigned,omitempty"`    // where no signature covers that it certifies: whose word it is
	Unconfirmed []string        `json:"unconfirmed,omitempty"` // legs that this build judges by another revision or not at all, or that the run's catalogue did not have
	Shortfalls  []string        `json:"shortfalls,omitempty"`
}

// Refusals gives every refusal of the three answers, in their order.
func (o Outcome) Refusals() []refusal.Refusal {
	var all []refusal.Refusal
	for _, answer := range []Answer{o.Signature, o.Integrity, o.Verdicts} {
		all = append(all, answer.Refusals...)
	}
	return all
}

// Refused says that at least one of the three answers is no.
func (o Outcome) Refused() bool {
	return o.Signature.Holds == No || o.Integrity.Holds == No || o.Verdicts.Holds == No
}

// Attributed says that a valid signature is by a key that the verifier gave or
// by one that the discovery document he gave publishes.
func (o Outcome) Attributed() bool {
	return o.Signature.Holds == Yes
}

// FirstSignerKnown says whether the one who ran, whose signature stands first,
// is known by what the verifier gave, and not only somebody who signed later.
func (o Outcome) FirstSignerKnown() bool {
	return len(o.Signatures) > 0 && (o.Signatures[0].Attribution == Pinned || o.Signatures[0].Attribution == Published)
}

// conclude sets the word of an answer from its refusals.
func (a *Answer) conclude(holding, refused string) {
	a.Holds, a.Says = Yes, holding
	if len(a.Refusals) > 0 {
		a.Holds, a.Says = No, refused
	}
}

// against adds refusals to an answer that was given, and takes it back where
// there are any.
func (a *Answer) against(says string, found ...refusal.Refusal) {
	if len(found) > 0 {
		a.Refusals = append(a.Refusals, found...)
		a.conclude("", says)
	}
}

func (a *Answer) refuse(name refusal.Name, of, detail string) {
	a.Refusals = append(a.Refusals, refusal.Refusal{Name: name, Of: of, Detail: detail})
}

func (a *Answer) notice(name refusal.Name, of, detail string) {
	a.Notices = append(a.Notices, refusal.Refusal{Name: name, Of: of, Detail: detail})
}
