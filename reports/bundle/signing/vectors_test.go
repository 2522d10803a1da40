package signing_test

import (
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/signing"
)

// vectors is fixtures/vectors/ed25519.json.
type vectors struct {
	RFC8032 []struct {
		signed
		PKCS8  []byte `json:"pkcs8_der_b64"`
		SPKI   []byte `json:"spki_der_b64"`
		B64URL string `json:"public_key_b64url"`
	}
	Cases []struct {
		signed
		Expect, Strict, Reason string
	}
	Canonical []struct {
		signed
		Expect, Input, Canonical string
	} `json:"jcs_ed25519"`
}

type signed struct {
	Name      string
	PublicKey hexBytes `json:"public_key_hex"`
	Message   hexBytes `json:"message_hex"`
	Signature hexBytes `json:"signature_hex"`
}

// verifies reads the key as the product does and verifies with it.
func (s signed) verifies(message []byte) bool {
	key, err := signing.NewPublic("", s.PublicKey)
	return err == nil && key.Verify(message, s.Signature)
}

type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	*b = raw
	return err
}

// readVectors reads all cases and makes sure that none was lost.
func readVectors(t testing.TB) vectors {
	t.Helper()
	text, err := os.ReadFile("../../../fixtures/vectors/ed25519.json")
	if err != nil {
		t.Fatal(err)
	}
	var all vectors
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	counts := []int{len(all.RFC8032), len(all.Cases), len(all.Canonical)}
	if diff := cmp.Diff([]int{3, 44, 14}, counts); diff != "" {
		t.Fatalf("number of cases (-want +got):\n%s", diff)
	}
	return all
}

// TestVectorsOfRFC8032 takes each key through every form that is read and
// written.
func TestVectorsOfRFC8032(t *testing.T) {
	for _, vector := range readVectors(t).RFC8032 {
		t.Run(vector.Name, func(t *testing.T) {
			private, err := signing.ReadPrivate(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: vector.PKCS8}))
			if err != nil {
				t.Fatal(err)
			}
			public, err := signing.ReadPublic(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: vector.SPKI}))
			if err != nil || len(public) != 1 {
				t.Fatalf("%d keys, %v", len(public), err)
			}
			entry, err := signing.ReadPublic([]byte(`{"keyId":"k","alg":"ed25519","publicKey":"` + vector.B64URL + `"}`))
			if err != nil || len(entry) != 1 {
				t.Fatalf("%d keys, %v", len(entry), err)
			}
			if !public[0].Equal(private.Public()) || !public[0].Equal(entry[0]) || public[0].ID != private.ID() {
				t.Error("the forms of the key differ")
			}
			if diff := cmp.Diff([]byte(vector.PublicKey), public[0].Raw()); diff != "" {
				t.Errorf("raw key (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]byte(vector.Signature), private.Sign(vector.Message)); diff != "" {
				t.Errorf("signature (-want +got):\n%s", diff)
			}
			if !vector.verifies(vector.Message) {
				t.Error("the signature does not verify")
			}
		})
	}
}

// TestVectorsOfRefusals takes the strict reading where a case leaves the choice.
func TestVectorsOfRefusals(t *testing.T) {
	badKey := map[string]bool{"bad-public-key": true, "small-order-key": true, "non-canonical-key": true}
	policies := 0
	for _, vector := range readVectors(t).Cases {
		t.Run(vector.Name, func(t *testing.T) {
			expect := vector.Expect
			if expect == "policy" {
				policies++
				expect = vector.Strict
			}
			if expect != "reject" {
				t.Fatalf("the case expects %q", expect)
			}
			if vector.verifies(vector.Message) {
				t.Errorf("accepted, though %s", vector.Reason)
			}
			if _, err := signing.NewPublic("", vector.PublicKey); badKey[vector.Reason] && err == nil {
				t.Errorf("the key is read, though %s", vector.Reason)
			}
		})
	}
	if policies != 3 {
		t.Errorf("%d cases leave the choice, want 3", policies)
	}
}

func TestVectorsOfSignedDocuments(t *testing.T) {
	for _, vector := range readVectors(t).Canonical {
		t.Run(vector.Name, func(t *testing.T) {
			form, err := canonical.Canonical([]byte(vector.Input))
			if err != nil || string(form) != vector.Canonical {
				t.Fatalf("form %q, %v, want %q", form, err, vector.Canonical)
			}
			if got, want := vector.verifies(form), vector.Expect == "accept"; got != want {
				t.Errorf("verified %v, but the case expects %s", got, vector.Expect)
			}
		})
	}
}
