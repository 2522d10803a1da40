package signing_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/signing"
)

func TestPublicKeysAreReadInEveryForm(t *testing.T) {
	first, second := generate(t, "first").Public(), generate(t, "second").Public()
	one, two := publicPEM(t, first), publicPEM(t, second)
	entry, other := entryOf(t, first), entryOf(t, second)
	bare, _, _ := strings.Cut(one, "# key-id")
	foreign := `{"keyId":"w","alg":"rs256","publicKey":{"n":1}}`
	for _, test := range []struct {
		name, text string
		want       []signing.Public
	}{
		{"PEM", one, []signing.Public{first}},
		{"PEM without an id", bare, []signing.Public{{ID: first.Fingerprint()[:16]}}},
		{"two in PEM", "acme\n" + one + "\n" + two, []signing.Public{first, second}},
		{"what keygen prints", one + entry + "\n", []signing.Public{first}},
		{"an entry", entry, []signing.Public{first}},
		{"an entry without use", strings.Replace(entry, `,"use":"certification-bundle"`, "", 1), []signing.Public{first}},
		{"an array", " [" + entry + "," + other + "]\n", []signing.Public{first, second}},
		{"a document", `{"implementation":{"name":"x"},"signingKeys":[` + other + "," + entry + "]}", []signing.Public{second, first}},
		{"beside keys for other things", `{"signingKeys":[` + foreign + "," + entry + "]}", []signing.Public{first}},
		{"twice the same", "[" + entry + "," + entry + "]", []signing.Public{first}},
		{"twice the same in PEM", one + one, []signing.Public{first}},
	} {
		t.Run(test.name, func(t *testing.T) {
			keys, err := signing.ReadPublic([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			var ids, wanted []string
			for _, key := range keys {
				ids = append(ids, key.ID)
			}
			for i, key := range test.want {
				wanted = append(wanted, key.ID)
				if key.Raw() != nil && !key.Equal(keys[i]) {
					t.Errorf("key %d is another", i)
				}
			}
			if diff := cmp.Diff(wanted, ids); diff != "" {
				t.Errorf("ids (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPublishedKeyIsRead reads the key of a real discovery document.
func TestPublishedKeyIsRead(t *testing.T) {
	const published = `{"signingKeys":[{"keyId":"v2-reference-4","alg":"ed25519","publicKey":"F588CksLq-PVrpqTFhYcweE4WFYOcj6-jyjz7KmKipU","use":"certification-bundle"}]}`
	keys, err := signing.ReadPublic([]byte(published))
	if err != nil || len(keys) != 1 || keys[0].ID != "v2-reference-4" {
		t.Fatalf("%v, %v", keys, err)
	}
	if text := entryOf(t, keys[0]); !strings.Contains(published, text) {
		t.Errorf("written again as %s", text)
	}
}

func TestPublicKeysAreRefused(t *testing.T) {
	private := generate(t, "k")
	public, other := private.Public(), generate(t, "k").Public()
	one, entry := publicPEM(t, public), entryOf(t, public)
	raw := base64.RawURLEncoding.EncodeToString(public.Raw())
	withKey := func(text string) string { return strings.Replace(entry, raw, text, 1) }
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "is empty"},
		{"no key", "hello", "no PEM text"},
		{"a private key", privatePEM(t, private), "it is a private key; give the public half"},
		{"a private key behind a public one", one + privatePEM(t, private), "key 2 of the file: it is a private key"},
		{"an encrypted private key", pemOf("ENCRYPTED PRIVATE KEY", []byte{1}), "it is a private key"},
		{"a certificate", pemOf("CERTIFICATE", []byte{1}), "openssl x509"},
		{"a public key of another form", pemOf("RSA PUBLIC KEY", []byte{1}), `"RSA PUBLIC KEY", not PUBLIC KEY`},
		{"cut", pemOf("PUBLIC KEY", []byte{0x30, 0x2a, 0x30}), "no SPKI"},
		{"a byte too many", pemOf("PUBLIC KEY", append(spki(t, public.Raw()), 0)), "no SPKI"},
		{"RSA", pemOf("PUBLIC KEY", encoded(t, &rsaKey(t).PublicKey)), "an RSA key, not Ed25519"},
		{"ECDSA", pemOf("PUBLIC KEY", encoded(t, &ecdsaKey(t).PublicKey)), "an ECDSA key, not Ed25519"},
		{"X25519", pemOf("PUBLIC KEY", encoded(t, x25519Key(t).PublicKey())), "cannot sign"},
		{"of small order", pemOf("PUBLIC KEY", spki(t, make([]byte, 32))), "small order"},
		{"of 31 bytes", pemOf("PUBLIC KEY", spki(t, public.Raw()[:31])), "key size"},
		{"an entry of small order", withKey(strings.Repeat("A", 43)), "signingKeys[0]: key k: the public key has small order"},
		{"an entry of 31 bytes", withKey(base64.RawURLEncoding.EncodeToString(public.Raw()[:31])), "has 31 bytes, not 32"},
		{"an entry of 33 bytes", withKey(base64.RawURLEncoding.EncodeToString(append(public.Raw(), 0))), "has 33 bytes, not 32"},
		{"padding", withKey(raw + "="), "base64url without padding"},
		{"plain base64", withKey("+" + raw[1:]), "base64url without padding"},
		{"bits behind the key", withKey(raw[:42] + "B"), "base64url without padding"},
		{"a line break in the key", withKey(raw[:20] + `\n` + raw[20:]), "base64url without padding"},
		{"hexadecimal", withKey(public.Fingerprint()), "has 48 bytes, not 32"},
		{"no key in an entry", `{"keyId":"k","alg":"ed25519"}`, "has 0 bytes"},
		{"a key that is no text", `{"keyId":"k","alg":"ed25519","publicKey":[1]}`, "has 0 bytes"},
		{"no id", `{"alg":"ed25519","publicKey":"` + raw + `"}`, "the key id"},
		{"a bad id", strings.Replace(entry, `"k"`, `"\u001b[31m"`, 1), `the key id "\x1b[31m"`},
		{"no alg", `[{"keyId":"k","publicKey":"` + raw + `"}]`, "has no alg"},
		{"a JSON Web Key", `{"kty":"OKP","crv":"Ed25519","x":"` + raw + `"}`, "JSON Web Key"},
		{"a private JSON Web Key", `{"kty":"OKP","crv":"Ed25519","d":"` + raw + `"}`, "it is a private key"},
		{"no object in the array", `["` + raw + `"]`, "signingKeys[0]: it is no object"},
		{"no array", `{"signingKeys":{}}`, "signingKeys is no array"},
		{"one id for two keys", "[" + entry + "," + entryOf(t, other) + "]", "two keys have the id k"},
		{"one id for two keys in PEM", one + publicPEM(t, other), "two keys have the id k"},
		{"a member twice", `{"keyId":"k","keyId":"k"}`, "twice"},
		{"no JSON", `{"keyId":`, "not one JSON value"},
		{"very many", "[" + strings.Repeat(entry+",", 300) + entry + "]", "301 keys; at most 256"},
		{"very many in PEM", strings.Repeat(one, 300), "300 keys; at most 256"},
		{"huge", one + strings.Repeat(" ", signing.MaxKeyFile), "at most"},
		{"very deep", strings.Repeat("[", 100_000), "read the keys"},
	} {
		t.Run(test.name, func(t *testing.T) {
			keys, err := signing.ReadPublic([]byte(test.text))
			if err == nil {
				t.Fatalf("read as %v", keys)
			}
			if !strings.Contains(err.Error(), test.want) || errors.Is(err, signing.ErrNoKeys) {
				t.Errorf("error %q, want one that says %q", err, test.want)
			}
			if len(err.Error()) > 400 || strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Errorf("message %q", err)
			}
		})
	}
}

// TestDocumentWithoutKeys shows that a document that publishes nothing of use is
// told from one that is wrong.
func TestDocumentWithoutKeys(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `{"signingKeys":[]}`, `{"implementation":{}}`, `{"signingKeys":[{"keyId":"a","alg":"es256"}]}`,
		`{"keyId":"a","alg":"EdDSA","publicKey":"AAAA"}`,
	} {
		if keys, err := signing.ReadPublic([]byte(text)); !errors.Is(err, signing.ErrNoKeys) {
			t.Errorf("%s: %v, %v", text, keys, err)
		}
	}
}

func TestKeyIsNotTheCallers(t *testing.T) {
	public := generate(t, "k").Public()
	mine := public.Raw()
	copied, err := signing.NewPublic("k", mine)
	if err != nil {
		t.Fatal(err)
	}
	mine[0] ^= 1
	public.Raw()[1] ^= 1
	if !copied.Equal(public) {
		t.Error("changing the bytes given or gotten changed a key")
	}
}

// FuzzReadPublic holds every text to be refused or to give keys that verify, and
// that are read again as written.
func FuzzReadPublic(f *testing.F) {
	for _, vector := range readVectors(f).RFC8032 {
		f.Add([]byte(pemOf("PUBLIC KEY", vector.SPKI)))
		f.Add([]byte(fmt.Sprintf(`{"signingKeys":[{"keyId":"k","alg":"ed25519","publicKey":"%s"}]}`, vector.B64URL)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, err := signing.ReadPublic(text)
		if (err == nil) == (len(keys) == 0) {
			t.Fatalf("%d keys, %v", len(keys), err)
		}
		for _, key := range keys {
			for _, written := range []string{publicPEM(t, key), entryOf(t, key)} {
				again, err := signing.ReadPublic([]byte(written))
				if err != nil || len(again) != 1 || !again[0].Equal(key) || again[0].ID != key.ID {
					t.Fatalf("%s is read as %v, %v", written, again, err)
				}
			}
			if key.Verify(text, make([]byte, 64)) {
				t.Fatalf("%v takes a signature of zeros", key)
			}
		}
	})
}

// FuzzReadPrivate holds every text to be refused or to give a key that signs.
func FuzzReadPrivate(f *testing.F) {
	for _, vector := range readVectors(f).RFC8032 {
		f.Add([]byte(pemOf("PRIVATE KEY", vector.PKCS8) + "# key-id: k\n"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		key, err := signing.ReadPrivate(text)
		if err == nil && !key.Public().Verify(text, key.Sign(text)) {
			t.Fatalf("%v does not verify what it signed", key)
		}
	})
}

func publicPEM(t testing.TB, key signing.Public) string {
	t.Helper()
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func entryOf(t testing.TB, key signing.Public) string {
	t.Helper()
	text, err := key.Entry()
	if err != nil || !json.Valid(text) {
		t.Fatalf("%q, %v", text, err)
	}
	return string(text)
}

func encoded(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

// spki writes any bytes as an Ed25519 public key (RFC 8410).
func spki(t *testing.T, raw []byte) []byte {
	t.Helper()
	length := byte(len(raw))
	return append([]byte{0x30, length + 10, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, length + 1, 0x00}, raw...)
}
