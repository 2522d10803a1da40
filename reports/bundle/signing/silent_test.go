package signing_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"hostwitness/reports/bundle/signing"
)

// TestPrivateKeyIsNeverPrinted shows a key to everything that prints, alone and
// inside of what others print.
func TestPrivateKeyIsNeverPrinted(t *testing.T) {
	key, err := signing.Generate("acme-7")
	if err != nil {
		t.Fatal(err)
	}
	type holder struct {
		Shown  signing.Private
		hidden signing.Private
		among  []any
	}
	var logged bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&logged, nil))
	prints := map[string]string{"error": fmt.Errorf("sign: %v: %w", key, fmt.Errorf("%+v", key)).Error()}
	for name, value := range map[string]any{"value": key, "pointer": &key, "signer": key.Signer(), "holder": holder{key, key, []any{key, &key}}, "slice": []signing.Private{key}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%b", "%c", "%U", "%t"} {
			prints[name+" "+verb] = fmt.Sprintf(verb, value)
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		prints[name+" json"] = string(encoded)
		logger.Info("signing", "key", value)
	}
	prints["slog"] = logged.String()
	for name, text := range prints {
		for _, secret := range spellings(t, key) {
			if strings.Contains(lower(text), lower(secret)) {
				t.Errorf("%s shows the key: %s", name, text)
			}
		}
	}
	for _, name := range []string{"value %v", "value %+v", "value %#v", "value json", "pointer %v", "slog", "error"} {
		if !strings.Contains(prints[name], "acme-7") {
			t.Errorf("%s does not name the key: %s", name, prints[name])
		}
	}
}

// lower takes the capitals of ASCII away and leaves every other byte as it is:
// the bytes of a seed are no letters, and what stands beside them must not
// decide how they are read.
func lower(text string) string {
	b := []byte(text)
	for k, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[k] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// spellings gives pieces of the seed as text may hold them.
func spellings(t *testing.T, key signing.Private) []string {
	t.Helper()
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	seed := block.Bytes[len(block.Bytes)-32:]
	decimal := strings.Trim(fmt.Sprint(seed), "[]")
	source := strings.TrimPrefix(fmt.Sprintf("%#v", seed), "[]byte{")
	return []string{
		hex.EncodeToString(seed), hex.EncodeToString(seed[:8]), base64.StdEncoding.EncodeToString(seed)[:20],
		base64.StdEncoding.EncodeToString(block.Bytes)[24:44], decimal[:24], source[:24], string(seed[:8]),
	}
}

// TestSpellingsWouldBeFound shows that the test above can fail.
func TestSpellingsWouldBeFound(t *testing.T) {
	key, err := signing.Generate("k")
	if err != nil {
		t.Fatal(err)
	}
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	seed := block.Bytes[16:]
	shown := lower(fmt.Sprintf("%v %x %#v %s %s %s", seed, seed, seed, seed, base64.StdEncoding.EncodeToString(seed), text))
	for _, secret := range spellings(t, key) {
		if !strings.Contains(shown, lower(secret)) {
			t.Errorf("%q is not what a print of the key holds", secret)
		}
	}
}
