package sse

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// span is a text of the unfinished block: a part of its raw bytes or, when
// those were no UTF-8, of Parser.decoded.
type span struct {
	from, to int
	decoded  bool
}

func newDecoder() transform.Transformer { return unicode.UTF8.NewDecoder() }

func valid(text []byte) bool { return utf8.Valid(text) }

// span returns the text of raw[from:to], decoded where it has to be.
func (p *Parser) span(raw []byte, from, to int) span {
	if valid(raw[from:to]) {
		return span{from, to, false}
	}
	start := len(p.decoded)
	p.decoded = p.decode(p.decoded, raw[from:to])
	return span{start, len(p.decoded), true}
}

// text returns the bytes of a span.
func (p *Parser) text(raw []byte, s span) []byte {
	if s.decoded {
		return p.decoded[s.from:s.to]
	}
	return raw[s.from:s.to]
}

// appendText appends text to dst, decoded where it has to be.
func (p *Parser) appendText(dst, text []byte) []byte {
	if valid(text) {
		return append(dst, text...)
	}
	return p.decode(dst, text)
}

// commentText returns the text of a comment, decoded where it has to be.
func (p *Parser) commentText(text []byte) []byte {
	if valid(text) {
		return text
	}
	p.remark = p.decode(idle(p.remark), text)
	return p.remark
}

// decode appends text with each maximal subpart that is no UTF-8 replaced by
// U+FFFD. A line can be decoded by itself, since no line end is part of a
// character. The standard library replaces byte by byte instead.
func (p *Parser) decode(dst, text []byte) []byte {
	// The decoder replaces and never refuses: there is no error to look at.
	dst, _, _ = transform.Append(p.decoder, dst, text)
	return dst
}
