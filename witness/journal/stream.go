package journal

// Opened is the answer to a stream request. Where the status is not 200 the
// body of the refusal is here and no frame follows.
type Opened struct {
	Stream string   `json:"stream"`
	Status int      `json:"status"`
	Header []Header `json:"header"`
	Body   *Bytes   `json:"body,omitempty"` // when the status is not 200
	Fault  *Fault   `json:"fault,omitempty"`
}

// FieldState says how a field stood in this very frame.
type FieldState string

// A field is absent, there with nothing after the colon, or given.
const (
	FieldAbsent FieldState = "absent"
	FieldEmpty  FieldState = "empty"
	FieldGiven  FieldState = "given"
)

// Frame is one block of a stream: what the wire said, not what a browser
// would make of it. Event, ID, Data and Raw are kept for frames this run
// caused; of others Foreign keeps the little that judging needs.
type Frame struct {
	Stream     string     `json:"stream"`
	Offset     int64      `json:"offset"`     // of the first byte in the stream
	Dispatched bool       `json:"dispatched"` // it has a data line
	Own        bool       `json:"own"`
	EventID    string     `json:"eventId,omitempty"` // of the envelope in data, where it could be read
	EventField FieldState `json:"eventField"`
	Event      string     `json:"event,omitempty"`
	IDField    FieldState `json:"idField"`
	ID         string     `json:"id,omitempty"`
	Retry      string     `json:"retry,omitempty"` // digits of a well-formed retry field
	Data       *Bytes     `json:"data,omitempty"`
	Raw        *Bytes     `json:"raw,omitempty"`
	Foreign    *Foreign   `json:"foreign,omitempty"`
}

// Comment is a comment line. Its text is nobody's business; an id of ours in
// it would be.
type Comment struct {
	Stream   string   `json:"stream"`
	Offset   int64    `json:"offset"`
	Length   int64    `json:"length"`
	Digest   string   `json:"digest"`
	Mentions []string `json:"mentions,omitempty"`
}

// How is the way a stream ended.
type How string

// The ways a stream ends.
const (
	EndedClean  How = "clean"  // the host ended the body in good order
	EndedLeft   How = "left"   // the suite left
	EndedFault  How = "fault"  // see Fault
	EndedAnswer How = "answer" // it was never a stream: the status was not 200
)

// Ended is the end of a stream.
type Ended struct {
	Stream     string   `json:"stream"`
	How        How      `json:"how"`
	Fault      *Fault   `json:"fault,omitempty"`
	Bytes      int64    `json:"bytes"`                // received in all
	Unfinished *Foreign `json:"unfinished,omitempty"` // what stood after the last complete block
	Begun      []string `json:"begun,omitempty"`      // the fields of a block that stand in it: event, data, id, retry
}
