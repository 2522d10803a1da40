package sse

import "bytes"

// Comment is one complete comment line.
type Comment struct {
	// Text is what follows the colon, nothing stripped, decoded like the texts
	// of a [Block].
	Text []byte
	// InBlock tells that a field line came before it in the same block, whose
	// Raw will therefore hold the comment too.
	InBlock bool
	// Offset is the place of the first byte of Raw in the stream.
	Offset int64
	// Raw is the line as received, with the first byte of its line end.
	Raw []byte
}

// Clone returns a copy of c that shares no memory with the parser.
func (c *Comment) Clone() *Comment {
	d := *c
	d.Text = bytes.Clone(c.Text)
	d.Raw = bytes.Clone(c.Raw)
	return &d
}

// Gap is a run of bytes that belong to no block and no comment: a byte order
// mark at the start, blank lines that end nothing, and the LF whose CR has
// ended a block or a comment. A run longer than 4 KiB comes in pieces.
type Gap struct {
	// Offset is the place of the first byte of Raw in the stream.
	Offset int64
	Raw    []byte
}

// Clone returns a copy of g that shares no memory with the parser.
func (g *Gap) Clone() *Gap {
	return &Gap{Offset: g.Offset, Raw: bytes.Clone(g.Raw)}
}
