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
	raw, at := w[p.start:end], p.line-p.start
	line := w[p.line:end]
	switch line[0] {
	case 'd':
		if from, ok := valueOf(line, "data"); ok {
			p.addData(raw, span{at + from, len(raw)})
			return
		}
	case 'e':
		if from, ok := valueOf(line, "event"); ok {
			value := span{at + from, len(raw)}
			p.draft.event, p.draft.eventField = value, given(value)
			return
		}
	case 'i':
		if from, ok := valueOf(line, "id"); ok {
			p.draft.setID(raw, span{at, at + len("id")}, span{at + from, len(raw)})
			return
		}
	case 'r':
		if from, ok := valueOf(line, "retry"); ok {
			p.setRetry(raw, span{at, at + len("retry")}, span{at + from, len(raw)})
			return
		}
	}
	p.draft.ignoreUnknown(raw, at)
}

// valueOf returns where the value of the line begins, if that is its name.
func valueOf(line []byte, name string) (from int, ok bool) {
	if len(line) < len(name) || string(line[:len(name)]) != name {
		return 0, false
	}
	if len(line) == len(name) {
		return len(line), true
	}
	return afterColon(line, len(name)), line[len(name)] == ':'
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
	p.joinData(raw, value)
}

// joinData adds a data line to one before.
func (p *Parser) joinData(raw []byte, value span) {
	d := &p.draft
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
