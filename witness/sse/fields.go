package sse

import "bytes"

// draft gathers the fields of the unfinished block. Its texts are spans of the
// raw bytes, since those may move while more of the block arrives, and are
// decoded only when the block is handed out.
type draft struct {
	event, id, data                            span
	retryText                                  span
	retry                                      int64
	eventField, idField, dataField, retryField Field
	joined                                     bool // the data is in Parser.data, not in a span
	ignored                                    []ignoredSpan
	ignoredTotal                               int
}

// span is a part of the raw bytes of a block.
type span struct{ from, to int }

func (s span) of(raw []byte) []byte { return raw[s.from:s.to:s.to] }

type ignoredSpan struct {
	name, value span
	reason      Reason
}

// fieldLine handles a line that is neither blank nor a comment. Names are
// compared before decoding: all that decide here are ASCII, which decoding
// leaves alone.
func (p *Parser) fieldLine(w []byte, end int) {
	if !p.open {
		p.flushGap()
		p.open = true
	}
	raw := w[p.start:end]
	at := p.line - p.start
	name, from := splitField(raw[at:])
	value := span{at + from, len(raw)}
	d := &p.draft
	switch name {
	case dataName:
		p.addData(raw, value)
	case eventName:
		d.event, d.eventField = value, given(value)
	case idName:
		d.setID(raw, span{at, at + len("id")}, value)
	case retryName:
		p.setRetry(raw, span{at, at + len("retry")}, value)
	default:
		d.ignoreUnknown(raw, at)
	}
}

// fieldName is a name that the standard knows.
type fieldName int8

const (
	unknownName fieldName = iota
	dataName
	eventName
	idName
	retryName
)

// splitField tells the name of a line and where its value begins. The first
// letter says which name to compare with, so that no colon has to be searched.
func splitField(line []byte) (name fieldName, from int) {
	switch line[0] {
	case 'd':
		return dataName.match(line, "data")
	case 'e':
		return eventName.match(line, "event")
	case 'i':
		return idName.match(line, "id")
	case 'r':
		return retryName.match(line, "retry")
	}
	return unknownName, 0
}

func (n fieldName) match(line []byte, name string) (fieldName, int) {
	if len(line) < len(name) || string(line[:len(name)]) != name {
		return unknownName, 0
	}
	if len(line) == len(name) {
		return n, len(line)
	}
	if line[len(name)] != ':' {
		return unknownName, 0
	}
	return n, afterColon(line, len(name))
}

// afterColon returns where the value begins: one space is dropped.
func afterColon(line []byte, colon int) int {
	from := colon + 1
	if from < len(line) && line[from] == ' ' {
		from++
	}
	return from
}

func given(value span) Field {
	if value.from == value.to {
		return Empty
	}
	return Given
}

// addData adds a data line. A single one stays where it is in the raw bytes.
func (p *Parser) addData(raw []byte, value span) {
	d := &p.draft
	if d.dataField == Absent {
		d.data, d.dataField = value, given(value)
		return
	}
	if !d.joined {
		d.joined = true
		p.data = append(p.data[:0], d.data.of(raw)...)
	}
	d.dataField = Given
	p.data = append(p.data, '\n')
	p.data = append(p.data, value.of(raw)...)
}

// setID notes an id line. One with NUL leaves an earlier one standing.
func (d *draft) setID(raw []byte, name, value span) {
	if bytes.IndexByte(value.of(raw), 0) >= 0 {
		d.idField = refused(d.idField)
		d.ignore(name, value, IDContainsNUL)
		return
	}
	d.id, d.idField = value, given(value)
}

// setRetry notes a retry line. A good one counts at once for the stream, even
// if its block is cut off later.
func (p *Parser) setRetry(raw []byte, name, value span) {
	d := &p.draft
	milliseconds, capped, ok := parseRetry(value.of(raw))
	if !ok {
		d.retryField = refused(d.retryField)
		d.ignore(name, value, RetryNotAllDigits)
		return
	}
	d.retry, d.retryField, d.retryText = milliseconds, Given, span{}
	if capped {
		d.retryText = value
	}
	p.reconnection.set(milliseconds, d.retryText.of(raw))
}

// refused is the state after a line without effect.
func refused(before Field) Field {
	if before == Absent {
		return Refused
	}
	return before
}

// ignoreUnknown notes the line that begins at a place in raw. Without a colon
// it is all name.
func (d *draft) ignoreUnknown(raw []byte, at int) {
	line := raw[at:]
	colon := bytes.IndexByte(line, ':')
	if colon < 0 {
		d.ignore(span{at, len(raw)}, span{len(raw), len(raw)}, UnknownName)
		return
	}
	d.ignore(span{at, at + colon}, span{at + afterColon(line, colon), len(raw)}, UnknownName)
}

// ignore notes a field line without effect.
func (d *draft) ignore(name, value span, reason Reason) {
	d.ignoredTotal++
	if d.ignoredTotal <= MaxIgnored {
		d.ignored = append(d.ignored, ignoredSpan{name, value, reason})
	}
}
