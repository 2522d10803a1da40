package witness

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// ReceiverConfig is what a [Receiver] needs. Listener and Witness must be given.
type ReceiverConfig struct {
	// Listener is where deliveries come in. The receiver closes it.
	Listener net.Listener
	// Public is the URL under which the host reaches the listener; nil is
	// http and the address of the listener.
	Public *url.URL
	// Witness gives the clock and the recorder.
	Witness *Witness

	// BodyBytes bounds the body of a delivery; zero takes the witness's limit.
	BodyBytes int
	// Connections bounds how many are open at once; zero is 64.
	Connections int
	// Request is how long a request may take to come in. Patience only; zero
	// is 30 s.
	Request time.Duration
	// Verify is how long a delivery of an event is held back for a secret that
	// is not known yet, since it may overtake the answer to the registration. Patience only;
	// zero is 2 s.
	Verify time.Duration
	// Shutdown is how long Close waits for deliveries that are being answered.
	// Patience only; zero is 3 s.
	Shutdown time.Duration
}

func (c ReceiverConfig) withDefaults() ReceiverConfig {
	if c.Public == nil {
		c.Public = &url.URL{Scheme: "http", Host: c.Listener.Addr().String()}
	}
	if c.BodyBytes <= 0 {
		c.BodyBytes = c.Witness.config.Limits.BodyBytes
	}
	if c.Connections <= 0 {
		c.Connections = 64
	}
	c.Request = orDefault(c.Request, 30*time.Second)
	c.Verify = orDefault(c.Verify, 2*time.Second)
	c.Shutdown = orDefault(c.Shutdown, 3*time.Second)
	return c
}

// deliveryHeaderBytes bounds the header of a delivery.
const deliveryHeaderBytes = 64 << 10

// Receiver is one listener for the deliveries of all inboxes. Whatever comes to
// a path of no inbox is recorded too, and answered 404.
type Receiver struct {
	config   ReceiverConfig
	server   *http.Server
	fresh    *freshConns
	stopping chan struct{}
	served   chan struct{}
	handling sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	byName  map[string]*Inbox
	byToken map[string]*Inbox
}

// NewReceiver begins to receive. [Receiver.Close] must be called in the end,
// before the witness is closed.
func NewReceiver(config ReceiverConfig) (*Receiver, error) {
	if config.Listener == nil || config.Witness == nil {
		return nil, errors.New("new receiver: no listener or no witness")
	}
	r := &Receiver{
		config:   config.withDefaults(),
		fresh:    newFreshConns(),
		stopping: make(chan struct{}),
		served:   make(chan struct{}),
		byName:   map[string]*Inbox{},
		byToken:  map[string]*Inbox{},
	}
	r.server = &http.Server{
		Handler:           http.HandlerFunc(r.serve),
		ReadHeaderTimeout: r.config.Request,
		ReadTimeout:       r.config.Request,
		WriteTimeout:      2 * (r.config.Request + r.config.Verify),
		IdleTimeout:       r.config.Request,
		MaxHeaderBytes:    deliveryHeaderBytes,
		ConnState:         r.fresh.note,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(r.served)
		// Serve always fails in the end, with what Close has caused.
		_ = r.server.Serve(newBoundedListener(r.config.Listener, r.config.Connections))
	}()
	return r, nil
}

// Inbox gives the inbox of that name, "<scenario>/<role>", and makes it where
// there is none yet. Its path cannot be guessed.
func (r *Receiver) Inbox(name string) *Inbox {
	r.mu.Lock()
	defer r.mu.Unlock()
	if inbox := r.byName[name]; inbox != nil {
		return inbox
	}
	inbox := newInbox(r, name, strings.ToLower(rand.Text()))
	if r.closed {
		inbox.finish()
	}
	r.byName[name], r.byToken[inbox.token] = inbox, inbox
	return inbox
}

// find gives the inbox whose token is the last segment of the path. A front
// may have changed what stands before it.
func (r *Receiver) find(path string) *Inbox {
	token := path[strings.LastIndex(path, "/")+1:]
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byToken[token]
}

// enter counts a delivery that is being answered, unless the receiver is
// closed.
func (r *Receiver) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.handling.Add(1)
	return true
}

// Close ends the receiving: no new delivery is taken, those being answered are
// waited for within the limit of the configuration, and waits in inboxes end.
// It may be called again.
func (r *Receiver) Close() {
	r.mu.Lock()
	first := !r.closed
	r.closed = true
	r.mu.Unlock()
	if !first {
		<-r.served
		return
	}
	close(r.stopping)
	ctx, cancel := context.WithTimeout(context.Background(), r.config.Shutdown)
	defer cancel()
	r.fresh.close()
	if r.server.Shutdown(ctx) != nil {
		r.server.Close()
	}
	<-r.served
	r.handling.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, inbox := range r.byName {
		inbox.finish()
	}
}

// errReceiverClosed is what a wait in an inbox gets when nothing more can come.
var errReceiverClosed = fmt.Errorf("the receiver is closed: %w", errOver)
