package witness

import (
	"bytes"
	"net/url"
	"sync"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

// rig is a witness with its journal in memory.
type rig struct {
	t        *testing.T
	witness  *Witness
	recorder *journal.Recorder
	text     *bytes.Buffer
	end      func() []journal.Record
}

// newRig gives a witness of the host at base, with small limits.
func newRig(t *testing.T, base string, adjust func(*Config)) *rig {
	t.Helper()
	host, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	limits := journal.Limits{BodyBytes: testLimit, LineBytes: 64 << 10, FrameBytes: 1 << 20, MemoryBytes: 1 << 20, RecordBytes: 128 << 10}
	text := &bytes.Buffer{}
	recorder := journal.NewRecorder(text, journal.RecorderConfig{Limits: limits, KeepForeign: true})
	config := Config{Base: host, Recorder: recorder, Started: time.Now(), Limits: limits}
	if adjust != nil {
		adjust(&config)
	}
	witness, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, witness: witness, recorder: recorder, text: text}
	r.end = sync.OnceValue(func() []journal.Record {
		witness.Close()
		if err := recorder.Close(witness.Now(), journal.EndComplete); err != nil {
			t.Errorf("close the journal: %v", err)
		}
		records, err := journal.Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Errorf("read the journal: %v", err)
		}
		return records
	})
	t.Cleanup(func() { r.end() })
	return r
}

// all ends the run and gives its records of one kind.
func (r *rig) all(kind journal.Kind) []journal.Record {
	r.t.Helper()
	var found []journal.Record
	for _, record := range r.end() {
		if record.Kind == kind {
			found = append(found, record)
		}
	}
	return found
}

// one ends the run and gives its only record of one kind.
func (r *rig) one(kind journal.Kind) journal.Record {
	r.t.Helper()
	found := r.all(kind)
	if len(found) != 1 {
		r.t.Fatalf("%d records of kind %s, want one", len(found), kind)
	}
	return found[0]
}

// testLimit is the largest body in tests.
const testLimit = 1024
