package journal

import "slices"

// The raw observations are what the witness saw, before anything is decided
// about it. A recorder does not keep the memory that it is given in one: the
// caller may use it again as soon as the method has returned.

// RawExchange is one attempt on the wire.
type RawExchange struct {
	Name          string
	Attempt       int
	Tenant        Tenant
	Method        string
	URL           string
	RequestHeader []Header
	RequestBody   []byte // nil: the request had none
	SentAt        Offset
	Response      *RawResponse // nil: nothing was answered
	Fault         *Fault
}

// RawResponse is the answer of an exchange.
type RawResponse struct {
	Status   int
	Header   []Header
	Body     []byte
	BodyCut  bool // Body is not all of it
	HeaderAt Offset
}

// RawOpened is the answer to a stream request. Body is recorded where Status
// is there and not 200.
type RawOpened struct {
	Stream  string
	Status  int // 0: nothing was answered
	Header  []Header
	Body    []byte
	BodyCut bool // Body is not all of it
	Fault   *Fault
}

// RawFrame is one block of a stream.
type RawFrame struct {
	Stream     string
	Offset     int64 // of the first byte in the stream
	Dispatched bool  // it has a data line
	EventField FieldState
	Event      string
	IDField    FieldState
	ID         string
	Retry      string // digits of a well-formed retry field
	Data       string
	Raw        []byte
}

// RawComment is one comment line of a stream. Raw is the line as received.
type RawComment struct {
	Stream string
	Offset int64
	Raw    []byte
}

// RawEnded is the end of a stream. Unfinished is what stood after the last
// complete block.
type RawEnded struct {
	Stream     string
	How        How
	Fault      *Fault
	Bytes      int64 // received in all
	Unfinished []byte
}

// RawDelivery is one request that reached the webhook receiver.
type RawDelivery struct {
	Inbox      string // "" when no inbox of this run has that path
	Method     string
	Header     []Header
	Body       []byte
	BodyCut    bool // Body is not all of it
	MACs       []MAC
	ReceivedAt int64 // receiver's wall clock, Unix seconds
	Answered   int   // status that the inbox gave

	// Verification says that it has the form of an endpoint verification and was answered as one.
	Verification bool
}

// clone copies what the caller may change: the slices, and what Fault names.
func (raw RawFrame) clone() *RawFrame {
	raw.Raw = slices.Clone(raw.Raw)
	return &raw
}

func (raw RawComment) clone() *RawComment {
	raw.Raw = slices.Clone(raw.Raw)
	return &raw
}

func (raw RawEnded) clone() *RawEnded {
	raw.Unfinished = slices.Clone(raw.Unfinished)
	raw.Fault = cloneFault(raw.Fault)
	return &raw
}

func (raw RawDelivery) clone() *RawDelivery {
	raw.Header, raw.Body, raw.MACs = slices.Clone(raw.Header), slices.Clone(raw.Body), slices.Clone(raw.MACs)
	return &raw
}

func cloneFault(fault *Fault) *Fault {
	if fault == nil {
		return nil
	}
	copied := *fault
	return &copied
}
