package witness

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"

	"hostwitness/witness/journal"
)

// attempt is one request on a connection of its own, from the dial to the last
// byte of the answer.
type attempt struct {
	guard     *guard
	transport *http.Transport
	now       func() journal.Offset
	connect   time.Duration
	header    time.Duration // zero: none

	ctx    context.Context
	cancel context.CancelCauseFunc

	mu         sync.Mutex
	connecting *time.Timer
	answering  *time.Timer
	connected  bool
	unsecured  bool // TLS failed
	sentAt     journal.Offset
	sent       []journal.Header // as written to the wire
}

// newAttempt prepares an attempt that lasts at most as long as ctx. A header
// deadline of zero is none.
func (w *Witness) newAttempt(ctx context.Context, header time.Duration) *attempt {
	a := &attempt{
		guard:   &guard{connect: w.config.Dial},
		now:     w.Now,
		connect: w.config.Deadlines.Dial,
		header:  header,
	}
	a.ctx, a.cancel = context.WithCancelCause(ctx)
	a.transport = w.newTransport(a.guard.dial)
	return a
}

// send sends the request and waits for the answer headers. Whether it succeeds
// or not, close must be called.
func (a *attempt) send(request *http.Request) (*http.Response, error) {
	a.mu.Lock()
	a.sentAt = a.now()
	a.connecting = a.expire(a.connect, "connection")
	a.mu.Unlock()
	defer a.stopTimers()
	ctx := httptrace.WithClientTrace(a.ctx, &httptrace.ClientTrace{
		GotConn:          func(httptrace.GotConnInfo) { a.begin() },
		TLSHandshakeDone: a.handshake,
		WroteHeaderField: a.wrote,
	})
	return a.transport.RoundTrip(request.WithContext(ctx))
}

// expire ends the attempt after a time.
func (a *attempt) expire(limit time.Duration, waited string) *time.Timer {
	return time.AfterFunc(limit, func() { a.cancel(&expired{waited: waited, limit: limit}) })
}

// begin is called right before the request goes onto the connection.
func (a *attempt) begin() {
	if !a.guard.admit() {
		a.cancel(errSecondTry)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.connected = true
	a.sentAt = a.now()
	a.connecting.Stop()
	if a.header > 0 {
		a.answering = a.expire(a.header, "answer headers")
	}
}

func (a *attempt) handshake(_ tls.ConnectionState, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.unsecured = err != nil
}

// wrote keeps a header line as it went onto the wire. The pseudo headers of
// HTTP/2 say what method and URL of the record say already.
func (a *attempt) wrote(name string, values []string) {
	if strings.HasPrefix(name, ":") {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, value := range values {
		a.sent = append(a.sent, journal.Header{Name: name, Value: value})
	}
}

func (a *attempt) stopTimers() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.connecting.Stop()
	if a.answering != nil {
		a.answering.Stop()
	}
}

// sentHeader gives what was written and when. Where nothing was, it is what
// was meant to be sent.
func (a *attempt) sentHeader(meant http.Header) ([]journal.Header, journal.Offset) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.sent) == 0 {
		return headerLines(meant), a.sentAt
	}
	return append([]journal.Header(nil), a.sent...), a.sentAt
}

// close ends the attempt and its connection.
func (a *attempt) close() {
	a.cancel(context.Canceled)
	a.transport.CloseIdleConnections()
	a.guard.close()
}
