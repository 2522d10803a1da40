package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Read gives the records of a journal and refuses everything that a Writer
// does not write: lines of more than MaxLineBytes, lines that are not the one
// line of their record, unknown members and kinds, holes, a broken chain,
// offsets that go backwards, a wrong count, and anything after the end record.
//
// The error is a *DamageError for a damaged journal, ErrIncomplete for one that
// only lacks its end, and otherwise what r returned. With every error come the
// records before the place that it is about: good for cleaning up after a
// killed run, never for a verdict.
func Read(r io.Reader) ([]Record, error) {
	return readWithin(r, MaxLineBytes)
}

func readWithin(r io.Reader, maxLine int) ([]Record, error) {
	lines := bufio.NewReaderSize(r, 64<<10)
	var chain chain
	for number := int64(1); ; number++ {
		line, err := readLine(lines, number, maxLine)
		if err == io.EOF {
			break
		}
		if err != nil {
			return chain.records, err
		}
		if err := chain.add(line, number); err != nil {
			return chain.records, err
		}
	}
	if !chain.ended {
		return chain.records, fmt.Errorf("read journal of %d records: %w", len(chain.records), ErrIncomplete)
	}
	return chain.records, nil
}

// readLine gives the next line without its end, and io.EOF when there is none.
// The line is only good until the next call.
func readLine(lines *bufio.Reader, number int64, maxLine int) ([]byte, error) {
	var long []byte
	for {
		part, err := lines.ReadSlice('\n')
		switch {
		case len(long)+len(bytes.TrimSuffix(part, []byte("\n"))) > maxLine:
			return nil, &DamageError{number, DamageLong, fmt.Sprintf("more than %d bytes", maxLine)}
		case err == nil && long == nil:
			return part[:len(part)-1], nil
		case err == nil:
			return append(long, part[:len(part)-1]...), nil
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
		case err == io.EOF && len(long)+len(part) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, &DamageError{number, DamageCut, "the last line has no line end"}
		default:
			return nil, fmt.Errorf("read journal line %d: %w", number, err)
		}
	}
}

// chain is what was read so far and held.
type chain struct {
	records []Record
	last    Record
	ended   bool
}

func (c *chain) add(line []byte, number int64) error {
	if c.ended {
		return &DamageError{number, DamageAfterEnd, "the record before it is the end"}
	}
	record, damage := decodeLine(line)
	if damage == nil {
		damage = c.follows(&record)
	}
	if damage != nil {
		damage.Line = number
		return damage
	}
	c.records, c.last, c.ended = append(c.records, record), record, record.Kind == KindEnd
	return nil
}

// decodeLine reads a line by itself. The record is encoded again and must give
// the same bytes, which leaves no room for other spellings, order or spacing.
func decodeLine(line []byte) (Record, *DamageError) {
	var record Record
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&record); err != nil {
		return Record{}, &DamageError{Damage: DamageSyntax, Detail: err.Error()}
	}
	if err := record.shape(); err != nil {
		return Record{}, &DamageError{Damage: DamageKind, Detail: err.Error()}
	}
	again, hash, err := EncodeLine(record)
	if err != nil {
		return Record{}, &DamageError{Damage: DamageForm, Detail: err.Error()}
	}
	covered := len(again) - hashTail
	if len(line) != len(again) || !bytes.Equal(line[:covered], again[:covered]) {
		return Record{}, &DamageError{Damage: DamageForm, Detail: "the record is written in other bytes than its own"}
	}
	if record.Hash != hash {
		return Record{}, &DamageError{Damage: DamageHash, Detail: fmt.Sprintf("it says %q, its bytes say %q", record.Hash, hash)}
	}
	if !bytes.Equal(line, again) {
		return Record{}, &DamageError{Damage: DamageForm, Detail: "the hash is written in other bytes than its own"}
	}
	return record, nil
}

// follows says whether the record may stand after those before it.
func (c *chain) follows(record *Record) *DamageError {
	switch {
	case record.Seq != c.last.Seq+1:
		return &DamageError{Damage: DamageSeq, Detail: fmt.Sprintf("seq is %d, want %d", record.Seq, c.last.Seq+1)}
	case record.Prev != c.last.Hash:
		return &DamageError{Damage: DamagePrev, Detail: "prev is not the hash of the line before"}
	case record.At < c.last.At:
		return &DamageError{Damage: DamageOffset, Detail: fmt.Sprintf("offset %s is before %s", record.At, c.last.At)}
	case record.End != nil && record.End.Count != record.Seq:
		return &DamageError{Damage: DamageCount, Detail: fmt.Sprintf("the end counts %d records, there are %d", record.End.Count, record.Seq)}
	}
	return nil
}
