package sse

import (
	"errors"

	"golang.org/x/text/transform"
)

// Handler receives what a [Parser] finds, in wire order: a comment inside a
// block comes before the block, which is complete only later. A function that
// is nil is not called. The functions run inside Feed and End, must not call
// the parser, and must not keep what they are given (see Clone).
type Handler struct {
	Block   func(*Block)
	Comment func(*Comment)
	// Gap is called no later than right before what follows the gap, or by End.
	Gap func(*Gap)
}

// Parser is a push parser for one event stream. It is not safe for concurrent
// use. The zero value is not ready: use [NewParser].
type Parser struct {
	limits  Limits
	handler Handler
	err     error

	// carry holds the bytes fed and not yet done with. They begin where the
	// unfinished block begins or, outside a block, the unfinished line.
	carry []byte
	base  int64 // place in the stream of the first byte of carry

	// Places in carry or, while parse runs, in the bytes it was given.
	start int // unfinished block, else unfinished line
	line  int // unfinished line
	scan  int // first byte not searched for a line end

	begun   bool // the question of a byte order mark is settled
	afterCR bool // the byte before scan is a CR that ended a line
	open    bool // the block has a field line

	draft   draft
	block   Block
	comment Comment
	gap     Gap
	decoder transform.Transformer

	data       []byte // joined data lines of the block, not decoded
	decoded    []byte // decoded texts of a block that is not all UTF-8
	lineBuffer []byte // decoded text of a line that is no field

	lastEventID  []byte
	reconnection reconnection
}

// errEnded is what Feed answers after End.
var errEnded = errors.New("event stream fed after its end")

// NewParser returns a parser at the start of a stream.
func NewParser(limits Limits, handler Handler) *Parser {
	return &Parser{limits: limits.withDefaults(), handler: handler, decoder: newDecoder()}
}

// Feed reads the next bytes of the stream and calls the handler for all that
// they complete. The parser does not keep chunk.
//
// Once the stream has passed a limit Feed returns a [*LimitError], now and on
// every later call. It fails too when called after [Parser.End].
func (p *Parser) Feed(chunk []byte) error {
	for len(chunk) > 0 && p.err == nil {
		if len(p.carry) == 0 {
			if done := p.parse(chunk); done < len(chunk) {
				p.keep(chunk[done:])
			}
			break
		}
		chunk = p.feedCarry(chunk)
	}
	return p.err
}

// feedCarry moves a piece of the chunk behind the carried bytes and parses
// both. It returns the rest of the chunk.
//
// What is carried is one unfinished block or line, so either nothing is done
// with or all of it. In the second case the rest includes what of the piece is
// unfinished: parsing goes on in the chunk itself, without a copy.
func (p *Parser) feedCarry(chunk []byte) []byte {
	held := len(p.carry)
	piece := min(len(chunk), max(minPiece, min(held, maxPiece)))
	p.carry = append(p.carry, chunk[:piece]...)
	done := p.parse(p.carry)
	if done == 0 {
		if p.err != nil {
			p.carry = p.carry[:p.scan]
		}
		return chunk[piece:]
	}
	p.carry = idle(p.carry)
	rest := chunk[done-held:]
	if p.err != nil {
		p.keep(rest)
	}
	return rest
}

// A piece is as long as what is carried, so that the copying stays in
// proportion, within these bounds.
const (
	minPiece = 512
	maxPiece = 64 << 10
)

// keep carries what is unfinished over to the next Feed, up to the limit that
// was passed, if one was.
func (p *Parser) keep(rest []byte) {
	if p.err != nil {
		rest = rest[:p.scan]
	}
	p.carry = append(p.carry[:0], rest...)
}

// maxIdle is how large a buffer may be kept for the next block.
const maxIdle = 1 << 20

// idle empties a buffer and lets go of what one huge block has left.
func idle(buffer []byte) []byte {
	if cap(buffer) > maxIdle {
		return nil
	}
	return buffer[:0]
}
