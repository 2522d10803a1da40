package sse

import "bytes"

// draft gathers the fields of the unfinished block. Its texts are spans, since
// the bytes may move while more of the block arrives.
type draft struct {
	event, id, data                            span
	retryText                                  span
	retry                                      int64
	eventField, idField, dataField, retryField Field
	joined                                     bool // the data is in Parser.data, not in a span
	ignored                                    []ignoredSpan
	ignoredTotal                               int
}

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
	name, value := splitField(raw[at:])
	from := len(raw) - len(value)
	switch string(name) {
	case "data":
		p.addData(raw, from)
	case "event":
		p.draft.event, p.draft.eventField = p.span(raw, from, len(raw)), given(value)
	case "id":
		p.setID(raw, at, from)
	case "retry":
		p.setRetry(raw, at, from)
	default:
		p.ignore(raw, at, at+len(name), from, UnknownName)
	}
	if len(p.data)+len(p.decoded) > p.limits.FrameBytes {
		p.exceed(FrameLimit, end+1)
	}
}

// splitField cuts a line at its first colon and drops one space after it. A
// line without a colon is all name.
func splitField(line []byte) (name, value []byte) {
	colon := bytes.IndexByte(line, ':')
	if colon < 0 {
		return line, nil
	}
	value = line[colon+1:]
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	return line[:colon], value
}

func given(value []byte) Field {
	if len(value) == 0 {
		return Empty
	}
	return Given
}

// addData adds a data line. A single one stays where it is in the raw bytes.
func (p *Parser) addData(raw []byte, from int) {
	d := &p.draft
	value := raw[from:]
	if d.dataField == Absent {
		d.dataField = given(value)
		if valid(value) {
			d.data = span{from, len(raw), false}
			return
		}
		d.joined = true
		p.data = p.appendText(p.data[:0], value)
		return
	}
	if !d.joined {
		d.joined = true
		p.data = append(p.data[:0], raw[d.data.from:d.data.to]...)
	}
	d.dataField = Given
	p.data = append(p.data, '\n')
	p.data = p.appendText(p.data, value)
}

func (p *Parser) dataText(raw []byte) []byte {
	if p.draft.joined {
		return p.data
	}
	return p.text(raw, p.draft.data)
}

// setID notes an id line. One with NUL leaves an earlier one standing.
func (p *Parser) setID(raw []byte, at, from int) {
	d := &p.draft
	value := raw[from:]
	if bytes.IndexByte(value, 0) >= 0 {
		d.idField = refused(d.idField)
		p.ignore(raw, at, at+len("id"), from, IDContainsNUL)
		return
	}
	d.id, d.idField = p.span(raw, from, len(raw)), given(value)
}

// setRetry notes a retry line. A good one counts at once for the stream, even
// if its block is cut off later.
func (p *Parser) setRetry(raw []byte, at, from int) {
	d := &p.draft
	value := raw[from:]
	milliseconds, capped, ok := parseRetry(value)
	if !ok {
		d.retryField = refused(d.retryField)
		p.ignore(raw, at, at+len("retry"), from, RetryNotAllDigits)
		return
	}
	d.retry, d.retryField, d.retryText = milliseconds, Given, span{}
	if capped {
		d.retryText = span{from, len(raw), false}
	}
	p.reconnection.set(milliseconds, raw[d.retryText.from:d.retryText.to])
}

// refused is the state after a line without effect.
func refused(before Field) Field {
	if before == Absent {
		return Refused
	}
	return before
}

// ignore notes a field line without effect.
func (p *Parser) ignore(raw []byte, name, nameEnd, value int, reason Reason) {
	d := &p.draft
	d.ignoredTotal++
	if d.ignoredTotal > MaxIgnored {
		return
	}
	d.ignored = append(d.ignored, ignoredSpan{
		name:   p.span(raw, name, nameEnd),
		value:  p.span(raw, value, len(raw)),
		reason: reason,
	})
}
