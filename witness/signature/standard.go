package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"strings"
)

// ErrSecretForm says that a secret has not the form in which Standard Webhooks
// secrets are registered.
var ErrSecretForm = errors.New("the secret is not whsec_ and the base64 of 24 to 64 bytes")

// The bounds of a key in bytes.
const (
	leastKey = 24
	mostKey  = 64
)

// Key gives the bytes that a Standard Webhooks secret stands for, or
// ErrSecretForm.
func Key(secret string) ([]byte, error) {
	text, prefixed := strings.CutPrefix(secret, "whsec_")
	key, ok := decode(text)
	if !prefixed || !ok || len(key) < leastKey || len(key) > mostKey {
		return nil, ErrSecretForm
	}
	return key, nil
}

// decode takes the one base64 text that bytes have.
func decode(text string) ([]byte, bool) {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	return raw, err == nil && !strings.ContainsAny(text, "\r\n")
}

// Standard gives the HMAC-SHA-256 of id, timestamp and body, joined by dots. An
// entry of webhook-signature is "v1," and its base64.
func Standard(key []byte, id, timestamp string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return mac.Sum(nil)
}

// The headers of a delivery.
const (
	standardID        = "Webhook-Id"
	standardTimestamp = "Webhook-Timestamp"
	standardSignature = "Webhook-Signature"
)

// plainID keeps the dot out of what a dot separates from the rest.
var plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{16,128}$`)

// Standard tells whether a receiver with this secret accepts the delivery by
// Standard Webhooks: one entry of webhook-signature must be right. Entries of
// another version, and malformed ones, are passed over.
func (d Delivery) Standard(secret string) Reason {
	if !d.has(standardID, standardTimestamp, standardSignature) {
		return HeaderMissing
	}
	key, err := Key(secret)
	if err != nil {
		return SecretMalformed
	}
	id, _ := d.one(standardID)
	if !plainID.MatchString(id) {
		return IDMalformed
	}
	timestamp, _ := d.one(standardTimestamp)
	if reason := d.fresh(timestamp); reason != Accepted {
		return reason
	}
	entries, _ := d.one(standardSignature)
	return weigh(entries, Standard(key, id, timestamp, d.Body))
}

func weigh(entries string, right []byte) Reason {
	reason := SignatureMalformed
	for entry := range strings.SplitSeq(entries, " ") {
		text, ours := strings.CutPrefix(entry, "v1,")
		mac, ok := decode(text)
		switch {
		case !ours || !ok || len(mac) != sha256.Size:
		case hmac.Equal(mac, right):
			return Accepted
		default:
			reason = SignatureMismatch
		}
	}
	return reason
}
