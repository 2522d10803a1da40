package sse

// Pending is what a stream left unfinished at its end, and the two settings it
// leaves a consumer with. The parser is done with the memory it is in.
type Pending struct {
	// Block is the block that was cut off, as far as its complete field lines
	// go; nil when there is none. A consumer gets no event for it, so
	// Dispatched is false, and its id has no effect. Its Raw ends with its last
	// complete line.
	Block *Block
	// PartialLine is the unterminated last line, decoded like other texts. It
	// is empty when the stream ended with a line end.
	PartialLine []byte

	// Offset is the place of the first byte of Raw in the stream.
	Offset int64
	// Raw is all the bytes that belong to Block and PartialLine, as received.
	// After a [LimitError] it ends where the reading ended.
	Raw []byte

	// LastEventID is what a consumer would resume with.
	LastEventID []byte
	// RetryGiven tells whether the stream has set a reconnection time. Retry is
	// that time in milliseconds, with RetryText as in [Block]. A retry line of
	// the block that was cut off counts.
	RetryGiven bool
	Retry      int64
	RetryText  []byte
}

// AtBoundary tells whether the stream ended between blocks: no block was cut
// off and no line.
func (p *Pending) AtBoundary() bool { return p.Block == nil && len(p.PartialLine) == 0 }

// End tells the parser that the stream is over, for whatever reason, and
// returns what was unfinished. The last gap is handed to the handler. Feed
// fails from then on; a further End returns the same again.
func (p *Parser) End() Pending {
	p.flushGap()
	if p.err == nil {
		p.err = errEnded
	}
	pending := Pending{
		Offset:      p.base,
		Raw:         p.carry,
		PartialLine: p.lineText(p.carry[p.line:]),
		LastEventID: p.lastEventID,
		RetryGiven:  p.reconnection.given,
		Retry:       p.reconnection.milliseconds,
		RetryText:   p.reconnection.text,
	}
	if p.open {
		p.fill(p.carry[:p.line])
		p.block.Dispatched = false
		pending.Block = &p.block
	}
	return pending
}
