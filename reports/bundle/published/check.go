package published

import (
	"crypto/sha256"
	"encoding/hex"

	"hostwitness/reports/bundle/refusal"
)

// Check answers, about a bundle that Read gave, who signed it, whether its parts
// agree and what it claims. It finds everything that is wrong at once and always
// answers all three. Nothing is attributed by what the bundle itself carries.
//
// Besides the rules of the format it refuses, as certificate-false, a profile
// that calls itself certified beside a failed or blocked row, or without a pass.
func Check(bundle Bundle, given Given) Outcome {
	var told notices
	told.aboutUnsigned(bundle)
	integrity, broken := checkIntegrity(&told, bundle)

	a := &attribution{
		bundle: bundle, pinned: given.Pinned, notices: &told,
		given:    givenPlace(given.Discovery),
		embedded: embeddedPlace(bundle, integrity.Discovery == Matches),
	}
	a.message = message(&a.found, bundle)
	told.aboutGiven(bundle, given.Discovery, a.given)
	host := a.host()
	verifier := a.verifier(host)
	attributed := a.attributed(host, verifier)
	unattributed := a.judge(host, attributed)

	var claimed findings
	checkCertified(&claimed, bundle)
	refusals := append(a.found.refusals(), broken...)
	return Outcome{
		Signature: host, VerifierSignature: verifier, Integrity: integrity, Claims: bundle.Claims,
		Attributed: attributed, Refusals: append(refusals, claimed.refusals()...), Unattributed: unattributed, Notices: told.list(),
	}
}

// checkIntegrity holds the parts of the bundle to each other.
func checkIntegrity(told *notices, bundle Bundle) (Integrity, []refusal.Refusal) {
	var found findings
	if bundle.Claims.Build.Kind == "" || blank(bundle.root.object("host").object("build").text("id")) {
		found.refuse(refusal.BuildMissing, "/host/build", "does not name what was tested (kind and id)")
	}
	checkRows(&found, bundle.Rows)
	checkTotals(&found, bundle)
	checkDetail(&found, bundle)
	told.aboutReasons(bundle)

	integrity := Integrity{Rows: len(bundle.Rows), Witness: Differs, Discovery: checkDiscovery(&found, bundle)}
	if order := digestOfRows(&found, bundle); order != "" {
		integrity.Witness = Matches
		if order != byLocale {
			told.add("the digest of the rows holds for %s; the format names localeCompare", order)
		}
	}
	refusals := found.refusals()
	integrity.Holds = len(refusals) == 0
	return integrity, refusals
}

// checkDiscovery holds the discovery document to its digest.
func checkDiscovery(found *findings, bundle Bundle) Digest {
	const at = "/discovery/sha256"
	discovery := bundle.root.object("discovery")
	if !discovery.has("document") {
		return NotCarried
	}
	form, err := formOf(discovery["document"])
	if err != nil {
		found.refuse(refusal.TooLarge, "/discovery/document", "%v", err)
		return Differs
	}
	if digest := sum(form); digest != discovery.text("sha256") {
		found.refuse(refusal.DiscoveryDigest, at, "is not the digest of the document in the bundle, which is %s", digest)
		return Differs
	}
	return Matches
}

func sum(text []byte) string {
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:])
}
