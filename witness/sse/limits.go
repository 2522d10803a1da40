package sse

import "fmt"

// Defaults for the zero fields of [Limits].
const (
	DefaultLineBytes  = 4 << 20
	DefaultFrameBytes = 16 << 20
)

// Limits bound the memory of one [Parser]. A field that is zero or negative
// takes its default.
//
// A parser holds at most about one frame of raw bytes, one more of data where a
// frame has several data lines, and one more of decoded text where it has bytes
// that are not UTF-8 (which may pass the limit by one decoded line, three times
// LineBytes, before that is noticed). Buffers over 1 MiB are given back after
// the block that needed them.
type Limits struct {
	// LineBytes is the longest line accepted, its line end not counted.
	LineBytes int
	// FrameBytes is the largest block accepted, from the first byte of its
	// first field line to the end of its blank line, comments between
	// included. The decoded text of a block is held to the same number.
	FrameBytes int
}

func (l Limits) withDefaults() Limits {
	if l.LineBytes <= 0 {
		l.LineBytes = DefaultLineBytes
	}
	if l.FrameBytes <= 0 {
		l.FrameBytes = DefaultFrameBytes
	}
	return l
}

// Limit names one field of [Limits].
type Limit string

// The limits a stream can run into.
const (
	LineLimit  Limit = "line"
	FrameLimit Limit = "frame"
)

// LimitError is returned by [Parser.Feed] once a stream has passed a limit.
// Where one byte passes both limits, Limit is LineLimit.
// Nothing after that point is read; [Parser.End] still tells what lay
// unfinished there.
type LimitError struct {
	Limit  Limit // which limit
	Bytes  int   // its value
	Offset int64 // where in the stream: the first byte that was not read
}

// Error says which limit was passed and where.
func (e *LimitError) Error() string {
	return fmt.Sprintf("event stream %s longer than %d bytes at offset %d", e.Limit, e.Bytes, e.Offset)
}
