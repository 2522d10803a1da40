package sse

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

func newDecoder() transform.Transformer { return unicode.UTF8.NewDecoder() }

// decode appends text with each maximal subpart that is no UTF-8 replaced by
// U+FFFD. A line can be decoded by itself, since no line end is part of a
// character. The standard library replaces byte by byte instead.
func (p *Parser) decode(dst, text []byte) []byte {
	// The decoder replaces and never refuses: there is no error to look at.
	dst, _, _ = transform.Append(p.decoder, dst, text)
	return dst
}

// lineText returns text from a line that is no field, decoded where it has to
// be.
func (p *Parser) lineText(text []byte) []byte {
	if utf8.Valid(text) {
		return text[:len(text):len(text)]
	}
	p.lineBuffer = p.decode(idle(p.lineBuffer), text)
	return p.lineBuffer
}

// texts decodes the texts of one block whose raw bytes are not all UTF-8. They
// share one buffer, which may move as it grows: what was returned before stays
// where it was.
type texts struct {
	parser *Parser
	room   int // how much more decoded text the block may have
}

// decode returns text decoded. Lines are decoded one by one, so that a block
// over the limit is noticed at most one line late; from there on texts are cut.
func (t *texts) decode(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	p := t.parser
	from := len(p.decoded)
	for t.room >= 0 {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		before := len(p.decoded)
		p.decoded = p.decode(p.decoded, line)
		t.room -= len(p.decoded) - before
		if !more {
			break
		}
		p.decoded = append(p.decoded, '\n')
		text = rest
	}
	return p.decoded[from:len(p.decoded):len(p.decoded)]
}
