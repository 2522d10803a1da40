package signing

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
)

// algorithm names what a parsed key is for, one that is not Ed25519.
func algorithm(key any) string {
	switch key.(type) {
	case ed25519.PrivateKey, ed25519.PublicKey:
		return "an Ed25519 key"
	case *rsa.PrivateKey, *rsa.PublicKey:
		return "an RSA key"
	case *ecdsa.PrivateKey, *ecdsa.PublicKey:
		return "an ECDSA key"
	case *ecdh.PrivateKey, *ecdh.PublicKey:
		return "a key for key agreement, which cannot sign"
	}
	return "a key of another algorithm"
}
