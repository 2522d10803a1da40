package sse

// maxGap is how many bytes of a gap are gathered before they are handed out.
const maxGap = 4 << 10

// addGap gathers bytes that belong to no block and no comment.
func (p *Parser) addGap(raw []byte, offset int64) {
	if p.handler.Gap == nil {
		return
	}
	if len(p.gap.Raw) == 0 {
		p.gap.Offset = offset
	}
	p.gap.Raw = append(p.gap.Raw, raw...)
	if len(p.gap.Raw) >= maxGap {
		p.flushGap()
	}
}

// flushGap hands out the gap gathered so far.
func (p *Parser) flushGap() {
	if len(p.gap.Raw) == 0 {
		return
	}
	p.handler.Gap(&p.gap)
	p.gap.Raw = p.gap.Raw[:0]
}
