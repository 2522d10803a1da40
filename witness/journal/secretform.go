package journal

import (
	"bytes"
	"strings"
)

// SecretForm is how a secret shows that nobody named. Each is narrow: what a
// host writes about secrets, such as a placeholder in an error text, is not one.
type SecretForm struct {
	What   string // for a message, with its article
	name   string // for a Redaction
	begins string
	// behind gives where in what stands behind the beginning the secret begins and
	// ends, and how much of it is no beginning of another one where it is none.
	behind func(text []byte) (from, to int, secret bool)
}

// SecretForms are the forms that evidence must not hold: private keys, webhook
// secrets and bearer tokens.
func SecretForms() []SecretForm {
	return []SecretForm{
		{"a private key", "private-key", "-----BEGIN", privateKey},
		{"a webhook secret", "webhook-secret", "whsec_", webhookSecret},
		{"a bearer token", "bearer-token", "Bearer", bearerToken},
		{"a bearer token", "bearer-token", "bearer", bearerToken},
		{"a bearer token", "bearer-token", "BEARER", bearerToken},
	}
}

// In says whether a text holds a secret of the form. It looks in one pass and
// keeps nothing, however often one almost is there.
func (f SecretForm) In(text []byte) bool {
	_, found := f.next(text, 0)
	return found
}

// places gives where the secrets of the form stand, in order.
func (f SecretForm) places(text []byte) []span {
	var all []span
	for at := 0; ; {
		place, found := f.next(text, at)
		if !found {
			return all
		}
		all = append(all, place)
		at = place.to
	}
}

// next gives the first secret of the form from a place on.
func (f SecretForm) next(text []byte, at int) (span, bool) {
	for {
		found := bytes.Index(text[at:], []byte(f.begins))
		if found < 0 {
			return span{}, false
		}
		at += found + len(f.begins)
		from, to, secret := f.behind(text[at:])
		if secret {
			return span{at + from, at + to}, true
		}
		at += to
	}
}

// mostKeyBytes is how much of a private key that does not end is taken for one.
const mostKeyBytes = 16 << 10

// privateKey reads the rest of the first line of a PEM block, in which a URL
// has a plus for a space, and goes on to the line that ends the block, or as
// far as there is what may stand in one.
func privateKey(text []byte) (from, to int, secret bool) {
	const longest, mark = 64, "-----"
	label, _, ended := bytes.Cut(text[:min(longest, len(text))], []byte(mark))
	if !ended || !bytes.HasSuffix(bytes.ReplaceAll(label, []byte("+"), []byte(" ")), []byte(" PRIVATE KEY")) {
		return 0, 0, false
	}
	begin := len(label) + len(mark)
	block, _, _ := bytes.Cut(text[begin:min(mostKeyBytes, len(text))], []byte(mark))
	return 0, begin + len(leading(block, letters+digits+"+/=:,.-_%\\ \r\n\t")), true
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// webhookSecret reads base64 of which a part is random: no word and no
// placeholder has digits or letters of both cases.
func webhookSecret(text []byte) (from, to int, secret bool) {
	const shortest = 16
	token := leading(text, letters+digits+"+/_-")
	if len(token) < shortest {
		return 0, 0, false
	}
	oneCase := bytes.Equal(token, bytes.ToLower(token)) || bytes.Equal(token, bytes.ToUpper(token))
	return 0, len(token), bytes.ContainsAny(token, digits) || !oneCase
}

// bearerToken reads a token (RFC 6750 §2.1) and the space before it, as it is
// or in a URL. Without a digit it is a word.
func bearerToken(text []byte) (from, to int, secret bool) {
	const shortest = 20
	spaces := len(leading(text, " +"))
	if bytes.HasPrefix(text, []byte("%20")) {
		spaces = len("%20")
	}
	token := leading(text[spaces:], letters+digits+"._~+/-")
	if spaces == 0 || len(token) < shortest {
		return 0, spaces, false
	}
	return spaces, spaces + len(token), bytes.ContainsAny(token, digits)
}

// leading gives the bytes that a text begins with, out of those allowed.
func leading(text []byte, allowed string) []byte {
	for k, b := range text {
		if strings.IndexByte(allowed, b) < 0 {
			return text[:k]
		}
	}
	return text
}
