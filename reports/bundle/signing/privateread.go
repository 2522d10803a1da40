package signing

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
)

// ReadPrivate reads the PEM text of one Ed25519 private key in PKCS#8 (RFC 5958,
// RFC 8410), as Private.PEM and openssl write it. A line "# key-id: ID" behind
// the block names the key; without it the id is the first 16 digits of the
// public key's fingerprint. Other text around the block does not matter.
//
// Everything else is refused with an error that says what to do: encrypted keys,
// keys of other algorithms and formats, a public key, a second key. No error
// repeats anything of the text but the type of a block and an id.
func ReadPrivate(text []byte) (Private, error) {
	blocks, err := blocksOf(text)
	if err != nil {
		return Private{}, err
	}
	if len(blocks) != 1 {
		return Private{}, fmt.Errorf("the file holds %d PEM blocks; give one that holds the private key alone", len(blocks))
	}
	if err := checkPrivate(blocks[0].Block); err != nil {
		return Private{}, err
	}
	key, err := parsePrivate(blocks[0].Bytes)
	if err != nil {
		return Private{}, err
	}
	id, err := named(blocks[0].id, publicHalf(key))
	if err != nil {
		return Private{}, err
	}
	return hold(id, key), nil
}

func checkPrivate(block *pem.Block) error {
	switch {
	case block.Type == "ENCRYPTED PRIVATE KEY" || len(block.Headers) > 0:
		return errors.New("the private key is encrypted, and nothing here asks for a passphrase; decrypt it with: openssl pkey -in FILE -out PLAIN")
	case block.Type == typePublic:
		return errors.New("the file holds a public key, but signing needs the private one, which hostwitness keygen wrote to --out")
	case block.Type == "OPENSSH PRIVATE KEY":
		return errors.New("the private key is in the format of OpenSSH, but is read as PKCS#8; make one with hostwitness keygen")
	case block.Type != typePrivate:
		return fmt.Errorf("the PEM block is %s, not PRIVATE KEY (Ed25519 in PKCS#8); make one with hostwitness keygen", shown(block.Type))
	}
	return nil
}

// parsePrivate reads the DER of one key. crypto/x509 does not look at what lies
// behind it, where anything could be hidden.
func parsePrivate(der []byte) (ed25519.PrivateKey, error) {
	var whole asn1.RawValue
	if rest, err := asn1.Unmarshal(der, &whole); err == nil && len(rest) > 0 {
		return nil, fmt.Errorf("%d bytes lie behind the private key in its PEM block; make one with hostwitness keygen", len(rest))
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, fmt.Errorf("the private key is no PKCS#8 of an Ed25519 key: %w; make one with hostwitness keygen", err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("the private key is %s, not Ed25519; make one with hostwitness keygen", algorithm(parsed))
	}
	return key, nil
}
