package bundle

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// signature reads the statement, holds it to the manifest and the report, and
// says whose it is.
func (e *examination) signature() error {
	answer := &e.outcome.Signature
	switch {
	case e.source.Lacks(StatementFile):
		e.unsigned()
		return nil
	case !e.source.Has(StatementFile):
		answer.Holds, answer.Says = Unknown, "the statement is not read"
		return nil
	}
	document, err := e.source.Read(StatementFile)
	if err != nil {
		return err
	}
	e.outcome.Integrity.against("the statement holds what must not be in evidence", FindSecrets(StatementFile, document, e.verifier.Secrets)...)
	signed, err := readEnvelope(document)
	if err != nil {
		answer.refuse(refusal.StatementInvalid, StatementFile, trimmed(err))
		answer.conclude("", "the statement cannot be read")
		return nil
	}
	signer, err := signed.signer()
	if err != nil {
		answer.refuse(refusal.StatementInvalid, StatementFile, trimmed(err))
		answer.conclude("", "the statement names no signer")
		return nil
	}
	e.statement(signed, signer)
	e.outcome.Signatures = e.verifier.Trust.check(signed, signer)
	e.verifier.Trust.conclude(answer, e.outcome.Signatures)
	return nil
}

// unsigned says what nobody signed: refused where a key was pinned.
func (e *examination) unsigned() {
	answer := &e.outcome.Signature
	missing := refusal.Refusal{Name: refusal.SignatureMissing, Of: StatementFile, Detail: "nobody signed this evidence"}
	if len(e.verifier.Trust.Pinned) > 0 {
		answer.Refusals = append(answer.Refusals, missing)
		answer.conclude("", "nobody signed this evidence")
		return
	}
	answer.Holds, answer.Says = Unknown, "nobody signed this evidence"
	answer.Notices = append(answer.Notices, missing)
}

// statement holds what was signed to what is there.
func (e *examination) statement(signed *signedStatement, signer signing.Public) {
	e.signed, e.certified = true, signed.statement.Predicate.Ours.Certified
	integrity, verdicts := &e.outcome.Integrity, &e.outcome.Verdicts
	if digest := Digest(e.document); e.document != nil && signed.manifestDigest() != digest {
		integrity.refuse(refusal.ManifestDigest, ManifestFile, fmt.Sprintf("its digest is %s; the statement is about %s", digest, shown(signed.manifestDigest())))
		integrity.conclude("", "the manifest is not the one that was signed for")
		return // all else in the statement is about that other manifest
	}
	if e.manifest == nil || e.report == nil {
		return
	}
	if short := Shortfalls(*e.manifest, *e.report); e.certified && len(short) > 0 {
		verdicts.refuse(refusal.CertificateFalse, StatementFile, "it certifies the run, and "+short[0])
		verdicts.conclude("", "the statement certifies a run that does not")
		return
	}
	differs := "the statement says other things of the run than the manifest and the report"
	expected, err := newStatement(e.document, *e.manifest, *e.report, signer, e.certified)
	if err != nil {
		verdicts.refuse(refusal.StatementInvalid, StatementFile, "the manifest or the report says what no statement can: "+trimmed(err))
		verdicts.conclude("", differs)
		return
	}
	if !bytes.Equal(expected, signed.payload) {
		verdicts.refuse(refusal.StatementInvalid, StatementFile, "it says other things of the run than the manifest and the report")
		verdicts.conclude("", differs)
	}
}

// check says of each signature whether it is valid and whose it is.
func (t Trust) check(signed *signedStatement, signer signing.Public) []Signature {
	message := signed.message()
	var checked []Signature
	for k, signature := range signed.envelope.Signatures {
		checked = append(checked, t.checkOne(signature.KeyID, message, signed.signatures[k], signer))
	}
	// The first is by the signer that the statement names, under the id that it
	// gives him. Nothing else holds the id, which is not signed, to the key.
	if signed.envelope.Signatures[0].KeyID != signer.ID || !signer.Verify(message, signed.signatures[0]) {
		valid := false
		checked[0].Valid = &valid
	}
	return checked
}

