package sse

// Held is how many bytes of buffers the parser keeps, for the tests that hold
// it to its limits.
func (p *Parser) Held() int {
	return cap(p.carry) + cap(p.data) + cap(p.decoded) + cap(p.lineBuffer) +
		cap(p.gap.Raw) + cap(p.lastEventID) + cap(p.reconnection.text)
}
