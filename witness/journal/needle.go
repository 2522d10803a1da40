package journal

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// needle is a text that is looked for in bytes of the host, however each of
// its characters is written: as it is, as a JSON escape, percent-encoded, or
// as the plus of a form.
type needle struct {
	text string
}

// span is a place in bytes: from the first byte to the one after the last.
type span struct{ from, to int }

// in gives every place where the needle stands, also those that overlap.
func (n needle) in(b []byte) []span {
	if n.text == "" {
		return nil
	}
	if bytes.IndexByte(b, '\\') < 0 && bytes.IndexByte(b, '%') < 0 && bytes.IndexByte([]byte(n.text), ' ') < 0 {
		return n.literal(b)
	}
	var found []span
	for i := range b {
		if c := b[i]; c != n.text[0] && c != '\\' && c != '%' && c != '+' {
			continue
		}
		if to := n.at(b, i); to > i {
			found = append(found, span{i, to})
		}
	}
	return found
}

func (n needle) literal(b []byte) []span {
	var found []span
	text := []byte(n.text)
	for from := 0; ; {
		i := bytes.Index(b[from:], text)
		if i < 0 {
			return found
		}
		found = append(found, span{from + i, from + i + len(text)})
		from += i + 1
	}
}

// at gives the end of the needle that begins at i, or -1. Where a backslash or
// a per cent sign belongs to the text itself, both readings are tried.
func (n needle) at(b []byte, i int) int {
	if to := n.follow(b, i, true); to >= 0 {
		return to
	}
	return n.follow(b, i, false)
}

func (n needle) follow(b []byte, i int, literalFirst bool) int {
	for text := n.text; text != ""; {
		if i >= len(b) {
			return -1
		}
		escape, said := unescape(b[i:])
		literal := b[i] == text[0]
		switch {
		case literal && (literalFirst || escape == 0):
			i, text = i+1, text[1:]
		case escape > 0 && len(text) >= len(said) && text[:len(said)] == said:
			i, text = i+escape, text[len(said):]
		case literal:
			i, text = i+1, text[1:]
		default:
			return -1
		}
	}
	return i
}

// unescape reads an escape at the start of b: its length, 0 for none, and what
// it stands for.
func unescape(b []byte) (length int, said string) {
	switch {
	case b[0] == '+':
		return 1, " "
	case b[0] == '%' && len(b) >= 3:
		if c, err := strconv.ParseUint(string(b[1:3]), 16, 8); err == nil {
			return 3, string([]byte{byte(c)})
		}
	case b[0] == '\\' && len(b) >= 2 && b[1] == 'u':
		return unescapeUnicode(b)
	case b[0] == '\\' && len(b) >= 2:
		const letters, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
		if i := bytes.IndexByte([]byte(letters), b[1]); i >= 0 {
			return 2, meanings[i : i+1]
		}
	}
	return 0, ""
}

func unescapeUnicode(b []byte) (length int, said string) {
	first, ok := unicodeEscape(b)
	if !ok {
		return 0, ""
	}
	if utf16.IsSurrogate(first) {
		if second, ok := unicodeEscape(b[6:]); ok {
			if whole := utf16.DecodeRune(first, second); whole != utf8.RuneError {
				return 12, string(whole)
			}
		}
	}
	return 6, string(first)
}

func unicodeEscape(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(code), err == nil
}
