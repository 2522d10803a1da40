package sse

// blank handles a blank line: it ends the block or, where there is none, lies
// in a gap.
func (p *Parser) blank(w []byte, next int) {
	if !p.open {
		p.addGap(w[p.line:next], p.base+int64(p.line))
		return
	}
	raw := w[p.start:next]
	p.settleID(raw)
	p.open = false
	if p.handler.Block != nil {
		p.fill(raw)
		p.handler.Block(&p.block)
	}
	p.clear()
}

// settleID makes the id of the block the one a consumer holds. That happens
// with the blank line, so the id of a block that is cut off never counts.
func (p *Parser) settleID(raw []byte) {
	if p.draft.idField == Empty || p.draft.idField == Given {
		p.lastEventID = append(p.lastEventID[:0], p.text(raw, p.draft.id)...)
	}
}

// fill sets the block that is handed out from the draft.
func (p *Parser) fill(raw []byte) {
	d, b := &p.draft, &p.block
	b.Dispatched = d.dataField != Absent
	b.Event, b.EventField = p.text(raw, d.event), d.eventField
	b.ID, b.IDField = p.text(raw, d.id), d.idField
	b.Data, b.DataField = p.dataText(raw), d.dataField
	b.Retry, b.RetryField = d.retry, d.retryField
	b.RetryText = p.text(raw, d.retryText)
	b.Ignored, b.IgnoredTotal = b.Ignored[:0], d.ignoredTotal
	for _, line := range d.ignored {
		b.Ignored = append(b.Ignored, Ignored{
			Name: p.text(raw, line.name), Value: p.text(raw, line.value), Reason: line.reason,
		})
	}
	b.LastEventID = p.lastEventID
	b.Offset = p.base + int64(p.start)
	b.Raw = raw
}

// clear makes ready for the next block.
func (p *Parser) clear() {
	p.draft = draft{ignored: p.draft.ignored[:0]}
	p.data = idle(p.data)
	p.decoded = idle(p.decoded)
}

// remarkLine handles a comment line.
func (p *Parser) remarkLine(w []byte, end int) {
	if !p.open {
		p.flushGap()
	}
	if p.handler.Comment == nil {
		return
	}
	p.comment = Comment{
		Text:    p.commentText(w[p.line+1 : end]),
		InBlock: p.open,
		Offset:  p.base + int64(p.line),
		Raw:     w[p.line : end+1],
	}
	p.handler.Comment(&p.comment)
}

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
