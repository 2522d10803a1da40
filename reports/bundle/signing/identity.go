package signing

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// keyID is the grammar of a key's name in a discovery document.
var keyID = regexp.MustCompile(`^[A-Za-z0-9._~-]{1,128}$`)

// CheckID refuses a text that cannot be the id of a key: 1 to 128 characters
// out of A-Z a-z 0-9 . _ ~ -
func CheckID(id string) error {
	if !keyID.MatchString(id) {
		return fmt.Errorf("the key id %s is not 1 to 128 characters out of A-Z a-z 0-9 . _ ~ -", shown(id))
	}
	return nil
}

// fingerprint is the SHA-256 of a raw public key in lower-case hexadecimal.
func fingerprint(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// derivedDigits is how much of the fingerprint names a key that has no id.
const derivedDigits = 16

// named gives the id, or one made from the key where there is none.
func named(id string, raw []byte) (string, error) {
	if id == "" {
		return fingerprint(raw)[:derivedDigits], nil
	}
	return id, CheckID(id)
}

// noteOfID is the line of a PEM file, outside of its block, that names the key.
var noteOfID = regexp.MustCompile(`(?m)^# key-id:[ \t]*(.*?)[ \t\r]*$`)

func noteFor(id string) string { return "# key-id: " + id + "\n" }

// noted gives the id that the text behind a PEM block names, "" where it names
// none.
func noted(text string) (string, error) {
	id := ""
	for _, found := range noteOfID.FindAllStringSubmatch(text, -1) {
		if err := CheckID(found[1]); err != nil {
			return "", err
		}
		if id != "" && id != found[1] {
			return "", fmt.Errorf("the file names one key %s and %s; leave one line # key-id", id, found[1])
		}
		id = found[1]
	}
	return id, nil
}

// mostShown is how many bytes of a text a message repeats.
const mostShown = 60

// shown quotes a text in ASCII and cuts it.
func shown(text string) string {
	if len(text) > mostShown {
		return strconv.QuoteToASCII(strings.ToValidUTF8(text[:mostShown], "")) + "…"
	}
	return strconv.QuoteToASCII(text)
}
