package witness

import (
	"errors"
	"fmt"
	"regexp"

	"hostwitness/witness/journal"
	"hostwitness/witness/sse"
)

// streamReader records what the parser finds in one stream.
type streamReader struct {
	stream *Stream
	at     journal.Offset // when the bytes at hand were read
	blank  int64          // bytes that nothing is recorded of
	total  int64          // bytes read
	done   int64          // of them, up to the end of the last whole block
	held   int64          // of the rest, taken from the budget
	err    error          // of the recorder
}

// blankBytes bounds the bytes of one stream that leave no record, such as blank
// lines to keep it alive. A host that sends nothing else would keep us busy for
// ever.
const blankBytes = 1 << 20

// feed gives bytes to the parser. The fault ends the stream.
func (r *streamReader) feed(parser *sse.Parser, chunk []byte) *journal.Fault {
	limit := (*sse.LimitError)(nil)
	r.total += int64(len(chunk))
	switch err := parser.Feed(chunk); {
	case errors.As(err, &limit):
		return newFault(journal.FaultLimit, fmt.Sprintf("%s longer than %d bytes", limit.Limit, limit.Bytes))
	case err != nil:
		return newFault(journal.FaultProtocol, own(err))
	case r.err != nil:
		return newFault(journal.FaultLimit, "not recorded any further: "+own(r.err))
	case r.blank > blankBytes:
		return newFault(journal.FaultLimit, fmt.Sprintf("more than %d bytes of blank lines", blankBytes))
	}
	return r.hold()
}

// hold takes what the parser keeps of an unfinished block from the budget.
func (r *streamReader) hold() *journal.Fault {
	unfinished := r.total - r.done
	if !r.stream.witness.memory.take(unfinished - r.held) {
		return newFault(journal.FaultLimit, "unfinished blocks of all streams together are more than may be held in memory")
	}
	r.held = unfinished
	return nil
}

// passed notes that the parser is done with a piece of the stream.
func (r *streamReader) passed(offset int64, raw []byte) { r.done = max(r.done, offset+int64(len(raw))) }

func (r *streamReader) block(b *sse.Block) {
	r.passed(b.Offset, b.Raw)
	if r.err != nil {
		return
	}
	s := r.stream
	r.err = s.witness.recordFrame(s.call.Name, r.at, b)
	s.begin.Do(func() { close(s.first) })
	if r.err != nil || !b.Dispatched {
		return
	}
	s.seen.note(eventID(b.Data), r.at)
	s.seen.note(string(b.ID), r.at)
}

func (r *streamReader) comment(c *sse.Comment) {
	if !c.InBlock {
		r.passed(c.Offset, c.Raw)
	}
	if r.err == nil {
		r.err = r.stream.witness.recordComment(r.stream.call.Name, r.at, c)
		r.stream.begin.Do(func() { close(r.stream.first) })
	}
}

func (r *streamReader) gap(g *sse.Gap) {
	r.passed(g.Offset, g.Raw)
	r.blank += int64(len(g.Raw))
}

// namedID finds an event id in data that is not the JSON it should be.
var namedID = regexp.MustCompile(`"eventId"\s*:\s*"([A-Za-z0-9._~-]{16,128})"`)

// eventID is the event id that an envelope names, also a broken one; "" when
// there is none.
func eventID(envelope []byte) string {
	if id := memberText(envelope, "eventId"); id != "" {
		return id
	}
	if found := namedID.FindSubmatch(envelope); found != nil {
		return string(found[1])
	}
	return ""
}
