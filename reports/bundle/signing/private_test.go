package signing_test

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"unicode"

	"hostwitness/reports/bundle/signing"
)

func TestPrivateKeyIsReadAsWritten(t *testing.T) {
	key := generate(t, "acme.release-1_~")
	text := privatePEM(t, key)
	if !strings.HasSuffix(text, "-----END PRIVATE KEY-----\n# key-id: acme.release-1_~\n") {
		t.Errorf("written as\n%s", text[strings.LastIndex(text, "-----END"):])
	}
	block, _, _ := strings.Cut(text, "# key-id")
	derived := key.Public().Fingerprint()[:16]
	for name, test := range map[string]struct{ text, id string }{
		"as written":            {text, "acme.release-1_~"},
		"with carriage returns": {strings.ReplaceAll(text, "\n", "\r\n"), "acme.release-1_~"},
		"with text around":      {"Key of acme\n\n" + text + "\nkeep it safe\n", "acme.release-1_~"},
		"without a line break":  {strings.TrimSpace(block), derived},
		"without an id":         {block, derived},
		"id said twice":         {text + "# key-id: acme.release-1_~ \n", "acme.release-1_~"},
		"id before the block":   {"# key-id: other\n" + block, derived},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := signing.ReadPrivate([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if read.ID() != test.id || read.Public().ID != test.id || !read.Public().Equal(key.Public()) {
				t.Errorf("read %v, want %s and the same key", read, test.id)
			}
			if !key.Public().Verify([]byte("m"), read.Sign([]byte("m"))) {
				t.Error("it signs otherwise")
			}
		})
	}
}

func TestPrivateKeyIsRefused(t *testing.T) {
	key := generate(t, "k")
	text := privatePEM(t, key)
	public, err := key.Public().PEM()
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode([]byte(text))
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "is empty"},
		{"white space", " \n\n", "is empty"},
		{"no key", "hello", "no PEM text"},
		{"a JSON Web Key", `{"kty":"OKP","crv":"Ed25519","d":"AAAA"}`, "is JSON"},
		{"a public key", string(public), "holds a public key"},
		{"two keys", text + text, "2 PEM blocks"},
		{"both halves", text + string(public), "2 PEM blocks"},
		{"encrypted", pemOf("ENCRYPTED PRIVATE KEY", block.Bytes), "openssl pkey"},
		{"encrypted of old", "-----BEGIN PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END PRIVATE KEY-----\n", "openssl pkey"},
		{"of OpenSSH", pemOf("OPENSSH PRIVATE KEY", block.Bytes), "OpenSSH"},
		{"a certificate", pemOf("CERTIFICATE", block.Bytes), `"CERTIFICATE", not PRIVATE KEY`},
		{"a type with control bytes", pemOf("\x1b[31m", block.Bytes), `"\x1b[31m"`},
		{"RSA", pkcs8(t, rsaKey(t)), "an RSA key"},
		{"ECDSA", pkcs8(t, ecdsaKey(t)), "an ECDSA key"},
		{"X25519", pkcs8(t, x25519Key(t)), "cannot sign"},
		{"RSA of old", pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey(t))), "RSA PRIVATE KEY"},
		{"a seed that is too short", pemOf("PRIVATE KEY", shortSeed(block.Bytes)), "no PKCS#8"},
		{"cut", pemOf("PRIVATE KEY", block.Bytes[:20]), "no PKCS#8"},
		{"a byte too many", pemOf("PRIVATE KEY", append(block.Bytes[:len(block.Bytes):len(block.Bytes)], 0)), "behind"},
		{"cut in the text", text[:60], "is broken"},
		{"without line breaks", strings.ReplaceAll(text, "\n", " "), "is broken"},
		{"a broken block before", "-----BEGIN PRIVATE KEY-----\n!!\n" + text, "is broken"},
		{"an id with a space", strings.Replace(text, "key-id: k", "key-id: k k", 1), "the key id"},
		{"an id with control bytes", strings.Replace(text, "key-id: k", "key-id: \x1b[31m", 1), "the key id"},
		{"an empty id", strings.Replace(text, "key-id: k", "key-id:", 1), "the key id"},
		{"two ids", text + "# key-id: other\n", "k and other"},
		{"huge", text + strings.Repeat(" ", signing.MaxKeyFile), "at most"},
		{"very many", strings.Repeat(text, 1000), "at most"},
	} {
		t.Run(test.name, func(t *testing.T) {
			read, err := signing.ReadPrivate([]byte(test.text))
			if err == nil {
				t.Fatalf("read as %v", read)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want one that says %q", err, test.want)
			}
			if len(err.Error()) > 400 || strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Errorf("message %q", err)
			}
			for _, secret := range spellings(t, key) {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the message %q shows the key", err)
				}
			}
		})
	}
}

func TestIDsThatNoKeyHas(t *testing.T) {
	for _, id := range []string{"", " ", "a b", "a/b", "a\n", "é", strings.Repeat("a", 129), "a\x00"} {
		if key, err := signing.Generate(id); err == nil || !strings.Contains(err.Error(), "1 to 128") {
			t.Errorf("%q: %v, %v", id, key, err)
		}
	}
	for _, id := range []string{"a", "-", "A.b_c~d-9", strings.Repeat("a", 128)} {
		if key, err := signing.Generate(id); err != nil || key.ID() != id {
			t.Errorf("%q: %v, %v", id, key, err)
		}
	}
}

// TestKeysDiffer shows that two keys made are two.
func TestKeysDiffer(t *testing.T) {
	if generate(t, "k").Public().Equal(generate(t, "k").Public()) {
		t.Error("the same key came twice")
	}
}

func TestZeroKeysDoNothing(t *testing.T) {
	var private signing.Private
	var public signing.Public
	if private.Sign([]byte("m")) != nil || public.Verify([]byte("m"), make([]byte, 64)) || private.Public().Verify(nil, nil) {
		t.Error("the zero key signs or verifies")
	}
	if text, err := private.PEM(); err == nil {
		t.Errorf("the zero key is written as %q", text)
	}
	if signature, err := private.Signer().Sign(t.Context(), nil); err == nil {
		t.Errorf("the zero signer signs %x", signature)
	}
}

func generate(t testing.TB, id string) signing.Private {
	t.Helper()
	key, err := signing.Generate(id)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func privatePEM(t testing.TB, key signing.Private) string {
	t.Helper()
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func pemOf(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func pkcs8(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pemOf("PRIVATE KEY", der)
}

// shortSeed takes the last byte of the seed away and mends all lengths.
func shortSeed(der []byte) []byte {
	short := append([]byte{}, der[:len(der)-1]...)
	for _, at := range []int{1, len(der) - 33, len(der) - 35} {
		short[at]--
	}
	return short
}

func rsaKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func ecdsaKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func x25519Key(t *testing.T) *ecdh.PrivateKey {
	t.Helper()
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
