package signing_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"testing"

	"hostwitness/reports/bundle/signing"
)

// TestKeysThatAreNoKeys goes through all eight points of small order, each in
// every spelling that 32 bytes allow, and through what is no point.
func TestKeysThatAreNoKeys(t *testing.T) {
	const small, spelling, off = "small order", "canonical", "no point"
	for _, test := range []struct{ name, key, want string }{
		{"order 1", "0100000000000000000000000000000000000000000000000000000000000000", small},
		{"order 1, negative zero", "0100000000000000000000000000000000000000000000000000000000000080", spelling},
		{"order 1, y = p + 1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", spelling},
		{"order 1, both", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", spelling},
		{"order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", small},
		{"order 2, negative zero", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", spelling},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000000", small},
		{"order 4, the other", "0000000000000000000000000000000000000000000000000000000000000080", small},
		{"order 4, y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", spelling},
		{"order 4, the other, y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", spelling},
		{"order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", small},
		{"order 8, second", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", small},
		{"order 8, third", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", small},
		{"order 8, fourth", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", small},
		{"y = 2", "0200000000000000000000000000000000000000000000000000000000000000", off},
		{"y = p + 18", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", spelling},
	} {
		t.Run(test.name, func(t *testing.T) {
			raw, err := hex.DecodeString(test.key)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = signing.NewPublic("k", raw); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one that says %q", err, test.want)
			}
		})
	}
}

// TestEveryKeyMadeIsRead holds the check of points to what crypto/ed25519 makes.
func TestEveryKeyMadeIsRead(t *testing.T) {
	for range 300 {
		key, _, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := signing.NewPublic("k", key); err != nil {
			t.Fatalf("%x: %v", key, err)
		}
	}
}
