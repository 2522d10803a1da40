package sse

import "bytes"

const byteOrderMark = "\xEF\xBB\xBF"

// parse works through w, which begins with the unfinished bytes of before, and
// returns how many bytes are done with. It leaves the places of the parser
// relative to the first byte that is not.
func (p *Parser) parse(w []byte) int {
	if !p.begun && !p.begin(w) {
		return 0
	}
	p.lines(w)
	done := p.start
	p.base += int64(done)
	p.line -= done
	p.scan -= done
	p.start = 0
	return done
}

// begin skips a byte order mark. It answers false while there are too few
// bytes to know.
func (p *Parser) begin(w []byte) bool {
	const length = len(byteOrderMark)
	if len(w) < length && string(w) == byteOrderMark[:len(w)] {
		return false
	}
	p.begun = true
	if len(w) >= length && string(w[:length]) == byteOrderMark {
		p.addGap(w[:length], 0)
		p.start, p.line, p.scan = length, length, length
	}
	return true
}

// lines takes one line after the other from w. A line is taken with its line
// end or the CR of it. The next CR is searched only once it has been passed, so
// a stream without CR is searched for it once.
func (p *Parser) lines(w []byte) {
	cr := find(w, p.scan, '\r')
	for p.scan < len(w) && p.err == nil {
		if p.afterCR {
			p.afterCR = false
			if w[p.scan] == '\n' {
				p.pairedLF(w)
				continue
			}
		}
		end := find(w[:cr], p.scan, '\n')
		if !p.within(w, end) {
			return
		}
		if end == len(w) {
			p.scan = end
			return
		}
		p.scan = end + 1
		switch {
		case end == p.line:
			p.blank(w)
		case w[p.line] == ':':
			p.commentLine(w, end)
		default:
			p.fieldLine(w, end)
		}
		p.line = end + 1
		if !p.open {
			p.start = p.line
		}
		if end == cr {
			p.afterCR = true
			cr = find(w, p.line, '\r')
		}
	}
}

// find returns the place of the next c from a place on, or len(w). It looks at
// the first byte itself, which is a line end wherever a block ends.
func find(w []byte, from int, c byte) int {
	if from < len(w) && w[from] == c {
		return from
	}
	if i := bytes.IndexByte(w[from:], c); i >= 0 {
		return from + i
	}
	return len(w)
}

// pairedLF takes the second half of a CRLF, whose line has ended already.
func (p *Parser) pairedLF(w []byte) {
	if p.open {
		if p.scan+1-p.start > p.limits.FrameBytes {
			p.exceed(FrameLimit, p.scan)
			return
		}
		p.scan++
		p.line = p.scan
		return
	}
	p.addGap(w[p.scan:p.scan+1], p.base+int64(p.scan))
	p.scan++
	p.line, p.start = p.scan, p.scan
}

// within checks the limits for the line that ends at end or, when end is the
// length of w, goes on behind it.
func (p *Parser) within(w []byte, end int) bool {
	return (end-p.line <= p.limits.LineBytes && end-p.start < p.limits.FrameBytes) || p.check(w, end)
}

// check is within for what may have passed a limit. Which one is named depends
// on which byte passes it first, not on how much of the stream is at hand.
func (p *Parser) check(w []byte, end int) bool {
	inFrame := p.open || (end > p.line && w[p.line] != ':')
	linePassed := end-p.line > p.limits.LineBytes
	framePassed := inFrame && min(end+1, len(w))-p.start > p.limits.FrameBytes
	if framePassed && linePassed {
		framePassed = p.start+p.limits.FrameBytes < p.line+p.limits.LineBytes
	}
	switch {
	case framePassed:
		p.exceed(FrameLimit, p.start+p.limits.FrameBytes)
	case linePassed:
		p.exceed(LineLimit, p.line+p.limits.LineBytes)
	}
	return p.err == nil
}

// exceed ends the reading before the byte at the given place.
func (p *Parser) exceed(limit Limit, place int) {
	most := p.limits.LineBytes
	if limit == FrameLimit {
		most = p.limits.FrameBytes
	}
	p.scan = place
	p.err = &LimitError{Limit: limit, Bytes: most, Offset: p.base + int64(place)}
}
