package sse_test

import (
	"hostwitness/witness/sse"
	"pgregory.net/rapid"
)

// record is all that a parser said of one stream, copied.
type record struct {
	Items   []any // *sse.Block, *sse.Comment, *sse.Gap in the order of delivery
	Fed     []int // for each item, during which chunk it came
	Pending sse.Pending
	Err     error
}

// replay feeds the chunks to a new parser and ends the stream.
func replay(limits sse.Limits, chunks [][]byte) record {
	var r record
	chunk := 0
	add := func(item any) {
		r.Items = append(r.Items, item)
		r.Fed = append(r.Fed, chunk)
	}
	p := sse.NewParser(limits, sse.Handler{
		Block:   func(b *sse.Block) { add(b.Clone()) },
		Comment: func(c *sse.Comment) { add(c.Clone()) },
		Gap:     func(g *sse.Gap) { add(g.Clone()) },
	})
	for _, bytes := range chunks {
		scratch := append([]byte(nil), bytes...)
		r.Err = p.Feed(scratch)
		for i := range scratch {
			scratch[i] = '#' // shows whoever kept the chunk
		}
		chunk++
	}
	r.Pending = p.End()
	return r
}

func (r *record) blocks() []*sse.Block {
	var blocks []*sse.Block
	for _, item := range r.Items {
		if b, ok := item.(*sse.Block); ok {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

func (r *record) comments() []string {
	comments := []string{}
	for _, item := range r.Items {
		if c, ok := item.(*sse.Comment); ok {
			comments = append(comments, string(c.Text))
		}
	}
	return comments
}

// whole is the stream put together again from the raw bytes of a record.
func (r *record) whole(t rapid.TB) []byte {
	t.Helper()
	var whole []byte
	add := func(offset int64, raw []byte) {
		if offset != int64(len(whole)) {
			t.Fatalf("%q at offset %d, want %d", raw, offset, len(whole))
		}
		whole = append(whole, raw...)
	}
	for _, item := range r.Items {
		switch item := item.(type) {
		case *sse.Block:
			add(item.Offset, item.Raw)
		case *sse.Gap:
			add(item.Offset, item.Raw)
		case *sse.Comment:
			if !item.InBlock {
				add(item.Offset, item.Raw)
			}
		}
	}
	add(r.Pending.Offset, r.Pending.Raw)
	return whole
}

// cutAt cuts the stream at ascending offsets; a repeated one gives an empty chunk.
func cutAt(stream []byte, offsets []int) [][]byte {
	var chunks [][]byte
	from := 0
	for _, to := range offsets {
		chunks = append(chunks, stream[from:to])
		from = to
	}
	return append(chunks, stream[from:])
}

// cutEvery cuts the stream into chunks of n bytes.
func cutEvery(stream []byte, n int) [][]byte {
	var offsets []int
	for at := n; at < len(stream); at += n {
		offsets = append(offsets, at)
	}
	return cutAt(stream, offsets)
}
