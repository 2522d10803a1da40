package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// MaxLineBytes bounds a line of the journal, line end not counted. Read and
// Writer refuse more. It is what the largest record needs that a Recorder
// makes: a frame of 16 MiB, kept twice (data and raw), at up to six bytes for
// the worst escaped one, and the rest of the record.
const MaxLineBytes = 256 << 20

// The hash stands last in a line, so that everything it covers is before it.
const (
	hashOpen  = `,"hash":"`
	hashClose = `"}`
	hashTail  = len(hashOpen) + 2*sha256.Size + len(hashClose)
)

// EncodeLine gives the line of a record, without a line end, and its hash. The
// line is one JSON object with its members in the order of the struct; hash,
// the last, is the SHA-256 of the line as it would stand without that member,
// in lower-case hex. What record.Hash holds does not matter.
//
// A record has one line only: whatever else decodes to the same record is
// refused by Read. So a record that holds text that is not UTF-8, which JSON
// cannot carry unchanged, is an error, and so is one whose members do not match
// its kind.
func EncodeLine(record Record) (line []byte, hash string, err error) {
	if err := record.shape(); err != nil {
		return nil, "", fmt.Errorf("encode record %d: %w", record.Seq, err)
	}
	record.Hash = ""
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&record); err != nil {
		return nil, "", fmt.Errorf("encode record %d: %w", record.Seq, err)
	}
	// What the encoder wrote ends in an empty hash, a brace and a line end.
	body := buffer.Bytes()[:buffer.Len()-len(hashOpen)-len(hashClose)-1]
	if holdsReplacement(body) {
		return nil, "", fmt.Errorf("encode record %d: a text in it is not UTF-8", record.Seq)
	}
	body = append(body, '}')
	sum := sha256.Sum256(body)
	hash = hex.EncodeToString(sum[:])
	line = append(body[:len(body)-1], hashOpen+hash+hashClose...)
	if len(line) > MaxLineBytes {
		return nil, "", fmt.Errorf("encode record %d: %d bytes, want at most %d", record.Seq, len(line), MaxLineBytes)
	}
	return line, hash, nil
}

// holdsReplacement finds the escape that the JSON encoder writes for a byte
// that is not UTF-8. The character itself it writes as it is, and an escape
// whose backslash is itself escaped is text.
func holdsReplacement(body []byte) bool {
	const escape = `\ufffd`
	for from := 0; ; {
		i := bytes.Index(body[from:], []byte(escape))
		if i < 0 {
			return false
		}
		at, slashes := from+i, 1
		for at-slashes >= 0 && body[at-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 1 {
			return true
		}
		from = at + len(escape)
	}
}
