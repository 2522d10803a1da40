package judges

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// readings are the ways to read what a host wrote.
type readings struct {
	raw   string   // as it stands
	lower []string // in lower case: as it stands, and with the escapes of JSON, of a URL and of HTML undone
}

func readingsOf(content string) readings {
	read := readings{raw: content}
	for _, text := range []string{content, jsonTexts(content)} {
		for _, plain := range []string{text, unescaped(text, '%'), unescaped(text, '~'), html.UnescapeString(text)} {
			if lower := strings.ToLower(plain); !slices.Contains(read.lower, lower) {
				read.lower = append(read.lower, lower)
			}
		}
	}
	return read
}

// hold says that one of the readings holds a text, which is in lower case.
func (r readings) hold(text string) bool {
	return slices.ContainsFunc(r.lower, func(reading string) bool { return strings.Contains(reading, text) })
}

// tight are the readings without white space.
func (r readings) tight() readings {
	tight := readings{raw: r.raw}
	for _, reading := range r.lower {
		tight.lower = append(tight.lower, strings.Join(strings.Fields(reading), ""))
	}
	return tight
}

// jsonTexts joins all names and texts of a JSON document, each on a line of its
// own; of anything else nothing.
func jsonTexts(content string) string {
	var texts strings.Builder
	decoder := json.NewDecoder(strings.NewReader(content))
	for {
		token, err := decoder.Token()
		if err != nil {
			return texts.String()
		}
		if text, ok := token.(string); ok {
			texts.WriteString(text + "\n")
		}
	}
}

// unescaped undoes the escape and two hexadecimal digits, as URLs have them
// after a per cent sign and projected ids after a tilde.
func unescaped(text string, escape byte) string {
	var plain strings.Builder
	for at := 0; at < len(text); at++ {
		if text[at] == escape && at+2 < len(text) {
			if b, err := hex.DecodeString(text[at+1 : at+3]); err == nil {
				plain.WriteByte(b[0])
				at += 2
				continue
			}
		}
		plain.WriteByte(text[at])
	}
	return plain.String()
}

// tellingLength is the length in bytes from which a part of a cursor is surely
// a part of it: that of the shortest event id.
const tellingLength = 16

// echo says that the whole cursor stands there: as it is, in hexadecimal or in
// base64.
func (r readings) echo(cursor string) bool {
	return r.hold(strings.ToLower(cursor)) || r.hold(hex.EncodeToString([]byte(cursor))) ||
		slices.ContainsFunc(base64Forms(cursor), func(form string) bool { return strings.Contains(r.raw, form) })
}

// base64Forms are the characters that the text alone decides inside base64,
// whichever bytes stand before and after it there.
func base64Forms(text string) []string {
	var forms []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), text...))
			forms = append(forms, encoded[(before*8+5)/6:(before+len(text))*8/6])
		}
	}
	return forms
}

// echoPart gives a part of the cursor, long enough to be nothing else, that
// stands there and not in what the other cursors got: what a host says to every
// cursor is no echo of one. "" where there is none.
func (r readings) echoPart(cursor string, others []readings) string {
	lower := strings.ToLower(cursor)
	for from := 0; from+tellingLength <= len(lower); from++ {
		part := lower[from : from+tellingLength]
		if r.hold(part) && !slices.ContainsFunc(others, func(other readings) bool { return other.hold(part) }) {
			return part
		}
	}
	return ""
}

// hasWord says that one of the readings holds the word whole: not as a part of a
// longer one. A full stop that ends a sentence is no part of a word.
func (r readings) hasWord(word string) bool {
	return slices.ContainsFunc(r.lower, func(text string) bool { return standsAlone(text, strings.ToLower(word)) })
}

// encodedLength is the length in bytes from which the hexadecimal or base64 form
// of a word is surely of it.
const encodedLength = 6

// tells says that a word stands there whole, or inside a longer text that is in
// hexadecimal or in base64.
func (r readings) tells(word string) bool {
	return r.hasWord(word) || len(word) >= encodedLength && (r.hold(hex.EncodeToString([]byte(word))) ||
		slices.ContainsFunc(base64Forms(word), func(form string) bool { return strings.Contains(r.raw, form) }))
}

func standsAlone(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		start, rest := from+at, strings.TrimLeft(text[from+at+len(word):], ".")
		if (start == 0 || !idByte(text[start-1])) && (rest == "" || !idByte(rest[0])) {
			return true
		}
		from = start + 1
	}
}

// secretIn names a secret that stood in recorded bytes or in a header, "" for
// none. It is none of the host's telling what the operator had sent along in
// headers, nor what was hidden only because a header of that name may bear one.
func secretIn(body *journal.Bytes, header []journal.Header) string {
	redactions := body.Redacted
	for _, line := range header {
		redactions = slices.Concat(redactions, line.Redacted)
	}
	for _, redaction := range redactions {
		if !strings.HasPrefix(redaction.Name, "header-") && redaction.Name != "authorization" {
			return redaction.Name
		}
	}
	return ""
}
