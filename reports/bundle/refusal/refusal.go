// Package refusal names why evidence is not accepted. A name never changes its
// meaning: scripts branch on it, and docs/evidence.md explains each.
package refusal

// Name is the stable name of one way in which evidence is not what it says.
type Name string

// Who signed, and whether that can be known.
const (
	SignatureMissing Name = "signature-missing" // nothing signs the evidence
	SignatureInvalid Name = "signature-invalid" // the key that it names did not make the signature
	KeyNotPinned     Name = "key-not-pinned"    // no signature is by a key that the verifier pinned
	KeyNotPublished  Name = "key-not-published" // the discovery document given does not publish the key
	NoDiscovery      Name = "no-discovery"      // there is no discovery document to look the key up in
	StatementInvalid Name = "statement-invalid" // the signed statement is not one of this format
	ManifestDigest   Name = "manifest-digest"   // the statement is about another manifest
)

// Whether everything is there and as it was written.
const (
	ManifestMissing   Name = "manifest-missing"
	ManifestInvalid   Name = "manifest-invalid"
	FormatNewer       Name = "format-newer" // written by a later format than this build reads
	MemberName        Name = "member-name"  // a name that could point outside the evidence
	MemberNotAFile    Name = "member-not-a-file"
	MemberMissing     Name = "member-missing"
	MemberExtra       Name = "member-extra"
	MemberChanged     Name = "member-changed"
	TooLarge          Name = "too-large"
	PackInvalid       Name = "pack-invalid" // not the bytes that pack writes
	ChainBroken       Name = "chain-broken"
	SeqGap            Name = "seq-gap"
	JournalIncomplete Name = "journal-incomplete"
	OptionsDiffer     Name = "options-differ" // the manifest says other things of the run than the journal
	SecretFound       Name = "secret-found"
)

// Whether the results follow from what was recorded.
const (
	ReportInvalid    Name = "report-invalid"
	ReportDiffers    Name = "report-differs"  // the report says other things of the run than the journal
	VerdictDiffers   Name = "verdict-differs" // the judges of this build give another result
	RevisionDiffers  Name = "revision-differs"
	CertificateFalse Name = "certificate-false" // the statement certifies a run that does not
	NotCertified     Name = "not-certified"     // the verifier asked for a certifying run
)

// What a published certification bundle must keep beside.
const (
	BundleInvalid            Name = "bundle-invalid"
	DuplicateRequirement     Name = "duplicate-requirement"
	ReasonMissing            Name = "reason-missing"
	VacuousPass              Name = "vacuous-pass"
	TotalsMismatch           Name = "totals-mismatch"
	AssertionCount           Name = "assertion-count"
	DetailMissing            Name = "detail-missing"
	WitnessDigest            Name = "witness-digest"
	DiscoveryDigest          Name = "discovery-digest"
	BuildMissing             Name = "build-missing"
	IndependentUnsigned      Name = "independent-unsigned"
	IndependentSelfSigned    Name = "independent-self-signed"
	VerifierSignatureInvalid Name = "verifier-signature-invalid"
)

// Refusal is one finding of a verifier: what is wrong, of what, and for people
// how it shows.
type Refusal struct {
	Name   Name   `json:"name"`
	Of     string `json:"of,omitempty"` // a file, leg, row or member
	Detail string `json:"detail"`
}

// String gives the refusal on one line.
func (r Refusal) String() string {
	text := r.Detail
	for _, before := range []string{r.Of, string(r.Name)} {
		if before != "" {
			text = before + ": " + text
		}
	}
	return text
}
