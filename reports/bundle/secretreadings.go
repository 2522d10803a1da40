package bundle

import (
	"bytes"
	"encoding/base64"
	"html"
	"strconv"
	"unicode/utf8"
)

// deepest is how often a text is read without its escapes: a body of JSON that
// holds JSON stands in the journal, which is JSON, and in a page about it.
const deepest = 5

// eachReading gives the bytes of a file, what they say without escapes, again
// and again, and what the base64 of recorded bytes stands for.
func eachReading(document []byte, look func(text []byte)) {
	const member = `"base64":"`
	for rest := document; ; {
		at := bytes.Index(rest, []byte(member))
		if at < 0 {
			break
		}
		rest = rest[at+len(member):]
		encoded, _, _ := bytes.Cut(rest, []byte(`"`))
		if raw, err := base64.StdEncoding.DecodeString(string(encoded)); err == nil {
			eachUnescaping(raw, look)
		}
		rest = rest[len(encoded):]
	}
	eachUnescaping(document, look)
}

func eachUnescaping(text []byte, look func(text []byte)) {
	look(text)
	for range deepest {
		next := unescaped(text)
		if len(next) == len(text) {
			return
		}
		look(next)
		text = next
	}
}

// escapes are the bytes that an escape begins with.
const escapes = `\%&<`

// unescaped takes one layer of escapes from a text: those of JSON and Markdown,
// of URLs, of HTML and XML, and the empty comments that a summary parts words
// with. Each is longer than what it stands for.
func unescaped(text []byte) []byte {
	if !bytes.ContainsAny(text, escapes) {
		return text
	}
	out := make([]byte, 0, len(text))
	for {
		at := bytes.IndexAny(text, escapes)
		if at < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:at]...), text[at:]
		means, length := escape(text)
		out, text = append(out, means...), text[length:]
	}
}

// escape gives what the escape says that a text begins with, and its length;
// the first byte where it is none.
func escape(text []byte) (means []byte, length int) {
	switch text[0] {
	case '\\':
		return backslash(text)
	case '%':
		if len(text) >= 3 {
			if code, err := strconv.ParseUint(string(text[1:3]), 16, 8); err == nil {
				return []byte{byte(code)}, 3
			}
		}
	case '&':
		const longest = 12
		if end := bytes.IndexByte(text[:min(longest, len(text))], ';'); end > 0 {
			entity := string(text[:end+1])
			if means := html.UnescapeString(entity); means != entity {
				return []byte(means), end + 1
			}
		}
	case '<':
		if empty := []byte("<!-- -->"); bytes.HasPrefix(text, empty) {
			return nil, len(empty)
		}
	}
	return text[:1], 1
}

// backslash reads an escape of JSON, or of Markdown, which has only marks.
func backslash(text []byte) (means []byte, length int) {
	if len(text) < 2 {
		return text, 1
	}
	const letters, controls = "nrtbf", "\n\r\t\b\f"
	switch next := text[1]; {
	case next == 'u' && len(text) >= 6:
		if code, err := strconv.ParseUint(string(text[2:6]), 16, 16); err == nil {
			return utf8.AppendRune(nil, rune(code)), 6
		}
	case bytes.IndexByte([]byte(letters), next) >= 0:
		at := bytes.IndexByte([]byte(letters), next)
		return []byte(controls[at : at+1]), 2
	case next < '0' || next > 'z' || next > '9' && next < 'A' || next > 'Z' && next < 'a':
		return text[1:2], 2
	}
	return text[:1], 1
}
