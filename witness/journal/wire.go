package journal

// Discovery marks the exchange that fetched the discovery document.
type Discovery struct {
	When     When   `json:"when"`
	Exchange string `json:"exchange"` // name of the exchange whose body it is
}

// When tells the first reading of the discovery document from the last.
type When string

// The two readings of the discovery document.
const (
	AtStart When = "start"
	AtEnd   When = "end"
)

// FaultKind is what went wrong on the way, as far as the suite can tell.
type FaultKind string

// The faults of an exchange, a stream or a delivery.
const (
	FaultNotSent  FaultKind = "not-sent" // nothing left this machine: no credential that could be read, no usable path
	FaultDial     FaultKind = "dial"     // no connection
	FaultTLS      FaultKind = "tls"      // no trusted connection
	FaultTimeout  FaultKind = "timeout"  // a deadline of the attempt itself passed
	FaultReset    FaultKind = "reset"    // the connection broke
	FaultProtocol FaultKind = "protocol" // not HTTP, broken chunks, an encoding nobody asked for
	FaultRedirect FaultKind = "redirect" // to another origin: not followed
	FaultLimit    FaultKind = "limit"    // a bound on bytes was reached
	FaultStopped  FaultKind = "stopped"  // the run was stopped, or its time was over
)

// Fault is why there is no whole answer.
type Fault struct {
	Kind    FaultKind `json:"kind"`
	Message string    `json:"message"`
}

// Exchange is one attempt on the wire. Redirects to the same origin are
// exchanges of their own, in order.
type Exchange struct {
	Name     string    `json:"name"`    // <scenario>/<role>
	Attempt  int       `json:"attempt"` // 1, 2, 3 …
	Tenant   Tenant    `json:"tenant"`  // whose credential it carried
	Request  Request   `json:"request"`
	SentAt   Offset    `json:"sentAt"`
	Response *Response `json:"response,omitempty"` // absent when nothing was answered
	Fault    *Fault    `json:"fault,omitempty"`
}

// Request is what was sent.
type Request struct {
	Method string   `json:"method"`
	URL    string   `json:"url"`
	Header []Header `json:"header"`
	Body   *Bytes   `json:"body,omitempty"`
}

// Response is what came back, body as received.
type Response struct {
	Status   int      `json:"status"`
	Header   []Header `json:"header"`
	Body     Bytes    `json:"body"`
	HeaderAt Offset   `json:"headerAt"`
}

// Action is what an intent is about to do.
type Action string

// The actions that change something on the host or open something.
const (
	ActionEmit       Action = "emit"
	ActionRegister   Action = "register"
	ActionUnregister Action = "unregister"
	ActionOpen       Action = "open"
)

// Intent is written before the request leaves, so that a killed run can be
// cleaned up and a late effect can be told from a foreign one.
type Intent struct {
	Action      Action  `json:"action"`
	Name        string  `json:"name"` // <scenario>/<role> of the emission, inbox or stream
	Tenant      Tenant  `json:"tenant"`
	Class       string  `json:"class,omitempty"` // emissions: durable or ephemeral
	Type        string  `json:"type,omitempty"`  // emissions: the type that is expected
	Via         Via     `json:"via,omitempty"`
	Key         string  `json:"key,omitempty"` // Idempotency-Key
	Path        string  `json:"path"`
	Body        *Bytes  `json:"body,omitempty"`
	LastEventID *string `json:"lastEventId,omitempty"` // streams: the header as sent
	Replay      bool    `json:"replay,omitempty"`      // streams: replay=required
	Resumable   bool    `json:"resumable,omitempty"`   // streams: resumable=true
	MadeUp      bool    `json:"madeUp,omitempty"`      // streams of Nobody: with a credential that the suite made up
}

// Via is the road by which the suite causes events.
type Via string

// The two roads: RFC 0241's trigger is preferred to RFC 0236 §G's seam.
const (
	ViaTrigger Via = "normative"
	ViaSeam    Via = "seam"
)

// Emit is the final answer to an emission, after any retries.
type Emit struct {
	Name     string `json:"name"`
	Exchange string `json:"exchange"`
	Status   int    `json:"status,omitempty"` // of the last attempt, 0 without an answer
	Accepted bool   `json:"accepted"`         // 202 with an eventId
	EventID  string `json:"eventId,omitempty"`
	Type     string `json:"type,omitempty"` // as answered, or as asked of the seam
	Fault    *Fault `json:"fault,omitempty"`
}

// Delivery is one request that reached the webhook receiver.
type Delivery struct {
	Inbox      string   `json:"inbox"` // "" when no inbox of this run has that path
	Method     string   `json:"method"`
	Header     []Header `json:"header"`
	Body       *Bytes   `json:"body,omitempty"` // of deliveries this run caused
	Own        bool     `json:"own"`
	EventID    string   `json:"eventId,omitempty"` // of hostEvent, where it could be read
	Foreign    *Foreign `json:"foreign,omitempty"`
	MACs       []MAC    `json:"macs,omitempty"`
	ReceivedAt int64    `json:"receivedAt"` // receiver's wall clock, Unix seconds
	Answered   int      `json:"answered"`   // status that the inbox gave

	// Verification says that it is no delivery of an event: the host asked whether the receiver wants any, and got
	// its challenge back.
	Verification bool `json:"verification,omitempty"`
}

// MAC is what the inbox computed over the received bytes with the secret that
// the judge does not know.
type MAC struct {
	Scheme string `json:"scheme"` // "openwop-v1" or "standard-webhooks-1"
	Over   string `json:"over"`   // "received" or "compact"
	Secret string `json:"secret"` // name of the secret
	Value  string `json:"value"`  // lower-case hex
}

// MarkKind is the closed list of marks.
type MarkKind string

// The kinds of mark.
const (
	MarkBarrier     MarkKind = "barrier"      // something that was waited for was seen
	MarkMissed      MarkKind = "missed"       // it was not, within its deadline
	MarkSettleBegin MarkKind = "settle-begin" // an absence window begins
	MarkSettleEnd   MarkKind = "settle-end"   // it ended with everything still recording
	MarkLag         MarkKind = "lag"          // the suite itself was late
)

// Mark is a point on the run's own time line.
type Mark struct {
	Kind   MarkKind `json:"kind"`
	Name   string   `json:"name"`             // <scenario>/<what>
	For    string   `json:"for,omitempty"`    // what was waited for
	Window Offset   `json:"window,omitempty"` // length or limit
	Lag    Offset   `json:"lag,omitempty"`
}

// Note is a fact about the run. Topics are listed in names.go.
type Note struct {
	Topic string `json:"topic"`
	Name  string `json:"name,omitempty"`
	Text  string `json:"text"`
	Data  string `json:"data,omitempty"`
}

// EndReason is why the run ended.
type EndReason string

// The reasons a run ends.
const (
	EndComplete    EndReason = "complete"
	EndInterrupted EndReason = "interrupted"
	EndTimeout     EndReason = "timeout"
	EndFault       EndReason = "suite-fault"
)

// End is the last record.
type End struct {
	Count  int64     `json:"count"` // records in the journal, this one included
	Reason EndReason `json:"reason"`
}
