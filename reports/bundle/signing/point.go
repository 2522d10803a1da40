package signing

import (
	"errors"
	"math/big"
	"slices"
)

// The reasons why 32 bytes are no public key that signatures can be held to.
var (
	errNotCanonical = errors.New("the public key is not written the canonical way (RFC 8032 §5.1.2)")
	errNotOnCurve   = errors.New("the public key is no point of the curve")
	errSmallOrder   = errors.New("the public key has small order, so that one signature under it fits many messages")
)

// curve is edwards25519 (RFC 8032 §5.1). It serves to look at public keys when
// they are read; signing and verifying are crypto/ed25519's. Nothing here is
// secret, so nothing takes constant time.
type curve struct{ p, d *big.Int }

type point struct{ x, y *big.Int }

func edwards25519() curve {
	p := new(big.Int).Lsh(big.NewInt(1), 255)
	p.Sub(p, big.NewInt(19))
	d := new(big.Int).ModInverse(big.NewInt(121666), p)
	d.Mul(d, big.NewInt(-121665)).Mod(d, p)
	return curve{p: p, d: d}
}

// checkPoint refuses 32 bytes that are no point, not the canonical form of one,
// or a point of order 1, 2, 4 or 8.
func checkPoint(raw []byte) error {
	c := edwards25519()
	at, err := c.decode(raw)
	if err != nil {
		return err
	}
	for range 3 {
		at = c.add(at, at)
	}
	if at.x.Sign() == 0 && at.y.Cmp(big.NewInt(1)) == 0 {
		return errSmallOrder
	}
	return nil
}

// decode reads a point as RFC 8032 §5.1.3 has it, which crypto/ed25519 does not
// quite: it takes y modulo p, and the sign of an x that is zero.
func (c curve) decode(raw []byte) (point, error) {
	text := slices.Clone(raw)
	slices.Reverse(text)
	odd := text[0]&0x80 != 0
	text[0] &^= 0x80
	y := new(big.Int).SetBytes(text)
	if y.Cmp(c.p) >= 0 {
		return point{}, errNotCanonical
	}
	square := c.times(y, y)
	x := new(big.Int).ModSqrt(c.over(minus(square, 1), plus(c.times(c.d, square), 1)), c.p)
	switch {
	case x == nil:
		return point{}, errNotOnCurve
	case x.Sign() == 0 && odd:
		return point{}, errNotCanonical
	case odd != (x.Bit(0) == 1):
		x.Sub(c.p, x)
	}
	return point{x, y}, nil
}

// add is the addition of the twisted Edwards curve with a = -1. It has no
// exceptions, since d is no square.
func (c curve) add(a, b point) point {
	cross := c.times(c.d, c.times(c.times(a.x, b.x), c.times(a.y, b.y)))
	x := new(big.Int).Add(c.times(a.x, b.y), c.times(b.x, a.y))
	y := new(big.Int).Add(c.times(a.y, b.y), c.times(a.x, b.x))
	return point{c.over(x, plus(cross, 1)), c.over(y, new(big.Int).Sub(big.NewInt(1), cross))}
}

func (c curve) times(a, b *big.Int) *big.Int {
	product := new(big.Int).Mul(a, b)
	return product.Mod(product, c.p)
}

// over divides. The divisors of this curve are never zero.
func (c curve) over(a, b *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(new(big.Int).Mod(b, c.p), c.p)
	return c.times(a, inverse)
}

func plus(a *big.Int, n int64) *big.Int  { return new(big.Int).Add(a, big.NewInt(n)) }
func minus(a *big.Int, n int64) *big.Int { return new(big.Int).Sub(a, big.NewInt(n)) }
