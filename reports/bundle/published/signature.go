package published

import (
	"encoding/base64"
	"fmt"
	"strings"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// attribution looks for who made the signatures of one bundle.
type attribution struct {
	bundle   Bundle
	message  []byte // nil where the bundle lacks a part of it
	pinned   []signing.Public
	given    place
	embedded place
	found    findings
	notices  *notices
}

// message is what both signatures of a bundle are over: the canonical JSON of
// the four members. It is nil where the bundle names no build, which is refused
// by another name, or one too large.
func message(found *findings, bundle Bundle) []byte {
	build := bundle.root.object("host").object("build")
	if build == nil {
		return nil
	}
	form, err := formOf(map[string]any{
		"witnessSha256":    bundle.root.text("witnessSha256"),
		"host.build":       build,
		"suite.version":    bundle.root.object("suite").text("version"),
		"discovery.sha256": bundle.root.object("discovery").text("sha256"),
	})
	if err != nil {
		found.refuse(refusal.TooLarge, "/host/build", "%v", err)
		return nil
	}
	return form
}

// notWhole is told of a signature over a build that is not there.
const notWhole = "what it signs is not whole: the bundle names no build that can be read"

// signatureOf decodes a signature. Text that is not the one way to write its
// bytes is no signature.
func signatureOf(signed object) []byte {
	sig, err := base64.RawURLEncoding.Strict().DecodeString(signed.text("sig"))
	if err != nil {
		return nil
	}
	return sig
}

// host answers about the host's signature. A pinned key counts under any id,
// since ids are only labels; elsewhere the key is looked up by its id, first in
// the document given, then in the one inside the bundle.
func (a *attribution) host() Signature {
	signed := a.bundle.root.object("signature")
	if signed == nil {
		return Signature{State: Missing, By: Nobody, Detail: "nothing signs the bundle"}
	}
	id, sig := signed.text("keyId"), signatureOf(signed)
	answer := Signature{State: NotCheckable, By: Nobody, KeyID: id}
	switch {
	case a.message == nil:
		answer.Detail = notWhole
	case sig == nil:
		answer.State, answer.Detail = Invalid, "its text is not base64url of 64 bytes as it is written"
	case a.byPinned(&answer, sig):
	case a.byPlace(&answer, sig, Published, a.given):
	case a.byPlace(&answer, sig, Embedded, a.embedded):
	case a.byPinnedID(&answer):
	default:
		answer.Detail = "no key of this id is known"
	}
	return answer
}

// byPinned takes the answer from a pinned key that made the signature.
func (a *attribution) byPinned(answer *Signature, sig []byte) bool {
	for _, key := range a.pinned {
		if key.Verify(a.message, sig) {
			answer.settle(Pinned, key, "made by a key that you pinned")
			return true
		}
	}
	return false
}

// byPlace takes the answer from the keys that a document publishes under the
// id, and tells whether there were any.
func (a *attribution) byPlace(answer *Signature, sig []byte, source Source, where place) bool {
	candidates := where.named(answer.KeyID)
	for _, key := range candidates {
		if key.Verify(a.message, sig) {
			answer.settle(source, key.Public, "made by the key of this id, "+whose(source))
			a.notices.aboutKey(key, len(candidates))
			return true
		}
	}
	if len(candidates) > 0 {
		answer.convict(source, candidates[0].Public, "the key of this id, "+whose(source)+", did not make it")
	}
	return len(candidates) > 0
}

func (s *Signature) settle(source Source, key signing.Public, detail string) {
	s.State, s.By, s.Fingerprint, s.Detail, s.key = Valid, source, key.Fingerprint(), detail, &key
}

func (s *Signature) convict(source Source, key signing.Public, detail string) {
	s.State, s.By, s.Fingerprint, s.Detail = Invalid, source, key.Fingerprint(), detail
}

func whose(source Source) string {
	if source == Published {
		return "published in the discovery document that you gave"
	}
	return "published in the bundle's own discovery document, which shows integrity but not who signed"
}

// byPinnedID takes the answer from a pinned key of the id, which did not make
// the signature: byPinned was asked before.
func (a *attribution) byPinnedID(answer *Signature) bool {
	for _, key := range a.pinned {
		if key.ID == answer.KeyID {
			answer.convict(Pinned, key, "the pinned key of this id did not make it")
			return true
		}
	}
	return false
}

// attributed tells whether anything that the verifier gave names a signer. Who
// pins keys asks for them and no others.
func (a *attribution) attributed(host, verifier Signature) bool {
	if len(a.pinned) == 0 {
		return host.by(Published)
	}
	if verifier.by(Pinned) && !host.by(Pinned) {
		a.notices.add("attributed to the second party alone, whose key you pinned; the host's own signature is %s", host.State)
	}
	return host.by(Pinned) || verifier.by(Pinned)
}

// judge refuses what the answer about the host's signature gives cause for, and
// says why nobody is named where that is no cause to refuse.
func (a *attribution) judge(host Signature, attributed bool) []refusal.Refusal {
	switch {
	case host.State == Missing:
		a.found.refuse(refusal.SignatureMissing, "/signature", "%s", host.Detail)
	case host.State == Invalid:
		a.found.refuse(refusal.SignatureInvalid, "/signature", "key %s: %s", host.KeyID, host.Detail)
	case attributed, a.message == nil:
	case len(a.pinned) > 0:
		a.found.refuse(refusal.KeyNotPinned, "/signature", "key %s: %s", host.KeyID, notPinned(host))
	default:
		return []refusal.Refusal{a.unattributed(host)}
	}
	return []refusal.Refusal{}
}

func notPinned(host Signature) string {
	if host.State == Valid {
		return fmt.Sprintf("made by the key with the fingerprint %s, which is none that you pinned", host.Fingerprint)
	}
	return "made by none of the keys that you pinned; " + host.Detail
}

// unattributed tells no document to look in from a document that does not
// publish the key.
func (a *attribution) unattributed(host Signature) refusal.Refusal {
	id := host.KeyID
	if a.given.document == nil && (a.embedded.document == nil || a.embedded.publishes(id)) {
		reasons := []string{a.given.why}
		if a.embedded.document == nil {
			reasons = append(reasons, a.embedded.why)
		} else {
			reasons = append(reasons, "the one that the bundle carries attributes nothing")
		}
		return *refuse(refusal.NoDiscovery, "/signature", "no discovery document to look key %s up in: %s", id, strings.Join(reasons, ", and "))
	}
	where, ring := "the discovery document that you gave", a.given.keyring
	if a.given.document == nil {
		where, ring = "the discovery document that the bundle carries", a.embedded.keyring
	}
	if why, there := ring.unusable[id]; there {
		return *refuse(refusal.KeyNotPublished, "/signature", "%s has key %s, but it cannot be used: %s", where, id, why)
	}
	return *refuse(refusal.KeyNotPublished, "/signature", "%s does not publish key %s", where, id)
}
