package journal

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escape is a way to write a character that begins with one byte of its own.
type escape struct {
	lead byte
	// read says how long the escape at the start of b is and what it stands
	// for; 0 is none.
	read func(b []byte) (length int, said string)
}

var (
	jsonEscape    = escape{'\\', readJSONEscape}
	percentEscape = escape{'%', readPercentEscape}
	unicodeEscape = escape{'\\', readUnicodeEscape} // of JSON, whatever backslash stands before it
	plusEscape    = escape{'+', func([]byte) (int, string) { return 1, " " }}
)

// undo gives the bytes with their escapes undone.
func (e escape) undo(b []byte) []byte {
	undone := make([]byte, 0, len(b))
	for {
		i := bytes.IndexByte(b, e.lead)
		if i < 0 {
			return append(undone, b...)
		}
		undone = append(undone, b[:i]...)
		length, said := e.element(b[i:])
		undone, b = append(undone, said...), b[i+length:]
	}
}

// element is what stands at a lead byte; one that begins no escape stands for
// itself.
func (e escape) element(b []byte) (length int, said string) {
	if length, said := e.read(b); length > 0 {
		return length, said
	}
	return 1, string(b[:1])
}

// places gives where in the bytes stands what was found with the escapes
// undone. The starts in found are in order, and so are the ends. An escape of
// which a part was found is taken in whole.
func (e escape) places(b []byte, found []span) []span {
	starts, ends := 0, 0 // how many of found have their start and their end
	for i, undone := 0, 0; i < len(b) && ends < len(found); {
		length, said := 1, 1
		if b[i] == e.lead {
			n, text := e.element(b[i:])
			length, said = n, len(text)
		}
		for ; starts < len(found) && found[starts].from < undone+said; starts++ {
			found[starts].from = i
		}
		for ; ends < starts && found[ends].to <= undone+said; ends++ {
			found[ends].to = i + length
		}
		i, undone = i+length, undone+said
	}
	return found
}

func readPercentEscape(b []byte) (length int, said string) {
	if len(b) < 3 {
		return 0, ""
	}
	c, err := strconv.ParseUint(string(b[1:3]), 16, 8)
	if err != nil {
		return 0, ""
	}
	return 3, string([]byte{byte(c)})
}

func readJSONEscape(b []byte) (length int, said string) {
	if len(b) < 2 {
		return 0, ""
	}
	const letters, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, b[1]); i >= 0 {
		return 2, meanings[i : i+1]
	}
	return readUnicodeEscape(b)
}

func readUnicodeEscape(b []byte) (length int, said string) {
	first, ok := codeUnit(b)
	if !ok {
		return 0, ""
	}
	if second, ok := codeUnit(b[6:]); ok && utf16.IsSurrogate(first) {
		if whole := utf16.DecodeRune(first, second); whole != utf8.RuneError {
			return 12, string(whole)
		}
	}
	return 6, string(first)
}

func codeUnit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(code), err == nil
}
