package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
)

// OpenWOP gives what OpenWOP-Signature has behind "sha256=": the HMAC-SHA-256 of
// timestamp, dot and body in lower-case hexadecimal. The key is the text of the
// secret as it was issued, whatever its form.
func OpenWOP(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// family is the beginning of the names of OpenWOP's headers.
type family string

// The families. The second is an older name that hosts still send, some of them
// alone; it counts where nothing of the first is there.
const (
	current family = "OpenWOP-"
	older   family = "X-OpenWOP-"
)

func (d Delivery) family() family {
	for _, part := range []string{"Timestamp", "Signature", "Signature-Algorithm"} {
		if d.has(string(current) + part) {
			return current
		}
	}
	return older
}

// signedForm is how OpenWOP-Signature is written.
var signedForm = regexp.MustCompile(`^sha256=[0-9a-f]{64}$`)

// OpenWOP tells whether a receiver with this secret accepts the delivery by
// scheme v1.
func (d Delivery) OpenWOP(secret string) Reason {
	names := string(d.family())
	if !d.has(names+"Timestamp", names+"Signature", names+"Signature-Algorithm") {
		return HeaderMissing
	}
	if algorithm, _ := d.one(names + "Signature-Algorithm"); algorithm != "v1" {
		return AlgorithmUnsupported
	}
	timestamp, _ := d.one(names + "Timestamp")
	if reason := d.fresh(timestamp); reason != Accepted {
		return reason
	}
	signed, _ := d.one(names + "Signature")
	switch {
	case !signedForm.MatchString(signed):
		return SignatureMalformed
	case !hmac.Equal([]byte(signed), []byte("sha256="+OpenWOP(secret, timestamp, d.Body))):
		return SignatureMismatch
	}
	return Accepted
}
