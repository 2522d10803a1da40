package published_test

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base64"
	"math/big"
	"slices"
	"testing"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// A host that hides its own second signature makes it with another nonce, under
// another id and without publishing a key: then it shows only by the key that
// made the first.
func TestSecondSignatureOfTheSameKeyWithAnotherNonce(t *testing.T) {
	d := newDraft(t)
	delete(d.object("discovery"), "document")
	d.profile()["evidenceTier"] = "independent"
	message := compact(t, map[string]any{
		"witnessSha256": d.root["witnessSha256"], "host.build": d.object("host")["build"],
		"suite.version": d.object("suite")["version"], "discovery.sha256": d.object("discovery")["sha256"],
	})
	sig := signWithNonce(hostKey(), message, big.NewInt(12345))
	text := base64.RawURLEncoding.EncodeToString(sig)
	if !ed25519.Verify(hostKey().raw(), message, sig) || text == d.object("signature")["sig"] {
		t.Fatal("no second signature of the key")
	}
	d.root["verifierSignature"] = map[string]any{"alg": "ed25519", "keyId": "verifier-1", "sig": text}
	outcome := published.Check(d.read(), published.Given{Pinned: []signing.Public{hostKey().public(t)}})
	if !slices.Equal(names(outcome.Refusals), []refusal.Name{refusal.IndependentSelfSigned}) {
		t.Errorf("refusals %v, %+v", outcome.Refusals, outcome.VerifierSignature)
	}
}

// signWithNonce is RFC 8032 §5.1.6 with a nonce that the caller chooses.
func signWithNonce(key key, message []byte, nonce *big.Int) []byte {
	hashed := sha512.Sum512(key.private.Seed())
	hashed[0] &= 248
	hashed[31] = hashed[31]&127 | 64
	commitment := encodePoint(timesBase(nonce))
	challenge := sha512.Sum512(slices.Concat(commitment, key.raw(), message))
	order, _ := new(big.Int).SetString("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16)
	s := new(big.Int).Mul(little(challenge[:]), little(hashed[:32]))
	s.Add(s, nonce).Mod(s, order)
	return append(commitment, littleBytes(s)...)
}

func little(text []byte) *big.Int {
	turned := slices.Clone(text)
	slices.Reverse(turned)
	return new(big.Int).SetBytes(turned)
}

func littleBytes(value *big.Int) []byte {
	text := value.FillBytes(make([]byte, 32))
	slices.Reverse(text)
	return text
}

func encodePoint(x, y *big.Int) []byte {
	text := littleBytes(y)
	text[31] |= byte(x.Bit(0)) << 7
	return text
}

// timesBase multiplies the base point of edwards25519 (RFC 8032 §5.1).
func timesBase(factor *big.Int) (x, y *big.Int) {
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	over := func(a, b int64) *big.Int {
		return new(big.Int).Mod(new(big.Int).Mul(big.NewInt(a), new(big.Int).ModInverse(big.NewInt(b), p)), p)
	}
	d := over(-121665, 121666)
	mul := func(values ...*big.Int) *big.Int {
		product := big.NewInt(1)
		for _, value := range values {
			product.Mul(product, value).Mod(product, p)
		}
		return product
	}
	add := func(x1, y1, x2, y2 *big.Int) (*big.Int, *big.Int) {
		one, dxy := big.NewInt(1), mul(d, x1, x2, y1, y2)
		x := mul(new(big.Int).Add(mul(x1, y2), mul(x2, y1)), new(big.Int).ModInverse(new(big.Int).Add(one, dxy), p))
		below := new(big.Int).Mod(new(big.Int).Sub(one, dxy), p)
		return x, mul(new(big.Int).Add(mul(y1, y2), mul(x1, x2)), new(big.Int).ModInverse(below, p))
	}
	baseX, _ := new(big.Int).SetString("15112221349535400772501151409588531511454012693041857206046113283949847762202", 10)
	baseY := over(4, 5)
	x, y = big.NewInt(0), big.NewInt(1)
	for i := factor.BitLen() - 1; i >= 0; i-- {
		x, y = add(x, y, x, y)
		if factor.Bit(i) == 1 {
			x, y = add(x, y, baseX, baseY)
		}
	}
	return x, y
}
