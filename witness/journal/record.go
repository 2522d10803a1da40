package journal

import "time"

// Kind is the closed list of what a record can be.
type Kind string

// The kinds of record. A reader refuses any other.
const (
	KindRun       Kind = "run"       // first record: what was asked for and given
	KindDiscovery Kind = "discovery" // the host's discovery document, at the start and at the end
	KindExchange  Kind = "exchange"  // one attempt of one request, and its answer
	KindIntent    Kind = "intent"    // what is about to be caused, before the request leaves
	KindEmit      Kind = "emit"      // what the host answered to an emission
	KindOpened    Kind = "opened"    // a stream request was answered
	KindFrame     Kind = "frame"     // one block of a stream
	KindComment   Kind = "comment"   // one comment line of a stream
	KindEnded     Kind = "ended"     // a stream ended, and how
	KindDelivery  Kind = "delivery"  // one request that reached the webhook receiver
	KindMark      Kind = "mark"      // a barrier reached, a settle window, the suite's own lag
	KindNote      Kind = "note"      // a fact about the run that no other kind carries
	KindEnd       Kind = "end"       // last record: the count, and why the run ended
)

// Offset is a monotonic distance from the start of the run, in nanoseconds.
type Offset = time.Duration

// Record is one line of the journal. Exactly the member that Kind names is
// set; the others are nil.
type Record struct {
	Seq  int64  `json:"seq"` // 1, 2, 3 … without holes
	At   Offset `json:"at"`  // when it was observed
	Kind Kind   `json:"kind"`
	Prev string `json:"prev"` // hash of the record before, "" for the first

	Run       *Run       `json:"run,omitempty"`
	Discovery *Discovery `json:"discovery,omitempty"`
	Exchange  *Exchange  `json:"exchange,omitempty"`
	Intent    *Intent    `json:"intent,omitempty"`
	Emit      *Emit      `json:"emit,omitempty"`
	Opened    *Opened    `json:"opened,omitempty"`
	Frame     *Frame     `json:"frame,omitempty"`
	Comment   *Comment   `json:"comment,omitempty"`
	Ended     *Ended     `json:"ended,omitempty"`
	Delivery  *Delivery  `json:"delivery,omitempty"`
	Mark      *Mark      `json:"mark,omitempty"`
	Note      *Note      `json:"note,omitempty"`
	End       *End       `json:"end,omitempty"`

	Hash string `json:"hash"` // SHA-256, lower-case hex, over the line without this member
}

// Name gives the name "<scenario>/<role>" of the exchange, emission, stream, inbox
// or mark that the record is about, "" where it is about none.
func (r Record) Name() string {
	switch {
	case r.Exchange != nil:
		return r.Exchange.Name
	case r.Intent != nil:
		return r.Intent.Name
	case r.Emit != nil:
		return r.Emit.Name
	case r.Opened != nil:
		return r.Opened.Stream
	case r.Frame != nil:
		return r.Frame.Stream
	case r.Comment != nil:
		return r.Comment.Stream
	case r.Ended != nil:
		return r.Ended.Stream
	case r.Delivery != nil:
		return r.Delivery.Inbox
	case r.Mark != nil:
		return r.Mark.Name
	default:
		return ""
	}
}
