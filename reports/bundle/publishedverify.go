package bundle

import (
	"hostwitness/reports"
	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
)

// VerifyPublished gives the three answers about a published certification
// bundle. Discovery is the document that the verifier gave, nil for none. A
// bundle has no journal: what can be said of its verdicts is that they agree
// with each other.
func VerifyPublished(document []byte, trust Trust, discovery []byte) Outcome {
	outcome := Outcome{Kind: KindPublished, Signatures: []Signature{}}
	outcome.Signature.Holds, outcome.Verdicts.Holds = Unknown, Unknown
	read, refused := published.Read(document)
	if len(refused) > 0 {
		outcome.Integrity.Refusals = refused
		outcome.Integrity.conclude("", "it cannot be read as a bundle")
		outcome.Signature.Says, outcome.Verdicts.Says = "there is nothing that could be read", "there is nothing that could be read"
		return outcome
	}
	checked := published.Check(read, published.Given{Pinned: trust.Pinned, Discovery: discovery})
	for _, found := range checked.Refusals {
		answer := outcome.answerOf(found.Name)
		answer.Refusals = append(answer.Refusals, found)
	}
	outcome.Signatures = signaturesOf(checked)
	outcome.Signature.conclude(checked.Signature.Detail, "the signature is not accepted")
	if outcome.Signature.Holds == Yes && !checked.Attributed {
		outcome.Signature.Holds, outcome.Signature.Notices = Unknown, checked.Unattributed
	}
	outcome.Integrity.conclude("every digest is of what is there", "a digest is of something else than what is there")
	outcome.Verdicts.conclude("the rows, the totals and the claims agree; a bundle has no journal to judge again",
		"the rows, the totals and the claims do not agree")
	for _, notice := range checked.Notices {
		outcome.Integrity.notice("", "", notice)
	}
	outcome.Run = claimOf(checked, outcome)
	return outcome
}

// answerOf is the answer that a refusal of a bundle belongs to.
func (o *Outcome) answerOf(name refusal.Name) *Answer {
	switch name {
	case refusal.SignatureMissing, refusal.SignatureInvalid, refusal.KeyNotPinned, refusal.KeyNotPublished, refusal.NoDiscovery,
		refusal.IndependentUnsigned, refusal.IndependentSelfSigned, refusal.VerifierSignatureInvalid:
		return &o.Signature
	case refusal.WitnessDigest, refusal.DiscoveryDigest, refusal.BuildMissing, refusal.BundleInvalid, refusal.TooLarge:
		return &o.Integrity
	}
	return &o.Verdicts
}

func signaturesOf(checked published.Outcome) []Signature {
	signatures := []Signature{}
	for _, signature := range []published.Signature{checked.Signature, checked.VerifierSignature} {
		if signature.State == published.Missing || signature.State == "" {
			continue
		}
		whose := map[published.Source]Attribution{published.Pinned: Pinned, published.Published: Published, published.Embedded: Nobody}[signature.By]
		if signature.State == published.NotCheckable || whose == "" {
			whose = Unverified
		}
		entry := Signature{KeyID: shownID(signature.KeyID), Fingerprint: signature.Fingerprint, Attribution: whose}
		if valid := signature.State == published.Valid; whose != Unverified {
			entry.Valid = &valid
		}
		signatures = append(signatures, entry)
	}
	return signatures
}

// claimOf is what a bundle says of its run.
func claimOf(checked published.Outcome, outcome Outcome) RunClaim {
	claims := checked.Claims
	claim := RunClaim{
		Read: true, Host: claims.Host.Name + " " + claims.Host.Version, Suite: claims.Suite.Name + " " + claims.Suite.Version,
		StartedAt: claims.GeneratedAt,
		Totals: &reports.Totals{
			ExecutedPass: int(claims.Totals.ExecutedPass), ExecutedFail: int(claims.Totals.ExecutedFail), Skipped: int(claims.Totals.Skipped),
			Inapplicable: int(claims.Totals.Inapplicable), Blocked: int(claims.Totals.Blocked),
		},
		Build: &reports.Build{Kind: claims.Build.Kind, ID: claims.Build.ID},
	}
	if !claims.Certified() {
		claim.Shortfalls = append(claim.Shortfalls, "it does not claim every profile as certified, or something failed or was blocked")
	}
	if claims.Independent() && checked.VerifierSignature.State != published.Valid {
		claim.Shortfalls = append(claim.Shortfalls, "it claims independent evidence, and the second party's signature was not checked: pin that party's key too")
	}
	if outcome.Refused() {
		claim.Shortfalls = append(claim.Shortfalls, "the bundle is refused")
	}
	claim.Certified = len(claim.Shortfalls) == 0
	claim.Unsigned = "by the word of the file, which no signature covers"
	return claim
}
