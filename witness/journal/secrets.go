package journal

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
)

// shortSecret is the length in bytes under which a secret is more likely part
// of another word than the secret itself. Such a one is hidden only where it
// is a whole quoted string, a whole text or the end of one after a space.
const shortSecret = 8

// secret is one way in which a secret may be written.
type secret struct {
	text  string
	name  string
	short bool
	wide  span // partly filled base64 characters beside the text: left, right
}

// secrets is everything that must not be in evidence.
type secrets struct {
	all []secret
}

// add takes a value for a secret from now on. An empty value is none.
func (s *secrets) add(name, value string) {
	if value == "" {
		return
	}
	forms := base64Forms(name, value)
	for _, text := range writtenForms(value) {
		forms = append(forms, secret{text: text, name: name, short: len(value) < shortSecret})
	}
	for _, form := range forms {
		if !slices.ContainsFunc(s.all, func(other secret) bool { return other.text == form.text }) {
			s.all = append(s.all, form)
		}
	}
}

// writtenForms are the value and the usual ways to escape it. Readings find
// others, but not where what stands before takes the first character away, as
// a per cent sign does with two digits.
func writtenForms(value string) []string {
	forms := []string{value, url.QueryEscape(value), url.PathEscape(value)}
	if quoted, err := json.Marshal(value); err == nil {
		forms = append(forms, string(quoted[1:len(quoted)-1]))
	}
	return forms
}

// base64Forms are what the value looks like inside base64, whichever bytes
// stand before and after it there: at each of the three alignments the
// characters that the value alone decides. A short secret has only the whole.
func base64Forms(name, value string) []secret {
	var forms []secret
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if len(value) < shortSecret {
			forms = append(forms, secret{text: encoding.EncodeToString([]byte(value)), name: name, short: true})
			continue
		}
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), value...))
			first := (before*8 + 5) / 6
			last := (before + len(value)) * 8 / 6
			var wide span
			if before > 0 {
				wide.from = 1
			}
			if last < len(encoded) {
				wide.to = 1
			}
			forms = append(forms, secret{text: encoded[first:last], name: name, wide: wide})
		}
	}
	return forms
}

// places gives where the secret stands in the bytes, perhaps more than once.
func (s *secret) places(in *readings) []span {
	found := in.find(s.text)
	if s.short {
		return slices.DeleteFunc(found, func(p span) bool { return !standsAlone(in.raw, p) })
	}
	for i := range found {
		found[i] = s.widened(in.raw, found[i])
	}
	return found
}

// standsAlone says whether a short secret is a whole string where it stands.
func standsAlone(b []byte, p span) bool {
	before := p.from == 0 || b[p.from-1] == '"' || b[p.from-1] == ' '
	after := p.to == len(b) || b[p.to] == '"' || b[p.to] == '\\'
	return before && after
}

// widened takes the base64 characters in that hold a part of the secret.
func (s *secret) widened(b []byte, p span) span {
	if s.wide.from > 0 && p.from > 0 && isBase64(b[p.from-1]) {
		p.from--
	}
	if s.wide.to > 0 && p.to < len(b) && isBase64(b[p.to]) {
		p.to++
	}
	return p
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '-' || c == '_'
}

// begun gives where at the end of b a secret has begun that a cut has ended.
func (s *secret) begun(b []byte) (span, bool) {
	const telling = 4 // bytes of a secret that are worth hiding
	if s.short {
		return span{}, false
	}
	for n := min(len(s.text)-1, len(b)); n >= telling; n-- {
		if string(b[len(b)-n:]) == s.text[:n] {
			return span{len(b) - n, len(b)}, true
		}
	}
	return span{}, false
}
