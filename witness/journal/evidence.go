package journal

// Evidence is what a run saw, by the names that scenarios gave: "<scenario>/<role>".
// It is made by Fold alone and read by judges. The zero value is the evidence
// of no record at all.
//
// Maps and slices of an Evidence are shared between versions of it and must
// not be changed.
type Evidence struct {
	Last   int64 // seq of the last record folded
	Run    Run
	Start  Claims // what the host claimed at the start of the run
	Finish Claims // and at its end; Read is false when it was not read again

	Exchanges     map[string][]SeenExchange // attempts of each name, in order
	Emits         map[string]SeenEmit
	Caused        []string // names of emits in the order they were caused
	Streams       map[string]SeenStream
	Opened        []string // names of streams in the order they were asked for
	Inboxes       map[string]SeenInbox
	Registrations map[string]SeenIntent // intents to register, by inbox name
	Strays        []SeenDelivery        // deliveries to no inbox of this run
	Marks         []SeenMark
	Notes         []SeenNote
	Ended         *End   // nil: the journal is incomplete
	EndedAt       Offset // offset of the end record, else of the last record
}

// SeenIntent is an intent with its place in the journal.
type SeenIntent struct {
	Seq int64
	At  Offset
	Intent
}

// SeenExchange is an exchange with its place in the journal.
type SeenExchange struct {
	Seq int64
	At  Offset // when it was over
	Exchange
}

// SeenEmit is an emission: the intent, and the answer once there is one.
type SeenEmit struct {
	Intent   SeenIntent
	Answered bool   // Emit is set
	Seq      int64  // of the emit record
	At       Offset // when the answer was complete
	Emit     Emit
}

// SeenStream is a stream from the intent to open it to its end.
type SeenStream struct {
	Intent   SeenIntent
	Answered bool // Opened is set
	OpenedAt Offset
	Seq      int64 // of the opened record
	Opened   Opened
	Frames   []SeenFrame
	Comments []SeenComment
	Ended    *Ended // nil while it runs
	EndSeq   int64
	EndedAt  Offset // of the end, or of the last record of the run
}

// SeenFrame is a frame with its place in the journal.
type SeenFrame struct {
	Seq int64
	At  Offset
	Frame
}

// SeenComment is a comment with its place in the journal.
type SeenComment struct {
	Seq int64
	At  Offset
	Comment
}

// SeenInbox is a webhook inbox. The intent to register it is in Registrations
// and the answer is the exchange of the same name.
type SeenInbox struct {
	Name       string
	Deliveries []SeenDelivery // of events, as far as anybody can tell

	Verifications []SeenDelivery // requests to prove that the receiver wants deliveries
}

// SeenDelivery is a delivery with its place in the journal.
type SeenDelivery struct {
	Seq int64
	At  Offset
	Delivery
}

// SeenMark is a mark with its place in the journal.
type SeenMark struct {
	Seq int64
	At  Offset
	Mark
}

// SeenNote is a note with its place in the journal.
type SeenNote struct {
	Seq int64
	At  Offset
	Note
}
