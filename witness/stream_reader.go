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
	err    error          // of the recorder
}

// feed gives bytes to the parser. The fault ends the stream.
func (r *streamReader) feed(parser *sse.Parser, chunk []byte) *journal.Fault {
	limit := (*sse.LimitError)(nil)
	switch err := parser.Feed(chunk); {
	case errors.As(err, &limit):
		return newFault(journal.FaultLimit, fmt.Sprintf("%s longer than %d bytes", limit.Limit, limit.Bytes))
	case err != nil:
		return newFault(journal.FaultProtocol, own(err))
	case r.err != nil:
		return newFault(journal.FaultLimit, "not recorded any further: "+own(r.err))
	}
	return nil
}

func (r *streamReader) block(b *sse.Block) {
	if r.err != nil {
		return
	}
	s := r.stream
	if r.err = s.witness.recordFrame(s.call.Name, r.at, b); r.err != nil || !b.Dispatched {
		return
	}
	s.seen.note(eventID(b.Data), r.at)
	s.seen.note(string(b.ID), r.at)
}

func (r *streamReader) comment(c *sse.Comment) {
	if r.err == nil {
		r.err = r.stream.witness.recordComment(r.stream.call.Name, r.at, c)
	}
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
