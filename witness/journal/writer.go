package journal

import (
	"errors"
	"fmt"
	"io"
)

// ErrEnded is returned for a record that comes after the end record.
var ErrEnded = errors.New("the journal has ended")

// Writer appends records to a journal, each bound to the one before. It is not
// safe for concurrent use and knows nothing of what must not be in evidence:
// that is Recorder's business. Use NewWriter.
type Writer struct {
	out   io.Writer
	last  Record // the place of the last record; its members are not kept
	ended bool
	err   error
}

// NewWriter gives a writer of a new journal to out. Each record is one Write.
func NewWriter(out io.Writer) *Writer {
	return &Writer{out: out}
}

// Append writes the record and gives it back with its place: Seq, Prev, Hash
// and, at the end, the count. At must not be before that of the record before.
//
// An error of the underlying writer is returned from then on for every record,
// for nothing can be appended to half a line. A record refused for what it is
// leaves the journal as it was; ErrEnded is returned after the end record.
func (w *Writer) Append(record Record) (Record, error) {
	placed, _, err := w.append(record)
	return placed, err
}

func (w *Writer) append(record Record) (Record, int, error) {
	switch {
	case w.err != nil:
		return Record{}, 0, w.err
	case w.ended:
		return Record{}, 0, fmt.Errorf("append a record of kind %q: %w", record.Kind, ErrEnded)
	case record.At < w.last.At:
		return Record{}, 0, fmt.Errorf("append a record of kind %q: its offset %s is before the last one, %s", record.Kind, record.At, w.last.At)
	}
	record.Seq, record.Prev = w.last.Seq+1, w.last.Hash
	if record.End != nil {
		end := *record.End
		end.Count = record.Seq
		record.End = &end
	}
	line, hash, err := EncodeLine(record)
	if err != nil {
		return Record{}, 0, err
	}
	if err := w.write(append(line, '\n')); err != nil {
		return Record{}, 0, err
	}
	record.Hash = hash
	w.last, w.ended = Record{Seq: record.Seq, At: record.At, Hash: hash}, record.Kind == KindEnd
	return record, len(line) + 1, nil
}

func (w *Writer) write(line []byte) error {
	n, err := w.out.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("write the journal: %w", err)
	}
	return w.err
}
