package witness

import (
	"context"
	"crypto/tls"
	"sync"
	"time"

	"hostwitness/witness/journal"
)

// Witness sends requests to one host, holds streams open on it and records all
// that it sees. It is safe for concurrent use.
type Witness struct {
	config   Config
	sessions tls.ClientSessionCache
	secrets  *secrets
	memory   *budget

	credentials credentials
	madeUp      func() string // the token that no host has given, always the same

	ctx    context.Context // ends when the witness is closed
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	closed  bool
	version string
	running sync.WaitGroup // exchanges and streams
}

// sessionsKept is how many TLS sessions are remembered for a faster handshake.
const sessionsKept = 16

// New gives a witness of the host. It sends nothing yet. [Witness.Close] must
// be called in the end.
func New(config Config) (*Witness, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	w := &Witness{
		config:   config.withDefaults(),
		sessions: tls.NewLRUClientSessionCache(sessionsKept),
		secrets:  newSecrets(config.Recorder),
	}
	w.credentials.last = map[journal.Tenant]string{}
	w.madeUp = sync.OnceValue(w.makeUp)
	w.memory = newBudget(w.config.readable())
	w.secrets.addHeader(w.config.Header)
	w.ctx, w.cancel = context.WithCancelCause(context.Background())
	return w, nil
}

// Now is the offset of this moment from the start of the run.
func (w *Witness) Now() journal.Offset { return time.Since(w.config.Started) }

// wall is the wall clock at an offset.
func (w *Witness) wall(at journal.Offset) time.Time { return w.config.Started.Add(at) }

// SetVersion sets the OpenWOP-Version that is sent from now on; "" sends none.
func (w *Witness) SetVersion(version string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.version = version
}

func (w *Witness) currentVersion() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.version
}

// enter counts something that runs, unless the witness is closed.
func (w *Witness) enter() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.running.Add(1)
	return true
}

// within gives a context that ends with the given one or with the witness.
func (w *Witness) within(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(w.ctx, func() { cancel(context.Cause(w.ctx)) })
	return joined, func(cause error) {
		stop()
		cancel(cause)
	}
}

// Close leaves every stream, stops every exchange and waits until their last
// records are written. Nothing is sent or recorded afterwards. It may be called
// again.
func (w *Witness) Close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.cancel(errClosed)
	w.running.Wait()
}
