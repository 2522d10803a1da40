package sse_test

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// oracle reads a whole stream the slow and plain way, straight down the text
// of the standard: decode everything, split at line ends, go through the lines.
// It shares nothing with the parser but the decoder.
type oracle struct {
	blocks   []vectorBlock
	comments []string
	pending  *vectorPending
	lastID   string
	retry    string // digits of the last good retry line
}

var lineEnd = regexp.MustCompile("\r\n|\n|\r")

func readPlainly(stream []byte) *oracle {
	decoded, err := unicode.UTF8BOM.NewDecoder().Bytes(stream)
	if err != nil {
		return nil
	}
	lines := lineEnd.Split(string(decoded), -1)
	partial := lines[len(lines)-1]
	o := &oracle{comments: []string{}, blocks: []vectorBlock{}}
	block, open := vectorBlock{}, false
	for _, line := range lines[:len(lines)-1] {
		switch {
		case line == "" && open:
			o.dispatch(block)
			block, open = vectorBlock{}, false
		case line == "":
		case line[0] == ':':
			o.comments = append(o.comments, line[1:])
		default:
			o.field(&block, line)
			open = true
		}
	}
	o.cutOff(block, open, partial)
	return o
}

func (o *oracle) dispatch(b vectorBlock) {
	if b.ID != nil {
		o.lastID = *b.ID
	}
	b.N, b.LastEventID = len(o.blocks), o.lastID
	if b.Data != nil {
		b.Type = "message"
		if b.Event != nil && *b.Event != "" {
			b.Type = *b.Event
		}
	}
	o.blocks = append(o.blocks, b)
}

func (o *oracle) field(b *vectorBlock, line string) {
	name, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	reason := ""
	switch name {
	case "data":
		if b.Data != nil {
			value = *b.Data + "\n" + value
		}
		b.Data = &value
	case "event":
		b.Event = &value
	case "id":
		b.IDPresent = true
		if strings.Contains(value, "\x00") {
			reason = "id-contains-nul"
		} else {
			b.ID = &value
		}
	case "retry":
		if value == "" || strings.Trim(value, "0123456789") != "" {
			reason = "retry-not-all-digits"
		} else {
			o.retry = value
			b.Retry, b.RetryText = plainNumber(value)
		}
	default:
		reason = "unknown-name"
	}
	if reason != "" {
		b.Ignored = append(b.Ignored, vectorIgnored{name, value, reason})
	}
}

func (o *oracle) cutOff(b vectorBlock, open bool, partial string) {
	if !open && partial == "" {
		return
	}
	o.pending = &vectorPending{Event: b.Event, Data: b.Data, ID: b.ID, IDPresent: b.IDPresent, Retry: b.Retry}
	if partial != "" {
		o.pending.PartialLine = &partial
	}
}

// plainNumber compares decimals by length and text, without arithmetic on what
// may not fit.
func plainNumber(digits string) (*int64, string) {
	const largest = "9007199254740991"
	short := strings.TrimLeft(digits, "0")
	if len(short) > len(largest) || (len(short) == len(largest) && short > largest) {
		return nil, digits
	}
	var n int64
	for _, c := range []byte(short) {
		n = n*10 + int64(bytes.IndexByte([]byte("0123456789"), c))
	}
	return &n, ""
}

// asOracle is what a parser said, in the form of the oracle.
func asOracle(r *record) *oracle {
	o := &oracle{
		blocks:   []vectorBlock{},
		comments: r.comments(),
		pending:  asVectorPending(&r.Pending),
		lastID:   string(r.Pending.LastEventID),
	}
	for n, b := range r.blocks() {
		o.blocks = append(o.blocks, asVectorBlock(n, b))
	}
	return o
}
