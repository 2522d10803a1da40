package sse

import "bytes"

// Field says how a field stood in one block.
type Field int8

const (
	// Absent: no line of the block names the field.
	Absent Field = iota
	// Empty: the field is there with an empty value.
	Empty
	// Given: the field is there with a value.
	Given
	// Refused: the field is there, but the standard has every line of it
	// ignored (an id with NUL, a retry that is not all digits).
	Refused
)

// String names the state in lower case.
func (f Field) String() string {
	switch f {
	case Absent:
		return "absent"
	case Empty:
		return "empty"
	case Given:
		return "given"
	case Refused:
		return "refused"
	}
	return "invalid"
}

// Block is what lies between two blank lines, from its first field line on,
// when it holds at least one field line. Comments before the first field line
// are not part of it.
//
// Texts are decoded as UTF-8 with one U+FFFD for each maximal subpart of what
// is not UTF-8; Raw is untouched.
type Block struct {
	// Dispatched tells whether a consumer gets an event for the block: it does
	// when the block has a data line.
	Dispatched bool

	// Event is the value of the last event line.
	Event      []byte
	EventField Field

	// ID is the value of the last id line without NUL.
	ID      []byte
	IDField Field

	// Data is the values of the data lines, joined by LF.
	Data      []byte
	DataField Field

	// Retry is the last good retry value in milliseconds, at most [MaxRetry].
	// RetryField is Absent, Given or Refused; a retry line without a value is
	// refused, since no digit is no number.
	Retry      int64
	RetryField Field
	// RetryText holds the digits as they came when the number is over
	// MaxRetry and Retry had to be capped. It is empty otherwise.
	RetryText []byte

	// Ignored lists the field lines that have no effect, in wire order, up to
	// [MaxIgnored] of them. IgnoredTotal counts them all.
	Ignored      []Ignored
	IgnoredTotal int

	// LastEventID is what a consumer holds after this block, whichever block
	// it came with. It says nothing about this block.
	LastEventID []byte

	// Offset is the place of the first byte of Raw in the stream.
	Offset int64
	// Raw is the block as received: from its first field line to the first
	// byte of the line end that is its blank line.
	Raw []byte
}

// MaxIgnored is how many ignored lines a [Block] lists.
const MaxIgnored = 1024

// Ignored is a field line without effect.
type Ignored struct {
	Name   []byte
	Value  []byte
	Reason Reason
}

// Reason says why a field line has no effect.
type Reason string

// The reasons of the standard.
const (
	UnknownName       Reason = "unknown-name"
	IDContainsNUL     Reason = "id-contains-nul"
	RetryNotAllDigits Reason = "retry-not-all-digits"
)

// Clone returns a copy of b that shares no memory with the parser.
func (b *Block) Clone() *Block {
	c := *b
	c.Event = bytes.Clone(b.Event)
	c.ID = bytes.Clone(b.ID)
	c.Data = bytes.Clone(b.Data)
	c.RetryText = bytes.Clone(b.RetryText)
	c.LastEventID = bytes.Clone(b.LastEventID)
	c.Raw = bytes.Clone(b.Raw)
	c.Ignored = nil
	for _, line := range b.Ignored {
		line.Name = bytes.Clone(line.Name)
		line.Value = bytes.Clone(line.Value)
		c.Ignored = append(c.Ignored, line)
	}
	return &c
}
