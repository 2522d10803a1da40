package journal_test

import (
	"errors"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

func TestRecorderDecidesEarlierWhenMemoryIsUsedUp(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{Limits: journal.Limits{MemoryBytes: 4096}})
	s.intend(1, emitProbe)
	frame := rawFrame(streamA, otherID, ownType, `{"filler":"`+strings.Repeat("x", 1000)+`"}`)
	for at := range 5 {
		s.must(s.Frame(journal.Offset(at+2), frame))
	}
	records := s.read()
	if got := kinds(records); got != "intent note frame frame frame frame" {
		t.Fatalf("written = %s, want a note and all but the last frame", got)
	}
	if note := records[1].Note; note.Topic != journal.TopicRecorder || records[1].At != 2 {
		t.Errorf("note = %+v at %d", note, records[1].At)
	}
	s.answer(9, emitProbe, ownID)
	if got := kinds(s.closed()); got != "intent note frame frame frame frame frame emit end" {
		t.Errorf("in the end = %s", got)
	}
}

func TestRecorderDropsWhenItIsFull(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{Limits: journal.Limits{RecordBytes: 2000}})
	var err error
	frames := 0
	for ; err == nil && frames < 100; frames++ {
		if s.Full() {
			t.Fatalf("full before anything was dropped")
		}
		err = s.Frame(1, rawFrame(streamA, otherID, "x.y", envelopeOf(otherID, "x.y")))
	}
	if !errors.Is(err, journal.ErrFull) || !s.Full() {
		t.Fatalf("after %d frames: %v, full %v, want ErrFull", frames, err, s.Full())
	}
	if err := s.Comment(2, journal.RawComment{Stream: streamA}); !errors.Is(err, journal.ErrFull) {
		t.Errorf("comment: %v, want ErrFull", err)
	}
	if err := s.Delivery(2, journal.RawDelivery{}); !errors.Is(err, journal.ErrFull) {
		t.Errorf("delivery: %v, want ErrFull", err)
	}
	s.must(s.Ended(3, journal.RawEnded{Stream: streamA, How: journal.EndedFault, Fault: &journal.Fault{Kind: journal.FaultLimit, Message: "full"}}))
	s.caused(ownID)
	records := s.closed()
	var tail []journal.Record
	for i := range records {
		if records[i].Frame == nil {
			tail = append(tail, records[i])
		}
	}
	if got := kinds(tail); got != "note ended intent emit end" {
		t.Errorf("beside the frames: %s", got)
	}
	if written := len(records) - len(tail); written != frames-1 {
		t.Errorf("%d frames written, want the %d that were taken", written, frames-1)
	}
}

// What is held back will be written, so it counts.
func TestRecorderCountsWhatItHoldsBack(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{Limits: journal.Limits{RecordBytes: 5000}})
	s.intend(1, emitProbe)
	var err error
	for frames := 0; err == nil; frames++ {
		if frames > 10 {
			t.Fatalf("%d frames were taken", frames)
		}
		err = s.Frame(2, rawFrame(streamA, otherID, ownType, envelopeOf(otherID, ownType)))
	}
	if !errors.Is(err, journal.ErrFull) {
		t.Errorf("err = %v, want ErrFull", err)
	}
}

// What waited only behind something that was forced waits no longer.
func TestRecorderWritesWhatStoodBehindTheForced(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{Limits: journal.Limits{MemoryBytes: 4096}})
	s.intend(1, emitProbe)
	s.must(s.Comment(2, journal.RawComment{Stream: streamA, Raw: make([]byte, 2000)}))
	s.must(s.Append(journal.Record{At: 3, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkBarrier}}))
	s.must(s.Comment(4, journal.RawComment{Stream: streamA, Raw: make([]byte, 1000)}))
	if got := kinds(s.read()); got != "intent note comment mark" {
		t.Errorf("written = %s, want the first comment and the mark behind it", got)
	}
}
