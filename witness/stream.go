package witness

import (
	"context"
	"net/http"
	"sync"

	"hostwitness/witness/journal"
)

// StreamCall is one stream to open.
type StreamCall struct {
	Name   string // <scenario>/<role>
	Tenant journal.Tenant
	Path   string // under the base URL, escaped as in a URL; may carry a query

	Replay    bool // replay=required (RFC 0250 §B)
	Resumable bool // resumable=true (RFC 0247 §B)
	MadeUp    bool // for Nobody: with a bearer token that no host has given
	// LastEventID is the header to send; nil sends none, and a pointer to ""
	// sends an empty one.
	LastEventID *string
}

// Stream is one event stream on a connection of its own. It is safe for
// concurrent use.
type Stream struct {
	witness *Witness
	call    StreamCall
	ctx     context.Context
	cancel  context.CancelCauseFunc

	answered chan struct{}
	first    chan struct{}
	begin    sync.Once // closes first
	done     chan struct{}
	seen     *sightings

	mu     sync.Mutex
	status int
	header http.Header
	body   []byte
	fault  *journal.Fault
}

// Open writes the intent to open the stream and returns at once; dialing,
// sending and reading go on behind it, so that opening never delays a cause.
// The stream lasts until the host ends it, [Stream.Leave] is called, ctx ends
// or the witness is closed.
func (w *Witness) Open(ctx context.Context, call StreamCall) *Stream {
	s := &Stream{
		witness:  w,
		call:     call,
		answered: make(chan struct{}),
		first:    make(chan struct{}),
		done:     make(chan struct{}),
		seen:     newSightings(idsKept),
	}
	s.ctx, s.cancel = w.within(ctx)
	if !w.enter() {
		s.fault = newFault(journal.FaultStopped, "not sent: the run is over")
		close(s.answered)
		s.seen.finish()
		close(s.done)
		return s
	}
	w.recordOpening(call)
	go func() {
		defer w.running.Done()
		defer s.cancel(context.Canceled)
		s.run()
	}()
	return s
}

// Answered is closed once the answer to the request is known: its headers and,
// where the status is not 200, its body; or that there will be none.
func (s *Stream) Answered() <-chan struct{} { return s.answered }

// First is closed once the first block or comment of a stream was recorded. It
// is never closed where none comes.
func (s *Stream) First() <-chan struct{} { return s.first }

// Done is closed once the stream is over and its last record is written.
func (s *Stream) Done() <-chan struct{} { return s.done }

// Status is the status of the answer, 0 while or where there is none.
func (s *Stream) Status() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Header is the header of the answer, nil while or where there is none. It must
// not be changed.
func (s *Stream) Header() http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.header
}

// EventStream tells whether the answer was 200 and text/event-stream.
func (s *Stream) EventStream() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status == http.StatusOK && mediaType(s.header) == "text/event-stream"
}

// Body is the body of an answer that was not 200, up to the limit. It must not
// be changed.
func (s *Stream) Body() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.body
}

// Fault is what went wrong with the stream, nil while nothing did. A stream
// that the suite left, or that the host ended in good order, has none.
func (s *Stream) Fault() *journal.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// Leave ends the stream from our side and waits until its last record is
// written. It may be called again, and on a stream that is over.
func (s *Stream) Leave() {
	s.cancel(errLeft)
	<-s.done
}

func (s *Stream) setAnswer(status int, header http.Header, body []byte, fault *journal.Fault) {
	s.mu.Lock()
	s.status, s.header, s.body, s.fault = status, header, body, fault
	s.mu.Unlock()
	close(s.answered)
}

func (s *Stream) setFault(fault *journal.Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}
