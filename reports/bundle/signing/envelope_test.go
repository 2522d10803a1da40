package signing_test

import (
	"encoding/base64"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports/bundle/signing"
)

const payloadType = "application/vnd.in-toto+json"

func TestEnvelopeIsSignedAndVerified(t *testing.T) {
	key, other := generate(t, "acme"), generate(t, "other")
	envelope := seal(t, []byte(`{"a":1}`), key, other)
	if envelope.Signatures[0].KeyID != "acme" || envelope.Signatures[1].KeyID != "other" {
		t.Errorf("key ids %q and %q", envelope.Signatures[0].KeyID, envelope.Signatures[1].KeyID)
	}
	for _, who := range []signing.Private{key, other} {
		accepted, body, err := verify(t, envelope, who.Public())
		if err != nil || len(accepted) != 1 || accepted[0].KeyID != who.ID() || string(body) != `{"a":1}` {
			t.Errorf("%v: accepted %v, body %q, %v", who, accepted, body, err)
		}
	}
	if accepted, _, err := verify(t, envelope, generate(t, "acme").Public()); err == nil {
		t.Errorf("another key of the same id: accepted %v", accepted)
	}
}

// TestEnvelopeIsOverTheEncoding pins what is signed to the pre-authentication
// encoding, so that whoever has the raw key can verify without the library.
func TestEnvelopeIsOverTheEncoding(t *testing.T) {
	key := generate(t, "acme")
	envelope := seal(t, []byte("hello"), key)
	signature, err := base64.StdEncoding.DecodeString(envelope.Signatures[0].Sig)
	if err != nil {
		t.Fatal(err)
	}
	if !key.Public().Verify([]byte("DSSEv1 28 application/vnd.in-toto+json 5 hello"), signature) {
		t.Error("the signature is not over the encoding")
	}
}

func TestDamagedEnvelopeIsRefused(t *testing.T) {
	key := generate(t, "acme")
	for name, damage := range map[string]func(*dsse.Envelope){
		"payload":      func(e *dsse.Envelope) { e.Payload = base64.StdEncoding.EncodeToString([]byte("hellp")) },
		"payload type": func(e *dsse.Envelope) { e.PayloadType = "text/plain" },
		"signature":    func(e *dsse.Envelope) { e.Signatures[0].Sig = base64.StdEncoding.EncodeToString(make([]byte, 64)) },
		"too short":    func(e *dsse.Envelope) { e.Signatures[0].Sig = "AAAA" },
		"no signature": func(e *dsse.Envelope) { e.Signatures = nil },
	} {
		t.Run(name, func(t *testing.T) {
			envelope := seal(t, []byte("hello"), key)
			damage(envelope)
			if accepted, _, err := verify(t, envelope, key.Public()); err == nil {
				t.Errorf("accepted %v", accepted)
			}
		})
	}
}

// TestEnvelopeVerifierBelievesTheKeyID pins the two habits of the library for
// which Verifier says to verify with Public.Verify: the unsigned key id decides
// which keys are tried, and one unreadable signature hides the others.
func TestEnvelopeVerifierBelievesTheKeyID(t *testing.T) {
	key := generate(t, "acme")
	envelope := seal(t, []byte("hello"), key)
	envelope.Signatures[0].KeyID = "other"
	if accepted, _, err := verify(t, envelope, key.Public()); err == nil {
		t.Errorf("a good signature under another id: accepted %v", accepted)
	}
	envelope = seal(t, []byte("hello"), key)
	envelope.Signatures = append(envelope.Signatures, dsse.Signature{KeyID: "other", Sig: "!"})
	if accepted, _, err := verify(t, envelope, key.Public()); err == nil {
		t.Errorf("a good signature beside an unreadable one: accepted %v", accepted)
	}
}

func seal(t *testing.T, payload []byte, keys ...signing.Private) *dsse.Envelope {
	t.Helper()
	var signers []dsse.Signer
	for _, key := range keys {
		signers = append(signers, key.Signer())
	}
	signer, err := dsse.NewEnvelopeSigner(signers...)
	if err != nil {
		t.Fatal(err)
	}
	envelope, err := signer.SignPayload(t.Context(), payloadType, payload)
	if err != nil {
		t.Fatal(err)
	}
	return envelope
}

func verify(t *testing.T, envelope *dsse.Envelope, key signing.Public) ([]dsse.AcceptedKey, []byte, error) {
	t.Helper()
	verifier, err := dsse.NewEnvelopeVerifier(key.Verifier())
	if err != nil {
		t.Fatal(err)
	}
	return verifier.VerifyAndDecode(t.Context(), envelope)
}
