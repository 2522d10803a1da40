package published

import (
	"bytes"

	"hostwitness/reports/bundle/refusal"
)

// verifier answers about the signature of a second party, which must not be the
// host. Only pinned keys can name that party: what the host publishes is the
// host's own.
func (a *attribution) verifier(host Signature) Signature {
	signed := a.bundle.root.object("verifierSignature")
	if signed == nil {
		if a.independent() {
			a.found.refuse(refusal.IndependentUnsigned, "/verifierSignature", "is missing, but a profile claims independent evidence")
		}
		return Signature{State: Missing, By: Nobody, Detail: "no second party signed"}
	}
	id, sig := signed.text("keyId"), signatureOf(signed)
	answer := Signature{State: NotCheckable, By: Nobody, KeyID: id}
	if why := a.selfSigned(host, id, sig); why != "" {
		answer.Detail = "it is the host's own: " + why
		if a.independent() {
			a.found.refuse(refusal.IndependentSelfSigned, "/verifierSignature", "key %s: the host signed as its own verifier: %s", id, why)
		} else {
			a.notices.add("the verifier's signature is the host's own (%s); it stands for no second party", why)
		}
		return answer
	}
	switch {
	case a.message == nil:
		answer.Detail = notWhole
	case sig == nil:
		answer.State, answer.Detail = Invalid, "its text is not base64url of 64 bytes as it is written"
	case a.byPinned(&answer, sig):
	case a.byPinnedID(&answer):
	default:
		answer.Detail = "not checked: you gave no key of this id"
		a.notices.add("the verifier's signature by key %s was not checked: pin that party's key to do so", id)
	}
	if answer.State == Invalid {
		a.found.refuse(refusal.VerifierSignatureInvalid, "/verifierSignature", "key %s: %s", id, answer.Detail)
	}
	return answer
}

func (a *attribution) independent() bool { return a.bundle.Claims.Independent() }

// selfSigned says by what a verifier's signature is known to be the host's own,
// empty where nothing shows it.
func (a *attribution) selfSigned(host Signature, id string, sig []byte) string {
	if id == host.KeyID || id == a.bundle.root.object("host").text("signingKeyId") {
		return "it names the host's key"
	}
	if a.given.publishes(id) || a.embedded.publishes(id) {
		return "the host publishes the key that it names"
	}
	if a.message == nil || sig == nil {
		return ""
	}
	if bytes.Equal(sig, signatureOf(a.bundle.root.object("signature"))) {
		return "it is the host's signature once more"
	}
	if host.key != nil && host.key.Verify(a.message, sig) {
		return "it is by the key that made the host's signature"
	}
	for _, key := range append(a.given.keys[:len(a.given.keys):len(a.given.keys)], a.embedded.keys...) {
		if key.Verify(a.message, sig) {
			return "it is by a key that the host publishes as " + key.ID
		}
	}
	return ""
}
