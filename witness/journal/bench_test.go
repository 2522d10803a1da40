package journal_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// benchRecorder knows as many secrets and own ids as a standard run.
func benchRecorder(b *testing.B, out io.Writer) *journal.Recorder {
	recorder := journal.NewRecorder(out, journal.RecorderConfig{Limits: journal.Limits{RecordBytes: 1 << 50}})
	for i := range 4 {
		recorder.AddSecret(fmt.Sprint("secret-", i), fmt.Sprintf("%d-a-credential-of-usual-length-%d", i, i))
	}
	for i := range 60 {
		err := recorder.Append(journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{
			Name: fmt.Sprint("x/", i), Accepted: true, EventID: fmt.Sprintf("event-of-this-run-%04d", i), Type: ownType,
		}})
		if err != nil {
			b.Fatalf("append: %v", err)
		}
	}
	return recorder
}

func BenchmarkFrame(b *testing.B) {
	const id = "event-of-this-run-0001"
	frames := map[string]journal.RawFrame{
		"own":        rawFrame(streamA, id, ownType, envelopeOf(id, ownType)),
		"foreign":    rawFrame(streamA, otherID, "x.y", envelopeOf(otherID, "x.y")),
		"foreign1MB": rawFrame(streamA, otherID, "x.y", `{"x":"`+strings.Repeat(`\n text`, 150_000)+`"}`),
		"own1MB":     rawFrame(streamA, id, "x.y", `{"x":"`+strings.Repeat(`\n text`, 150_000)+`"}`),
	}
	for name, frame := range frames {
		b.Run(name, func(b *testing.B) {
			recorder := benchRecorder(b, io.Discard)
			b.SetBytes(int64(len(frame.Raw)))
			b.ReportAllocs()
			for b.Loop() {
				if err := recorder.Frame(0, frame); err != nil {
					b.Fatalf("frame: %v", err)
				}
			}
		})
	}
}

func BenchmarkReadAndFold(b *testing.B) {
	const id = "event-of-this-run-0001"
	var out bytes.Buffer
	recorder := benchRecorder(b, &out)
	for range 1000 {
		if err := recorder.Frame(0, rawFrame(streamA, id, ownType, envelopeOf(id, ownType))); err != nil {
			b.Fatalf("frame: %v", err)
		}
	}
	if err := recorder.Close(0, journal.EndComplete); err != nil {
		b.Fatalf("close: %v", err)
	}
	b.SetBytes(int64(out.Len()))
	for b.Loop() {
		records, err := journal.Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			b.Fatalf("read: %v", err)
		}
		journal.Fold(journal.Evidence{}, records)
	}
}
