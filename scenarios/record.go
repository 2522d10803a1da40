package scenarios

import (
	"context"
	"errors"
	"fmt"

	"hostwitness/witness/journal"
)

// recordError is a failure to write the journal: the suite's own fault, never
// the host's.
type recordError struct{ err error }

func (e *recordError) Error() string { return e.err.Error() }
func (e *recordError) Unwrap() error { return e.err }

// suiteFault gives the part of err that is the suite's own fault, nil when it
// is none.
func (s *Session) suiteFault(err error) error {
	var fault *recordError
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}

func (s *Session) append(record *journal.Record) error {
	record.At = s.witness.Now()
	if err := s.recorder.Append(*record); err != nil {
		return &recordError{err}
	}
	return nil
}

// durable waits until what was recorded so far is on its medium, so that a run
// which is killed after its next request leaves the intent of it. What is held
// back for the answer to an emission is waited for. Without that nothing may be
// asked for that would have to be taken back.
func (s *Session) durable(ctx context.Context) error {
	select {
	case <-s.recorder.Settled():
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait for the intent to be written: %w", err)
	}
	if err := s.recorder.Sync(); err != nil {
		return &recordError{err}
	}
	return nil
}

// mark and note drop the error: the next intent or answer meets it again, and
// Close of the recorder reports it at the latest.
func (s *Session) mark(mark journal.Mark) {
	_ = s.append(&journal.Record{Kind: journal.KindMark, Mark: &mark})
}

func (s *Session) note(topic, name, text string) {
	_ = s.append(&journal.Record{Kind: journal.KindNote, Note: &journal.Note{Topic: topic, Name: name, Text: text}})
}

func (s *Session) notef(topic, name, format string, arguments ...any) {
	s.note(topic, name, fmt.Sprintf(format, arguments...))
}
