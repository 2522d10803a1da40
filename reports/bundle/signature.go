package bundle

import (
	"bytes"
	"fmt"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// signature reads the statement, holds it to the manifest and the report, and
// says whose it is.
func (e *examination) signature() error {
	answer := &e.outcome.Signature
	if !e.source.Has(StatementFile) {
		e.unsigned()
		return nil
	}
	document, err := e.source.Read(StatementFile)
	if err != nil {
		return err
	}
	e.outcome.Integrity.Refusals = append(e.outcome.Integrity.Refusals, FindSecrets(StatementFile, document, e.verifier.Secrets)...)
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
	if err := e.statement(signed, signer); err != nil {
		return err
	}
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
func (e *examination) statement(signed *signedStatement, signer signing.Public) error {
	e.signed, e.certified = true, signed.statement.Predicate.Ours.Certified
	integrity, verdicts := &e.outcome.Integrity, &e.outcome.Verdicts
	if digest := Digest(e.document); e.document != nil && signed.manifestDigest() != digest {
		integrity.refuse(refusal.ManifestDigest, ManifestFile, fmt.Sprintf("its digest is %s; the statement is about %s", digest, shown(signed.manifestDigest())))
		integrity.conclude("", "the files are not those that were signed for")
		return nil // all else in the statement is about that other manifest
	}
	if e.manifest == nil || e.report == nil {
		return nil
	}
	if short := Shortfalls(*e.manifest, *e.report); e.certified && len(short) > 0 {
		verdicts.refuse(refusal.CertificateFalse, StatementFile, "it certifies the run, and "+short[0])
		verdicts.conclude("", "the statement certifies a run that does not")
		return nil
	}
	expected, err := newStatement(e.document, *e.manifest, *e.report, signer, e.certified)
	if err != nil {
		return fmt.Errorf("make the statement again: %w", err)
	}
	if !bytes.Equal(expected, signed.payload) {
		verdicts.refuse(refusal.StatementInvalid, StatementFile, "it says other things of the run than the manifest and the report")
		verdicts.conclude("", "the statement says other things of the run than the manifest and the report")
	}
	return nil
}

// check says of each signature whether it is valid and whose it is.
func (t Trust) check(signed *signedStatement, signer signing.Public) []Signature {
	message := signed.message()
	var checked []Signature
	for k, signature := range signed.envelope.Signatures {
		checked = append(checked, t.checkOne(signature.KeyID, message, signed.signatures[k], signer))
	}
	return checked
}

func (t Trust) checkOne(keyID string, message, signature []byte, signer signing.Public) Signature {
	checked := Signature{KeyID: shownID(keyID), Attribution: Unverified}
	attribute := func(keys []signing.Public, named bool, whose Attribution) bool {
		for _, key := range keys {
			if named && key.ID != keyID {
				continue
			}
			checked.Fingerprint, checked.Attribution, checked.Valid = key.Fingerprint(), whose, key.Verify(message, signature)
			if checked.Valid {
				return true
			}
		}
		return false
	}
	// A pinned key is known by itself, a published one by its id. What the
	// evidence says of its signer is asked last, for it attributes nothing.
	if attribute(t.Pinned, false, Pinned) {
		return checked
	}
	checked.Fingerprint, checked.Attribution = "", Unverified
	if attribute(t.Discovery, true, Published) || checked.Attribution == Published {
		return checked
	}
	attribute([]signing.Public{signer}, true, Nobody)
	return checked
}

// conclude says whose the signatures are, all together.
func (t Trust) conclude(answer *Answer, signatures []Signature) {
	whose := map[Attribution]string{}
	for _, signature := range signatures {
		switch {
		case signature.Attribution != Unverified && !signature.Valid:
			answer.refuse(refusal.SignatureInvalid, StatementFile, "the key "+signature.KeyID+" did not make the signature that names it")
		default:
			whose[signature.Attribution] = signature.KeyID
		}
	}
	_, pinned := whose[Pinned]
	if len(t.Pinned) > 0 && !pinned && len(answer.Refusals) == 0 {
		answer.refuse(refusal.KeyNotPinned, StatementFile, "no signature is by a key that was pinned; it is signed by "+named(signatures))
	}
	answer.conclude("", "")
	_, published := whose[Published]
	switch {
	case answer.Holds == No:
		answer.Says = "the signature is not accepted"
	case pinned:
		answer.Says = "the signature is valid, by the pinned key " + whose[Pinned]
	case published:
		answer.Says = "the signature is valid, by the key " + whose[Published] + " of the discovery document given"
	default:
		t.unattributed(answer, signatures)
	}
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

func named(signatures []Signature) string {
	text := ""
	for k, signature := range signatures {
		if k > 0 {
			text += ", "
		}
		text += signature.KeyID
	}
	return text
}

// shownID makes a key id that somebody else chose fit for a message.
func shownID(id string) string {
	if signing.CheckID(id) == nil {
		return id
	}
	return shown(id)
}