// checkOne looks for the key that made a signature. A pinned key is known by
// itself, a published one by its id. What the evidence says of its signer is
// asked last, for it attributes nothing. Where a key of the id is known and none
// made the signature, it is invalid.
func (t Trust) checkOne(keyID string, message, signature []byte, signer signing.Public) Signature {
	checked := Signature{KeyID: shownID(keyID), Attribution: Unverified}
	if key, made := madeBy(t.Pinned, message, signature); made {
		checked.KeyID = shownID(key.ID) // as he who pinned it knows it: nothing signs the id
		return checked.by(key, Pinned, true)
	}
	for _, candidate := range []struct {
		keys  []signing.Public
		whose Attribution
	}{{t.Discovery, Published}, {[]signing.Public{signer}, Nobody}, {t.Pinned, Pinned}} {
		named := slices.DeleteFunc(slices.Clone(candidate.keys), func(key signing.Public) bool { return key.ID != keyID })
		if len(named) == 0 {
			continue
		}
		key, made := madeBy(named, message, signature)
		return checked.by(key, candidate.whose, made)
	}
	return checked
}

// madeBy gives the key that made a signature, else the last of them.
func madeBy(keys []signing.Public, message, signature []byte) (key signing.Public, made bool) {
	for _, key = range keys {
		if key.Verify(message, signature) {
			return key, true
		}
	}
	return key, false
}

// by is the signature once it was checked with a key.
func (s Signature) by(key signing.Public, whose Attribution, valid bool) Signature {
	s.Fingerprint, s.Attribution, s.Valid = key.Fingerprint(), whose, &valid
	return s
}

// conclude says whose the signatures are, all together. One that is invalid is
// refused, whoever made the others.
func (t Trust) conclude(answer *Answer, signatures []Signature) {
	whose := map[Attribution][]Signature{}
	for _, signature := range signatures {
		if signature.Valid != nil && !*signature.Valid {
			answer.refuse(refusal.SignatureInvalid, StatementFile, "the key "+signature.KeyID+" did not make the signature that names it")
			continue
		}
		whose[signature.Attribution] = append(whose[signature.Attribution], signature)
	}
	pinned, published := whose[Pinned], whose[Published]
	if len(t.Pinned) > 0 && len(pinned) == 0 && len(answer.Refusals) == 0 {
		answer.refuse(refusal.KeyNotPinned, StatementFile, "no signature is by a key that was pinned; it is signed by "+fingerprinted(signatures))
	}
	switch {
	case len(answer.Refusals) > 0:
		answer.conclude("", "the signature is not accepted")
	case len(pinned) > 0:
		answer.conclude("the signature is valid, by the pinned "+keys(pinned), "")
	case len(published) > 0:
		answer.conclude("the signature is valid, by the "+keys(published)+" of the discovery document given", "")
	default:
		t.unattributed(answer, signatures)
	}
}

// keys names the keys of signatures for people.
func keys(signatures []Signature) string {
	if len(signatures) == 1 {
		return "key " + named(signatures)
	}
	return "keys " + named(signatures)
}

// unattributed is the answer about valid signatures that may be anybody's.
func (t Trust) unattributed(answer *Answer, signatures []Signature) {
	answer.Holds, answer.Says = Unknown, "the signature is valid, and nothing that was given says whose it is"
	if t.Looked {
		answer.notice(refusal.KeyNotPublished, StatementFile, "the discovery document given does not publish "+named(signatures))
		return
	}
	answer.notice(refusal.NoDiscovery, StatementFile, "no key was pinned and no discovery document given to look "+named(signatures)+" up in")
}

// fingerprinted names the keys so that they are told from others of their ids.
func fingerprinted(signatures []Signature) string {
	const digits = 16
	names := make([]string, len(signatures))
	for k, signature := range signatures {
		names[k] = signature.KeyID
		if len(signature.Fingerprint) > digits {
			names[k] += " (SHA-256 " + signature.Fingerprint[:digits] + "…)"
		}
	}
	return strings.Join(names, ", ")
}

func named(signatures []Signature) string {
	names := make([]string, len(signatures))
	for k, signature := range signatures {
		names[k] = signature.KeyID
	}
	return strings.Join(names, ", ")
}

// shownID makes a key id that somebody else chose fit for a message.
func shownID(id string) string {
	if signing.CheckID(id) == nil {
		return id
	}
	return shown(id)
}
