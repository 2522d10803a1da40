package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"hostwitness/witness/journal"
)

func isClosed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}

// On a busy host some emission is always unanswered. Who waits for an intent
// waits for what was before it, not for a moment without any.
func TestSettledDoesNotWaitForWhatComesLater(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	frame := func(at journal.Offset) {
		s.must(s.Frame(at, rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType))))
	}
	s.intend(1, "x/1")
	frame(2)
	first := s.Settled()
	s.intend(3, "x/2")
	frame(4)
	second := s.Settled()
	if isClosed(first) || isClosed(second) {
		t.Fatal("settled while an emission is unanswered")
	}
	s.answer(5, "x/1", ownID)
	if !isClosed(first) {
		t.Error("not settled although all that was before is written")
	}
	if isClosed(second) {
		t.Error("settled while the second emission is unanswered")
	}
	s.answer(6, "x/2", ownID)
	if !isClosed(second) {
		t.Error("not settled after the last answer")
	}
	if !isClosed(s.Settled()) {
		t.Error("not settled although nothing is held back")
	}
}

// medium is a writer that can be brought to a disk.
type medium struct {
	bytes.Buffer
	synced []int // length at each sync
	err    error
	during func()
}

func (m *medium) Sync() error {
	if m.during != nil {
		m.during()
	}
	m.synced = append(m.synced, m.Len())
	return m.err
}

func note(at journal.Offset, text string) journal.Record {
	return journal.Record{At: at, Kind: journal.KindNote, Note: &journal.Note{Topic: journal.TopicScenario, Text: text}}
}

func TestSyncBringsWhatIsWrittenToTheMedium(t *testing.T) {
	out := &medium{}
	recorder := journal.NewRecorder(out, journal.RecorderConfig{})
	if err := errors.Join(recorder.Append(note(1, "one")), recorder.Sync(), recorder.Append(note(2, "two")), recorder.Sync()); err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(out.Bytes(), '\n') + 1
	if want := fmt.Sprint([]int{first, out.Len()}); fmt.Sprint(out.synced) != want {
		t.Errorf("synced at %v bytes, want %s", out.synced, want)
	}
}

// A slow disk holds nobody up who records.
func TestRecordingGoesOnDuringASync(t *testing.T) {
	out := &medium{}
	recorder := journal.NewRecorder(out, journal.RecorderConfig{})
	out.during = func() {
		if err := recorder.Append(note(1, "meanwhile")); err != nil {
			t.Error(err)
		}
	}
	if err := recorder.Sync(); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		t.Error("nothing was written during the sync")
	}
}

func TestFailedSyncIsTheErrorOfEverythingAfter(t *testing.T) {
	full := errors.New("no space left")
	out := &medium{err: full}
	recorder := journal.NewRecorder(out, journal.RecorderConfig{})
	if err := recorder.Append(note(1, "one")); err != nil {
		t.Fatal(err)
	}
	if err := recorder.Sync(); !errors.Is(err, full) {
		t.Errorf("Sync gives %v, want %v", err, full)
	}
	out.err = nil
	written := out.Len()
	for what, err := range map[string]error{
		"Sync": recorder.Sync(), "Append": recorder.Append(note(2, "two")), "Close": recorder.Close(3, journal.EndComplete),
	} {
		if !errors.Is(err, full) {
			t.Errorf("%s gives %v after a failed sync, want %v", what, err, full)
		}
	}
	if out.Len() != written {
		t.Error("something was written after a failed sync")
	}
}

func TestSyncOfAWriterThatHasNoneIsNothing(t *testing.T) {
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
	if err := recorder.Sync(); err != nil {
		t.Error(err)
	}
}
