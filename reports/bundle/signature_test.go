package bundle

import (
	"strings"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

func generate(t *testing.T, id string) signing.Private {
	t.Helper()
	key, err := signing.Generate(id)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestWhoseASignatureIs tries every way in which the keys of a verifier and the
// signatures of a statement can stand to each other.
func TestWhoseASignatureIs(t *testing.T) {
	first, second, stranger := generate(t, "first"), generate(t, "second"), generate(t, "stranger")
	impostor := generate(t, "first") // the id of another
	renamed, err := signing.NewPublic("renamed", first.Public().Raw())
	if err != nil {
		t.Fatal(err)
	}
	public := func(keys ...signing.Private) []signing.Public {
		var halves []signing.Public
		for _, key := range keys {
			halves = append(halves, key.Public())
		}
		return halves
	}
	type signature struct {
		id  string
		key signing.Private
		bad bool
	}
	signed := func(key signing.Private) signature { return signature{id: key.ID(), key: key} }
	for name, test := range map[string]struct {
		trust      Trust
		signatures []signature
		holds      string
		says       string
		refusal    refusal.Name // or notice
	}{
		"nothing given":              {Trust{}, []signature{signed(first)}, Unknown, "nothing that was given", refusal.NoDiscovery},
		"pinned":                     {Trust{Pinned: public(first)}, []signature{signed(first)}, Yes, "the pinned key first", ""},
		"pinned under another id":    {Trust{Pinned: []signing.Public{renamed}}, []signature{signed(first)}, Yes, "the pinned key renamed", ""},
		"signed under another id":    {Trust{Pinned: public(first)}, []signature{{id: "renamed", key: first}}, No, "not accepted", refusal.SignatureInvalid},
		"second under another id":    {Trust{Pinned: public(second)}, []signature{signed(first), {id: "renamed", key: second}}, Yes, "the pinned key second", ""},
		"only the second left":       {Trust{Pinned: public(second)}, []signature{signed(second)}, No, "not accepted", refusal.SignatureInvalid},
		"another pinned":             {Trust{Pinned: public(second)}, []signature{signed(first)}, No, "not accepted", refusal.KeyNotPinned},
		"one of two pinned":          {Trust{Pinned: public(stranger, first)}, []signature{signed(first)}, Yes, "the pinned key first", ""},
		"its id pinned, not its key": {Trust{Pinned: public(impostor)}, []signature{signed(first)}, No, "not accepted", refusal.KeyNotPinned},
		"published":                  {Trust{Discovery: public(first), Looked: true}, []signature{signed(first)}, Yes, "the key first of the discovery", ""},
		"not published":              {Trust{Discovery: public(second), Looked: true}, []signature{signed(first)}, Unknown, "nothing that was given", refusal.KeyNotPublished},
		"none published":             {Trust{Looked: true}, []signature{signed(first)}, Unknown, "nothing that was given", refusal.KeyNotPublished},
		"another under its id":       {Trust{Discovery: public(impostor), Looked: true}, []signature{signed(first)}, No, "not accepted", refusal.SignatureInvalid},
		"damaged":                    {Trust{}, []signature{{id: "first", key: first, bad: true}}, No, "not accepted", refusal.SignatureInvalid},
		"damaged, pinned":            {Trust{Pinned: public(first)}, []signature{{id: "first", key: first, bad: true}}, No, "not accepted", refusal.SignatureInvalid},
		"by an impostor":             {Trust{}, []signature{{id: "first", key: impostor}}, No, "not accepted", refusal.SignatureInvalid},
		"by an impostor, pinned":     {Trust{Pinned: public(first)}, []signature{{id: "first", key: impostor}}, No, "not accepted", refusal.SignatureInvalid},
		"countersigned":              {Trust{Pinned: public(second)}, []signature{signed(first), signed(second)}, Yes, "the pinned key second", ""},
		"both pinned":                {Trust{Pinned: public(first, second)}, []signature{signed(first), signed(second)}, Yes, "the pinned keys first, second", ""},
		"second damaged, both pinned": {Trust{Pinned: public(first, second)},
			[]signature{signed(first), {id: "second", key: second, bad: true}}, No, "not accepted", refusal.SignatureInvalid},
		"second of nobody known": {Trust{Pinned: public(first)}, []signature{signed(first), signed(stranger)}, Yes, "the pinned key first", ""},
	} {
		t.Run(name, func(t *testing.T) {
			statement := &signedStatement{envelope: &dsse.Envelope{PayloadType: PayloadType}, payload: []byte("{}")}
			for _, wanted := range test.signatures {
				raw := wanted.key.Sign(statement.message())
				if wanted.bad {
					raw[0] ^= 1
				}
				statement.envelope.Signatures = append(statement.envelope.Signatures, dsse.Signature{KeyID: wanted.id})
				statement.signatures = append(statement.signatures, raw)
			}
			var answer Answer
			test.trust.conclude(&answer, test.trust.check(statement, first.Public()))
			if answer.Holds != test.holds || !strings.Contains(answer.Says, test.says) {
				t.Errorf("the answer is %s: %s; want %s: …%s…", answer.Holds, answer.Says, test.holds, test.says)
			}
			told := append(answer.Refusals, answer.Notices...)
			if test.refusal == "" && len(told) > 0 || test.refusal != "" && (len(told) != 1 || told[0].Name != test.refusal) {
				t.Errorf("told %v, want %q", told, test.refusal)
			}
		})
	}
}
