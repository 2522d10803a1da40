package journal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// digest is the HMAC-SHA-256 of the bytes under the run's key, in hex. Two
// byte strings of one run have the same digest exactly when they are equal; to
// who does not hold the key it says nothing about the bytes.
func (r *Recorder) digest(b []byte) string {
	mac := hmac.New(sha256.New, r.config.Key[:])
	mac.Write(b)
	return hex.EncodeToString(mac.Sum(nil))
}

// bytes makes the record of a byte string: without secrets, and no longer than
// the limit. cut says that raw is not all there was.
func (r *Recorder) bytes(raw []byte, limit int, cut bool) *Bytes {
	clean, list, full := r.secrets.redact(raw, cut)
	kept := &Bytes{Length: int64(len(raw)), Digest: r.digest(raw), Redacted: list, Cut: cut || full}
	valid := utf8.Valid(raw)
	if len(clean) > limit {
		clean, kept.Cut = wholeCharacters(clean, limit, valid), true
	}
	if valid {
		kept.Text = string(clean)
	} else {
		kept.Base64 = base64.StdEncoding.EncodeToString(clean)
	}
	return kept
}

// wholeCharacters cuts b at the limit, of a text before a character that the
// limit would break.
func wholeCharacters(b []byte, limit int, text bool) []byte {
	for text && limit > 0 && !utf8.RuneStart(b[limit]) {
		limit--
	}
	return b[:limit]
}

// headers makes the record of header lines. The value of a line that exists to
// carry credentials goes as a whole, whatever it is.
func (r *Recorder) headers(lines []Header) []Header {
	kept := make([]Header, len(lines))
	for i := range lines {
		value := []byte(lines[i].Value)
		clean, list, _ := r.secrets.redact(value, false)
		if carriesCredentials(lines[i].Name) && len(value) > 0 {
			clean, list = redactWhole(value, list)
		}
		kept[i] = Header{Name: lines[i].Name, Value: string(clean), Redacted: list}
	}
	return kept
}

// redactWhole hides the whole value, by the names of the secrets in it where
// there are any.
func redactWhole(value []byte, list []Redaction) ([]byte, []Redaction) {
	if len(list) == 0 {
		list = []Redaction{{Name: "authorization"}}
	}
	whole := hidden{span: span{0, len(value)}}
	for i := range list {
		place := Redaction{Length: len(value), Name: list[i].Name}
		if !slices.Contains(whole.secrets, place) {
			whole.secrets = append(whole.secrets, place)
		}
	}
	return []byte(whole.marker()), whole.secrets
}

func carriesCredentials(name string) bool {
	for _, secret := range []string{"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"} {
		if strings.EqualFold(name, secret) {
			return true
		}
	}
	return false
}
