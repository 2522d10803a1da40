// Package sse reads a server-sent event stream for a witness: it reports what
// the wire said, field by field and byte by byte, and leaves it to others to
// say what a client would make of it.
//
// The grammar is the event stream of the WHATWG HTML standard (section 9.2).
// Bytes are pushed in with [Parser.Feed], cut anywhere; what is reported never
// depends on the cuts. The end of the stream is told with [Parser.End].
//
// # Line ends
//
// LF, CR and CRLF end a line, and a line counts as ended at its first such
// byte: a block whose blank line is a CR is delivered at that CR, without
// waiting for the next read to show whether an LF follows. The LF of such a
// pair therefore never belongs to the [Block] or the [Comment] delivered at
// the CR, whether it came in the same read or not; it opens the [Gap] after it.
// Inside a block it is one of the block's bytes like any other.
//
// # Every byte is accounted for
//
// The Raw bytes of all gaps, all blocks and all comments with InBlock false,
// in the order of delivery, followed by Pending.Raw, are the stream.
// A comment with InBlock true lies inside the Raw of the block around it.
//
// # Memory
//
// Whatever a handler is given lies in the parser's buffers or in the chunk
// being fed and is valid only until the handler returns; Clone makes it last.
// Texts are byte slices rather than strings so that keeping one without a copy
// does not happen by accident.
package sse
