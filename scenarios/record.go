package scenarios

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// written waits until what was recorded so far is written, so that a run which
// is killed after its next request leaves the intent of it. What is held back
// for an answer that does not come is not waited for longer than for a refusal.
func (s *Session) written(ctx context.Context) {
	timer := time.NewTimer(s.settings.Waits.Refusal)
	defer timer.Stop()
	select {
	case <-s.recorder.Settled():
	case <-timer.C:
	case <-ctx.Done():
	}
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
