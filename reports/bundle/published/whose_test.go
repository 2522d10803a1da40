package published_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// answer is what Check says of who signed.
type answer struct {
	State      published.State
	By         published.Source
	Attributed bool
	Reason     refusal.Name // the one refusal, or why nobody is named
	Refused    bool
}

func answerOf(t *testing.T, outcome published.Outcome) answer {
	t.Helper()
	got := answer{State: outcome.Signature.State, By: outcome.Signature.By, Attributed: outcome.Attributed, Refused: outcome.Refused()}
	reasons := names(slices.Concat(outcome.Refusals, outcome.Unattributed))
	if len(reasons) > 1 {
		t.Fatalf("more than one reason: %v, %v", outcome.Refusals, outcome.Unattributed)
	}
	if len(reasons) == 1 {
		got.Reason = reasons[0]
	}
	return got
}

// TestWhoseSignatureItIs goes through what a verifier may give and what a bundle
// may carry. The three outcomes about the key stay apart in all of it.
func TestWhoseSignatureItIs(t *testing.T) {
	valid, invalid, unknown := published.Valid, published.Invalid, published.NotCheckable
	host, foreign := hostKey(), foreignKey()
	pin := func(keys ...key) published.Given {
		var given published.Given
		for _, key := range keys {
			given.Pinned = append(given.Pinned, key.public(t))
		}
		return given
	}
	discovery := func(keys ...key) published.Given {
		return published.Given{Discovery: compact(t, discoveryOf(keys...))}
	}
	both := func(pinned, found published.Given) published.Given {
		return published.Given{Pinned: pinned.Pinned, Discovery: found.Discovery}
	}
	keep := func(*draft) {}
	noDocument := func(d *draft) { delete(d.object("discovery"), "document") }
	embed := func(keys ...key) func(*draft) {
		return func(d *draft) {
			d.object("discovery")["document"] = discoveryOf(keys...)
			d.seal()
		}
	}
	signedBy := func(key key, embedded ...key) func(*draft) {
		return func(d *draft) {
			embed(embedded...)(d)
			d.signWith(key)
		}
	}
	damaged := func(then func(*draft)) func(*draft) {
		return func(d *draft) {
			then(d)
			sig := d.object("signature")["sig"].(string)
			flipped := "A"
			if sig[0] == 'A' {
				flipped = "B"
			}
			d.object("signature")["sig"] = flipped + sig[1:]
		}
	}
	for _, test := range []struct {
		name  string
		edit  func(*draft)
		given published.Given
		want  answer
	}{
		{"nothing given, the key embedded", keep, published.Given{}, answer{valid, published.Embedded, false, refusal.NoDiscovery, false}},
		{"nothing given, nothing embedded", noDocument, published.Given{}, answer{unknown, published.Nobody, false, refusal.NoDiscovery, false}},
		{"nothing given, another key embedded", embed(foreign), published.Given{}, answer{unknown, published.Nobody, false, refusal.KeyNotPublished, false}},
		{"nothing given, another key embedded under the id", embed(keyOf("host-1", "foreign")), published.Given{}, answer{invalid, published.Embedded, false, refusal.SignatureInvalid, true}},
		{"nothing given, a damaged signature", damaged(keep), published.Given{}, answer{invalid, published.Embedded, false, refusal.SignatureInvalid, true}},
		{"nothing given, a damaged signature that nothing can check", damaged(noDocument), published.Given{}, answer{unknown, published.Nobody, false, refusal.NoDiscovery, false}},

		{"the document given publishes the key", keep, discovery(host), answer{valid, published.Published, true, "", false}},
		{"the same, nothing embedded", noDocument, discovery(host), answer{valid, published.Published, true, "", false}},
		{"it publishes it among others", keep, discovery(foreign, host), answer{valid, published.Published, true, "", false}},
		{"it publishes it second under the id", keep, discovery(keyOf("host-1", "foreign"), host), answer{valid, published.Published, true, "", false}},
		{"it publishes another key", keep, discovery(foreign), answer{valid, published.Embedded, false, refusal.KeyNotPublished, false}},
		{"it publishes no key", keep, discovery(), answer{valid, published.Embedded, false, refusal.KeyNotPublished, false}},
		{"it publishes no key, nothing embedded", noDocument, discovery(), answer{unknown, published.Nobody, false, refusal.KeyNotPublished, false}},
		{"it publishes another key under the id", keep, discovery(keyOf("host-1", "foreign")), answer{invalid, published.Published, false, refusal.SignatureInvalid, true}},
		{"the key under another id", keep, discovery(keyOf("host-9", "host")), answer{valid, published.Embedded, false, refusal.KeyNotPublished, false}},
		{"it says nothing of keys", keep, published.Given{Discovery: []byte(`{"implementation":{"name":"some-host"}}`)}, answer{valid, published.Embedded, false, refusal.KeyNotPublished, false}},
		{"it is a page", keep, published.Given{Discovery: []byte("<!doctype html>")}, answer{valid, published.Embedded, false, refusal.NoDiscovery, false}},
		{"it is empty", keep, published.Given{Discovery: []byte{}}, answer{valid, published.Embedded, false, refusal.NoDiscovery, false}},
		{"its keys are no list", keep, published.Given{Discovery: []byte(`{"signingKeys":{}}`)}, answer{valid, published.Embedded, false, refusal.NoDiscovery, false}},
		{"it names one twice", keep, published.Given{Discovery: []byte(`{"signingKeys":[],"signingKeys":[]}`)}, answer{valid, published.Embedded, false, refusal.NoDiscovery, false}},

		{"the key pinned", keep, pin(host), answer{valid, published.Pinned, true, "", false}},
		{"the key pinned under another id", keep, pin(keyOf("", "host")), answer{valid, published.Pinned, true, "", false}},
		{"the key pinned among others", noDocument, pin(foreign, host), answer{valid, published.Pinned, true, "", false}},
		{"another key pinned", keep, pin(foreign), answer{valid, published.Embedded, false, refusal.KeyNotPinned, true}},
		{"another key pinned, nothing embedded", noDocument, pin(foreign), answer{unknown, published.Nobody, false, refusal.KeyNotPinned, true}},
		{"another key pinned, the right one published", keep, both(pin(foreign), discovery(host)), answer{valid, published.Published, false, refusal.KeyNotPinned, true}},
		{"another key pinned under the id, own key embedded", keep, pin(keyOf("host-1", "foreign")), answer{valid, published.Embedded, false, refusal.KeyNotPinned, true}},
		{"another key pinned under the id, nothing embedded", noDocument, pin(keyOf("host-1", "foreign")), answer{invalid, published.Pinned, false, refusal.SignatureInvalid, true}},
		{"the key pinned, a damaged signature", damaged(keep), pin(host), answer{invalid, published.Embedded, false, refusal.SignatureInvalid, true}},
		{"the key pinned, a damaged signature, nothing embedded", damaged(noDocument), pin(host), answer{invalid, published.Pinned, false, refusal.SignatureInvalid, true}},
		{"the key pinned, not published", keep, both(pin(host), discovery(foreign)), answer{valid, published.Pinned, true, "", false}},
		{"signed anew with an own key embedded, the host's pinned", signedBy(foreign, foreign), pin(host), answer{valid, published.Embedded, false, refusal.KeyNotPinned, true}},
		{"signed anew with an own key embedded, the host's published", signedBy(foreign, foreign), discovery(host), answer{valid, published.Embedded, false, refusal.KeyNotPublished, false}},
		{"signed anew with an own key, nothing given", signedBy(foreign, host), published.Given{}, answer{unknown, published.Nobody, false, refusal.KeyNotPublished, false}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDraft(t)
			test.edit(d)
			got := answerOf(t, published.Check(d.read(), test.given))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// A document in the bundle that is not the one it gives the digest of is not
// looked in: its keys are anybody's.
func TestEmbeddedDocumentCountsOnlyWithItsDigest(t *testing.T) {
	own := keyOf("host-1", "foreign")
	d := newDraft(t)
	d.object("discovery")["document"] = discoveryOf(own)
	d.signWith(own)
	outcome := published.Check(d.read(), published.Given{})
	if outcome.Signature.State != published.NotCheckable || outcome.Integrity.Discovery != published.Differs {
		t.Errorf("%+v, %+v", outcome.Signature, outcome.Integrity)
	}
	if got := names(slices.Concat(outcome.Refusals, outcome.Unattributed)); !slices.Equal(got, []refusal.Name{refusal.DiscoveryDigest, refusal.NoDiscovery}) {
		t.Errorf("%v, %v", outcome.Refusals, outcome.Unattributed)
	}
}

// nextCharacter gives a character of base64url that begins with the same four
// bits as A, E, I … do, and ends in others.
func nextCharacter(c string) string { return string(c[0] + 1) }

// A key that is published but cannot verify anything is as good as none.
func TestUnusableKeysVerifyNothing(t *testing.T) {
	small := base64.RawURLEncoding.EncodeToString(append([]byte{1}, make([]byte, 31)...))
	sound := base64.RawURLEncoding.EncodeToString(hostKey().raw())
	for _, test := range []struct{ name, alg, publicKey, want string }{
		{"another algorithm", "rsa", sound, `its alg is "rsa"`},
		{"no algorithm", "", sound, `its alg is ""`},
		{"a key of small order", "ed25519", small, "small order"},
		{"a key cut short", "ed25519", base64.RawURLEncoding.EncodeToString(hostKey().raw()[:31]), "31 bytes"},
		{"bits behind the key", "ed25519", sound[:42] + nextCharacter(sound[42:]), "base64url"},
		{"padding", "ed25519", sound + "=", "base64url"},
		{"base64 that is not base64url", "ed25519", "+" + sound[1:], "base64url"},
		{"nothing", "ed25519", "", "0 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDraft(t)
			delete(d.object("discovery"), "document")
			entry := map[string]any{"keyId": "host-1", "alg": test.alg, "publicKey": test.publicKey}
			given := published.Given{Discovery: compact(t, map[string]any{"signingKeys": []any{entry, 1, nil}})}
			outcome := published.Check(d.read(), given)
			got := answerOf(t, outcome)
			if diff := cmp.Diff(answer{published.NotCheckable, published.Nobody, false, refusal.KeyNotPublished, false}, got); diff != "" {
				t.Fatalf("answer (-want +got):\n%s", diff)
			}
			if detail := outcome.Unattributed[0].Detail; !strings.Contains(detail, test.want) {
				t.Errorf("detail %q, want %q", detail, test.want)
			}
		})
	}
}

// The bound on keys does not hide a key: a document beyond it is not looked in.
func TestTooManyKeysAreNotLookedAt(t *testing.T) {
	keys := make([]key, 257)
	for i := range keys {
		keys[i] = hostKey()
	}
	d := newDraft(t)
	delete(d.object("discovery"), "document")
	for _, test := range []struct {
		count int
		want  answer
	}{
		{256, answer{published.Valid, published.Published, true, "", false}},
		{257, answer{published.NotCheckable, published.Nobody, false, refusal.NoDiscovery, false}},
	} {
		given := published.Given{Discovery: compact(t, discoveryOf(keys[:test.count]...))}
		if diff := cmp.Diff(test.want, answerOf(t, published.Check(d.read(), given))); diff != "" {
			t.Errorf("%d keys (-want +got):\n%s", test.count, diff)
		}
	}
}

// TestSecondPartySignature is about bundles that claim independent evidence.
func TestSecondPartySignature(t *testing.T) {
	party := verifierKey()
	discovery := compact(t, discoveryOf(hostKey()))
	damage := func(d *draft) {
		d.countersignWith(party)
		d.object("verifierSignature")["sig"] = d.signature(foreignKey())
	}
	sign := func(d *draft) { d.countersignWith(party) }
	for _, test := range []struct {
		name       string
		edit       func(*draft)
		pinned     []signing.Public
		discovery  []byte
		state      published.State
		attributed bool
		refused    []refusal.Name
	}{
		{"nobody's key given", sign, nil, discovery, published.NotCheckable, true, nil},
		{"the party's key pinned", sign, []signing.Public{party.public(t)}, nil, published.Valid, true, nil},
		{"pinned under another id", sign, []signing.Public{keyOf("", "verifier").public(t)}, nil, published.Valid, true, nil},
		{"both keys pinned", sign, []signing.Public{hostKey().public(t), party.public(t)}, nil, published.Valid, true, nil},
		{"the host's key alone pinned", sign, []signing.Public{hostKey().public(t)}, nil, published.NotCheckable, true, nil},
		{"a damaged signature, the party's key pinned", damage, []signing.Public{hostKey().public(t), party.public(t)}, nil, published.Invalid, true, []refusal.Name{refusal.VerifierSignatureInvalid}},
		{"a damaged signature, nobody's key given", damage, nil, discovery, published.NotCheckable, true, nil},
		{"the host signs for both, its key pinned as the party's", func(d *draft) {
			delete(d.object("discovery"), "document")
			d.countersignWith(keyOf("verifier-1", "host"))
		}, []signing.Public{keyOf("verifier-1", "host").public(t)}, nil, published.NotCheckable, true, []refusal.Name{refusal.IndependentSelfSigned}},
		{"the host's signature once more, no key known", func(d *draft) {
			delete(d.object("discovery"), "document")
			d.countersignWith(keyOf("verifier-1", "host"))
		}, nil, nil, published.NotCheckable, false, []refusal.Name{refusal.IndependentSelfSigned}},
		{"by a key that only the document given publishes", func(d *draft) {
			delete(d.object("discovery"), "document")
			d.countersignWith(keyOf("verifier-1", "host's second"))
		}, nil, compact(t, discoveryOf(hostKey(), keyOf("host-2", "host's second"))), published.NotCheckable, true, []refusal.Name{refusal.IndependentSelfSigned}},
		{"in the name of the host's key, no key known", func(d *draft) {
			delete(d.object("discovery"), "document")
			d.countersignWith(keyOf("host-1", "verifier"))
		}, nil, nil, published.NotCheckable, false, []refusal.Name{refusal.IndependentSelfSigned}},
		{"in the name of a key that only the document given publishes", func(d *draft) { d.countersignWith(keyOf("host-2", "verifier")) },
			nil, compact(t, discoveryOf(hostKey(), keyOf("host-2", "host's second"))), published.NotCheckable, true, []refusal.Name{refusal.IndependentSelfSigned}},
		{"in the name of a key that only the bundle's document publishes", func(d *draft) {
			d.object("discovery")["document"] = discoveryOf(hostKey(), keyOf("host-2", "host's second"))
			d.seal()
			d.countersignWith(keyOf("host-2", "verifier"))
		}, []signing.Public{hostKey().public(t), verifierKey().public(t)}, nil, published.NotCheckable, true, []refusal.Name{refusal.IndependentSelfSigned}},
		{"by the party, but not over these rows", func(d *draft) {
			d.countersignWith(party)
			d.row("some.fails")["detail"] = "changed"
			d.seal()
		}, []signing.Public{hostKey().public(t), party.public(t)}, nil, published.Invalid, true, []refusal.Name{refusal.VerifierSignatureInvalid}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDraft(t)
			d.profile()["evidenceTier"] = "independent"
			test.edit(d)
			outcome := published.Check(d.read(), published.Given{Pinned: test.pinned, Discovery: test.discovery})
			if outcome.VerifierSignature.State != test.state || outcome.Attributed != test.attributed {
				t.Errorf("%+v, attributed %v", outcome.VerifierSignature, outcome.Attributed)
			}
			if diff := cmp.Diff(test.refused, names(outcome.Refusals)); diff != "" {
				t.Errorf("refusals (-want +got):\n%s%v", diff, outcome.Refusals)
			}
			unchecked := strings.Contains(strings.Join(outcome.Notices, "\n"), "verifier-1 was not checked")
			if want := test.state == published.NotCheckable && test.refused == nil; unchecked != want {
				t.Errorf("told that it was not checked: %v, want %v: %q", unchecked, want, outcome.Notices)
			}
		})
	}
}

// Where no independent evidence is claimed, the host's own second signature is
// told and not refused: no rule forbids it.
func TestHostsSecondSignatureBesideOwnEvidence(t *testing.T) {
	d := newDraft(t)
	d.countersignWith(hostKey())
	outcome := published.Check(d.read(), published.Given{Pinned: []signing.Public{hostKey().public(t)}})
	if outcome.Refused() || outcome.VerifierSignature.State == published.Valid {
		t.Fatalf("%+v", outcome)
	}
	if !strings.Contains(strings.Join(outcome.Notices, "\n"), "stands for no second party") {
		t.Errorf("notices %q", outcome.Notices)
	}
}
