package sse

import "unicode/utf8"

// blank handles a blank line: it ends the block or, where there is none, lies
// in a gap.
func (p *Parser) blank(w []byte) {
	next := p.line + 1
	if !p.open {
		p.addGap(w[p.line:next], p.base+int64(p.line))
		return
	}
	if !p.fill(w[p.start:next:next]) {
		p.exceed(FrameLimit, next)
		return
	}
	p.settleID()
	p.open = false
	if p.handler.Block != nil {
		p.handler.Block(&p.block)
	}
	p.clear()
}

// settleID makes the id of the block the one a consumer holds. That happens
// with the blank line, so the id of a block that is cut off never counts.
func (p *Parser) settleID() {
	if p.block.IDField == Empty || p.block.IDField == Given {
		p.lastEventID = append(p.lastEventID[:0], p.block.ID...)
		p.block.LastEventID = p.lastEventID
	}
}

// fill sets the block that is handed out from the draft. It answers false when
// the decoded text passes the limit.
func (p *Parser) fill(raw []byte) bool {
	d, b := &p.draft, &p.block
	b.Dispatched = d.dataField != Absent
	b.Event, b.EventField = d.event.of(raw), d.eventField
	b.ID, b.IDField = d.id.of(raw), d.idField
	b.Data, b.DataField = p.dataText(raw), d.dataField
	b.Retry, b.RetryField = d.retry, d.retryField
	b.RetryText = d.retryText.of(raw)
	b.Ignored, b.IgnoredTotal = b.Ignored[:0], d.ignoredTotal
	for _, line := range d.ignored {
		b.Ignored = append(b.Ignored, Ignored{
			Name: line.name.of(raw), Value: line.value.of(raw), Reason: line.reason,
		})
	}
	b.LastEventID = p.lastEventID
	b.Offset = p.base + int64(p.start)
	b.Raw = raw
	return utf8.Valid(raw) || p.decodeBlock()
}

// dataText is the data before decoding.
func (p *Parser) dataText(raw []byte) []byte {
	if p.draft.joined {
		return p.data[:len(p.data):len(p.data)]
	}
	return p.draft.data.of(raw)
}

// decodeBlock decodes the texts of the block that is handed out.
func (p *Parser) decodeBlock() bool {
	b, t := &p.block, texts{p, p.limits.FrameBytes}
	b.Event = t.decode(b.Event)
	b.ID = t.decode(b.ID)
	b.Data = t.decode(b.Data)
	for i := range b.Ignored {
		line := &b.Ignored[i]
		line.Name = t.decode(line.Name)
		line.Value = t.decode(line.Value)
	}
	return t.room >= 0
}

// clear makes ready for the next block.
func (p *Parser) clear() {
	p.draft = draft{ignored: p.draft.ignored[:0]}
	p.data = idle(p.data)
	p.decoded = idle(p.decoded)
}

// commentLine handles a comment line.
func (p *Parser) commentLine(w []byte, end int) {
	if !p.open {
		p.flushGap()
	}
	if p.handler.Comment == nil {
		return
	}
	p.comment = Comment{
		Text:    p.lineText(w[p.line+1 : end]),
		InBlock: p.open,
		Offset:  p.base + int64(p.line),
		Raw:     w[p.line : end+1 : end+1],
	}
	p.handler.Comment(&p.comment)
}
