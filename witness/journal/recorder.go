package journal

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrFull is returned for an observation that was dropped because what the run
// may write down of streams and deliveries is used up. The stream is to be
// ended with FaultLimit: without that the journal would be silent about a gap.
var ErrFull = errors.New("the journal is full: Limits.RecordBytes is used up")

// RecorderConfig is what a Recorder needs.
type RecorderConfig struct {
	Key         [32]byte // random, of this run alone, and forgotten with it
	KeepForeign bool     // keep the content of what this run did not cause
	Limits      Limits   // see Limits.WithDefaults
}

// Recorder turns what was observed into the records of a journal and keeps out
// of it what must not be in evidence: secrets, and the content of frames and
// deliveries that this run did not cause. It is safe for concurrent use. Use
// NewRecorder.
//
// Records are in the order of the calls. An offset before the last one, which
// a call that was overtaken brings, is raised to it.
//
// Whose event it is that a stream or an inbox shows is known from the answers
// to the emissions, and an event may arrive before its answer. So frames,
// comments, ends of streams and deliveries, and whatever comes after them, are
// held back while an emission is unanswered that was so when they arrived: at
// the latest until Close. Settled tells when that is over.
//
// So a run that is killed loses the record being written and what is held back
// then: what came while an emission was unanswered, which takes milliseconds on
// most hosts, and never more than Limits.MemoryBytes. It cannot be written
// earlier, since it is not known yet whether its content may be in evidence.
// What is lost is always the end: what is written is what came first.
//
// The first error of the writer is returned by every later call.
type Recorder struct {
	config RecorderConfig
	out    io.Writer

	mu      sync.Mutex
	writer  *Writer
	secrets secrets
	own     *ownership
	queue   queue
	lastAt  Offset
	volume  int64    // written of streams and deliveries
	full    bool     // the volume is used up
	forced  bool     // something was decided before its time
	closed  bool     // the end record is written, or was to be
	settled []waiter // in the order of what they wait for
	err     error
}

// NewRecorder gives a recorder of a new journal, which it writes to w: each
// record in one Write, as soon as it is decided.
func NewRecorder(w io.Writer, config RecorderConfig) *Recorder {
	config.Limits = config.Limits.WithDefaults()
	return &Recorder{config: config, out: w, writer: NewWriter(w), own: newOwnership()}
}

// AddSecret makes a value a secret from now on: wherever it stands in what is
// written after this call, also JSON-escaped, percent-encoded or inside base64,
// a marker takes its place, and Redacted of the record lists it by the name. An
// empty value is none. A value of under eight bytes is hidden only where it is
// a whole string, so a run should not be given such a credential.
func (r *Recorder) AddSecret(name, value string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secrets.add(name, value)
}

// Bytes gives the record of a byte string, for a member that the caller fills
// itself, such as the body of an intent. It keeps no reference to raw.
func (r *Recorder) Bytes(raw []byte) *Bytes {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes(raw, r.config.Limits.BodyBytes, false)
}

// Full says whether something was dropped with ErrFull.
func (r *Recorder) Full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.full
}

// Settled gives a channel that is closed once everything recorded so far is
// written. It is for who must not go on before an intent is written; it does
// not say whether writing went well, which Sync does.
func (r *Recorder) Settled() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	done := make(chan struct{})
	r.settled = append(r.settled, waiter{until: r.queue.taken, done: done})
	r.tellSettled()
	return done
}

// Sync brings what is written to its medium, where the writer has a Sync
// method. Nothing else waits for it: records are taken and written meanwhile.
// An error is the writer's, as if writing had failed.
func (r *Recorder) Sync() error {
	if err := r.failure(); err != nil {
		return err
	}
	medium, ok := r.out.(interface{ Sync() error })
	if !ok {
		return nil
	}
	if err := medium.Sync(); err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.err == nil {
			r.err = fmt.Errorf("sync the journal: %w", err)
		}
		return r.err
	}
	return nil
}

func (r *Recorder) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Close decides what is still held back as it stands, writes the end record
// and flushes a writer that has a Flush method. Every later call is refused
// with ErrEnded.
func (r *Recorder) Close(at Offset, reason EndReason) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return fmt.Errorf("close the journal: %w", ErrEnded)
	}
	r.closed = true
	r.drain(func() bool { return len(r.queue.waiting) > 0 })
	r.write(Record{At: r.notBefore(at), Kind: KindEnd, End: &End{Reason: reason}})
	if buffered, ok := r.out.(interface{ Flush() error }); ok && r.err == nil {
		if err := buffered.Flush(); err != nil {
			r.err = fmt.Errorf("flush the journal: %w", err)
		}
	}
	return r.err
}

// notBefore gives the offset, or the last one where that is later.
func (r *Recorder) notBefore(at Offset) Offset {
	r.lastAt = max(r.lastAt, at)
	return r.lastAt
}

// admit says whether a call may record anything at all.
func (r *Recorder) admit() error {
	if r.closed && r.err == nil {
		return fmt.Errorf("record an observation: %w", ErrEnded)
	}
	return r.err
}
