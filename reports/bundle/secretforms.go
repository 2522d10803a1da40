package bundle

import (
	"bytes"
	"strings"
)

// form is how a secret shows that nobody named. Each is narrow: what a host
// writes about secrets, such as a placeholder in an error text, is not one.
type form struct {
	what   string
	begins string
	// behind says whether what stands behind the beginning makes it a secret, and
	// how much of that is no beginning of another one.
	behind func(text []byte) (secret bool, length int)
}

func secretForms() []form {
	return []form{
		{"a private key", "-----BEGIN", privateKey},
		{"a webhook secret", "whsec_", webhookSecret},
		{"a bearer token", "Bearer", bearerToken},
		{"a bearer token", "bearer", bearerToken},
		{"a bearer token", "BEARER", bearerToken},
	}
}

// in looks for the form in one pass and keeps nothing, however often it almost
// is there.
func (f form) in(text []byte) bool {
	for {
		at := bytes.Index(text, []byte(f.begins))
		if at < 0 {
			return false
		}
		text = text[at+len(f.begins):]
		secret, length := f.behind(text)
		if secret {
			return true
		}
		text = text[length:]
	}
}

// privateKey reads the rest of the first line of a PEM block, in which a URL
// has a plus for a space.
func privateKey(text []byte) (bool, int) {
	const longest = 64
	label, _, ended := bytes.Cut(text[:min(longest, len(text))], []byte("-----"))
	return ended && bytes.HasSuffix(bytes.ReplaceAll(label, []byte("+"), []byte(" ")), []byte(" PRIVATE KEY")), 0
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// webhookSecret reads base64 of which a part is random: no word and no
// placeholder has digits or letters of both cases.
func webhookSecret(text []byte) (bool, int) {
	const shortest = 16
	token := leading(text, letters+digits+"+/_-")
	if len(token) < shortest {
		return false, 0
	}
	oneCase := bytes.Equal(token, bytes.ToLower(token)) || bytes.Equal(token, bytes.ToUpper(token))
	return bytes.ContainsAny(token, digits) || !oneCase, len(token)
}

// bearerToken reads a token (RFC 6750 §2.1) and the space before it, as it is
// or in a URL. Without a digit it is a word.
func bearerToken(text []byte) (bool, int) {
	const shortest = 20
	spaces := len(leading(text, " +"))
	if bytes.HasPrefix(text, []byte("%20")) {
		spaces = len("%20")
	}
	token := leading(text[spaces:], letters+digits+"._~+/-")
	if spaces == 0 || len(token) < shortest {
		return false, spaces
	}
	return bytes.ContainsAny(token, digits), spaces + len(token)
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
