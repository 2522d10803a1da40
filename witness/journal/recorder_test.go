package journal_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
)

const (
	ownID     = "event-of-this-run-0001"
	otherID   = "event-of-somebody-0009"
	ownType   = journal.TypeTestDurable
	streamA   = journal.StreamControlA
	emitProbe = journal.EmitProbeA
)

// session is a recorder with the journal that it writes.
type session struct {
	t   *testing.T
	out bytes.Buffer
	*journal.Recorder
}

func newSession(t *testing.T, config journal.RecorderConfig) *session {
	s := &session{t: t}
	s.Recorder = journal.NewRecorder(&s.out, config)
	return s
}

func (s *session) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("record: %v", err)
	}
}

func (s *session) intend(at journal.Offset, name string) {
	s.t.Helper()
	s.must(s.Append(journal.Record{At: at, Kind: journal.KindIntent, Intent: &journal.Intent{
		Action: journal.ActionEmit, Name: name, Type: ownType, Class: journal.ClassDurable,
	}}))
}

func (s *session) answer(at journal.Offset, name, id string) {
	s.t.Helper()
	s.must(s.Append(journal.Record{At: at, Kind: journal.KindEmit, Emit: &journal.Emit{
		Name: name, Status: 202, Accepted: id != "", EventID: id, Type: ownType,
	}}))
}

// caused makes id one of this run's.
func (s *session) caused(id string) {
	s.t.Helper()
	s.intend(0, emitProbe)
	s.answer(0, emitProbe, id)
}

// closed closes the journal and reads it back.
func (s *session) closed() []journal.Record {
	s.t.Helper()
	s.must(s.Close(0, journal.EndComplete))
	return s.read()
}

func (s *session) read() []journal.Record {
	s.t.Helper()
	records, err := journal.Read(bytes.NewReader(s.out.Bytes()))
	if err != nil && !errors.Is(err, journal.ErrIncomplete) {
		s.t.Fatalf("read what was recorded: %v\n%s", err, s.out.Bytes())
	}
	return records
}

func kinds(records []journal.Record) string {
	var names []string
	for i := range records {
		names = append(names, string(records[i].Kind))
	}
	return strings.Join(names, " ")
}

// envelopeOf is the data of a lawful durable event.
func envelopeOf(id, eventType string) string {
	return `{"eventId":"` + id + `","type":"` + eventType + `","timestamp":"2024-01-01T00:00:00Z","delivery":"durable","payload":{"private":"content"}}`
}

// rawFrame is a lawful durable frame with that data.
func rawFrame(stream, id, eventType, data string) journal.RawFrame {
	return journal.RawFrame{
		Stream: stream, Dispatched: true,
		EventField: journal.FieldGiven, Event: eventType, IDField: journal.FieldGiven, ID: id, Data: data,
		Raw: []byte("event: " + eventType + "\nid: " + id + "\ndata: " + data + "\n\n"),
	}
}

func firstFrame(t *testing.T, records []journal.Record) journal.Frame {
	t.Helper()
	for i := range records {
		if records[i].Frame != nil {
			return *records[i].Frame
		}
	}
	t.Fatalf("no frame in %s", kinds(records))
	return journal.Frame{}
}

func TestRecorderWritesEveryKind(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.must(s.Append(journal.Record{At: 1, Kind: journal.KindRun, Run: &journal.Run{ID: "r"}}))
	s.must(s.Exchange(2, journal.RawExchange{
		Name: journal.ExchangeDiscoveryStart, Attempt: 1, Method: "GET", URL: "http://127.0.0.1/.well-known/openwop",
		Response: &journal.RawResponse{Status: 200, Body: []byte(`{"webhooks":{}}`), HeaderAt: 2},
	}))
	s.must(s.Append(journal.Record{At: 3, Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: journal.AtStart, Exchange: journal.ExchangeDiscoveryStart}}))
	s.caused(ownID)
	s.must(s.Opened(4, journal.RawOpened{Stream: streamA, Status: 200}))
	s.must(s.Frame(5, rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType))))
	s.must(s.Comment(6, journal.RawComment{Stream: streamA, Raw: []byte(": hello\n")}))
	s.must(s.Ended(7, journal.RawEnded{Stream: streamA, How: journal.EndedClean, Bytes: 99}))
	s.must(s.Delivery(8, journal.RawDelivery{Inbox: journal.InboxA, Method: "POST", Body: []byte(`{"hostEvent":` + envelopeOf(ownID, ownType) + `}`)}))
	s.must(s.Append(journal.Record{At: 9, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkBarrier, Name: "x"}}))
	s.must(s.Append(journal.Record{At: 10, Kind: journal.KindNote, Note: &journal.Note{Topic: journal.TopicScenario, Text: "x"}}))
	records := s.closed()

	const want = "run exchange discovery intent emit opened frame comment ended delivery mark note end"
	if got := kinds(records); got != want {
		t.Fatalf("kinds = %s\nwant    %s", got, want)
	}
	ev := journal.Fold(journal.Evidence{}, records)
	if !ev.Start.Webhooks || ev.Ended == nil || ev.Ended.Count != 13 || ev.Ended.Reason != journal.EndComplete {
		t.Errorf("start %+v, end %+v", ev.Start, ev.Ended)
	}
	frame := ev.Streams[streamA].Frames[0]
	if !frame.Own || frame.EventID != ownID || frame.Data.Text != envelopeOf(ownID, ownType) || !strings.HasPrefix(frame.Raw.Text, "event: ") {
		t.Errorf("frame = %+v", frame)
	}
	delivery := ev.Inboxes[journal.InboxA].Deliveries[0]
	if !delivery.Own || delivery.EventID != ownID || delivery.Body == nil || delivery.Foreign != nil {
		t.Errorf("delivery = %+v", delivery)
	}
}

func TestRecorderRefusesOtherKindsInAppend(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	for _, record := range []journal.Record{
		{Kind: journal.KindFrame, Frame: &journal.Frame{}},
		{Kind: journal.KindEnd, End: &journal.End{}},
		{Kind: journal.KindExchange, Exchange: &journal.Exchange{}},
		{Kind: journal.KindNote},
		{Kind: "memo"},
	} {
		if err := s.Append(record); err == nil {
			t.Errorf("a record of kind %q was appended", record.Kind)
		}
	}
	if s.out.Len() != 0 {
		t.Errorf("something was written: %s", s.out.Bytes())
	}
}

// An event may be faster than the answer to its emission.
func TestRecorderWaitsForTheAnswerToAnEmission(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.intend(1, emitProbe)
	s.must(s.Frame(2, rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType))))
	s.must(s.Append(journal.Record{At: 3, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkBarrier, Name: "x"}}))
	settled := s.Settled()

	if got := kinds(s.read()); got != "intent" {
		t.Errorf("written before the answer: %s, want the intent alone", got)
	}
	select {
	case <-settled:
		t.Errorf("settled while an observation is held back")
	default:
	}
	s.answer(4, emitProbe, ownID)
	select {
	case <-settled:
	default:
		t.Errorf("not settled after the answer")
	}
	records := s.read()
	if got := kinds(records); got != "intent frame mark emit" {
		t.Errorf("written after the answer: %s", got)
	}
	if !firstFrame(t, records).Own {
		t.Errorf("the event that was faster than its answer is not this run's own")
	}
}

// What arrives later waits for its own emissions, not for those asked after it.
func TestRecorderWaitsOnlyForEarlierEmissions(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.intend(1, "x/first")
	s.must(s.Comment(2, journal.RawComment{Stream: streamA}))
	s.intend(3, "x/second")
	s.must(s.Comment(4, journal.RawComment{Stream: streamA}))
	s.answer(5, "x/first", ownID)
	if got := kinds(s.read()); got != "intent comment intent" {
		t.Errorf("after the first answer: %s, want the first comment and not the second", got)
	}
	s.answer(6, "x/second", "")
	if got := kinds(s.read()); got != "intent comment intent comment emit emit" {
		t.Errorf("after both answers: %s", got)
	}
}

func TestRecorderDecidesAtCloseAtTheLatest(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.intend(1, emitProbe)
	s.must(s.Frame(2, rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType))))
	records := s.closed()
	if got := kinds(records); got != "intent frame end" {
		t.Fatalf("kinds = %s", got)
	}
	if frame := firstFrame(t, records); frame.Own || frame.Foreign.EventID != ownID || frame.Data != nil {
		t.Errorf("frame = %+v, want foreign: its emission was never answered", frame)
	}
}

func TestRecorderRaisesALateOffset(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	for _, at := range []journal.Offset{-5, 20, 10, 30} {
		s.must(s.Append(journal.Record{At: at, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkLag}}))
	}
	var got []journal.Offset
	for _, record := range s.closed() {
		got = append(got, record.At)
	}
	if diff := cmp.Diff([]journal.Offset{0, 20, 20, 30, 30}, got); diff != "" {
		t.Errorf("offsets (-want +got):\n%s", diff)
	}
}

func TestRecorderKeepsNoMemoryOfTheCaller(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{KeepForeign: true})
	s.intend(1, emitProbe)
	frame := rawFrame(streamA, otherID, ownType, "{}")
	want := string(frame.Raw)
	comment := journal.RawComment{Stream: streamA, Raw: []byte(": " + ownID)}
	ended := journal.RawEnded{Stream: streamA, How: journal.EndedFault, Fault: &journal.Fault{Message: "first"}, Unfinished: []byte(ownID)}
	delivery := journal.RawDelivery{Body: []byte(`{"a":1}`), Header: []journal.Header{{Name: "A", Value: "first"}}, MACs: []journal.MAC{{Value: "first"}}}
	mark := journal.Mark{Name: "first"}
	s.must(s.Frame(2, frame))
	s.must(s.Comment(2, comment))
	s.must(s.Ended(2, ended))
	s.must(s.Delivery(2, delivery))
	s.must(s.Append(journal.Record{At: 2, Kind: journal.KindMark, Mark: &mark}))
	clear(frame.Raw)
	clear(comment.Raw)
	clear(ended.Unfinished)
	clear(delivery.Body)
	clear(delivery.Header)
	clear(delivery.MACs)
	ended.Fault.Message, mark.Name = "second", "second"
	s.answer(3, emitProbe, ownID)

	ev := journal.Fold(journal.Evidence{}, s.closed())
	stream, stray := ev.Streams[streamA], ev.Strays[0]
	if got := stream.Frames[0].Raw.Text; got != want {
		t.Errorf("raw = %q, want %q", got, want)
	}
	if len(stream.Comments[0].Mentions) != 1 || len(stream.Ended.Unfinished.Mentions) != 1 || stream.Ended.Fault.Message != "first" {
		t.Errorf("comment %+v, end %+v", stream.Comments[0], stream.Ended)
	}
	if stray.Body.Text != `{"a":1}` || stray.Header[0].Value != "first" || stray.MACs[0].Value != "first" || ev.Marks[0].Name != "first" {
		t.Errorf("delivery %+v, mark %+v", stray, ev.Marks[0])
	}
}

func TestRecorderEndsOnce(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.must(s.Close(5, journal.EndInterrupted))
	before := s.out.Len()
	for name, err := range map[string]error{
		"append": s.Append(journal.Record{Kind: journal.KindNote, Note: &journal.Note{}}),
		"frame":  s.Frame(6, journal.RawFrame{}),
		"ended":  s.Ended(6, journal.RawEnded{}),
		"close":  s.Close(6, journal.EndComplete),
	} {
		if !errors.Is(err, journal.ErrEnded) {
			t.Errorf("%s after the end: %v, want ErrEnded", name, err)
		}
	}
	if s.out.Len() != before {
		t.Errorf("something was written after the end")
	}
}

func TestRecorderFlushesAtTheEnd(t *testing.T) {
	var out bytes.Buffer
	recorder := journal.NewRecorder(bufio.NewWriter(&out), journal.RecorderConfig{})
	if err := recorder.Close(0, journal.EndComplete); err != nil {
		t.Fatalf("close: %v", err)
	}
	if records, err := journal.Read(&out); err != nil || len(records) != 1 {
		t.Errorf("read %d records, %v, want the end", len(records), err)
	}
}

func TestRecorderReturnsTheErrorOfItsWriter(t *testing.T) {
	full := errors.New("no space left")
	recorder := journal.NewRecorder(&shortWriter{room: 300, err: full}, journal.RecorderConfig{})
	var err error
	for range 5 {
		err = recorder.Append(journal.Record{Kind: journal.KindNote, Note: &journal.Note{Text: "x"}})
	}
	if !errors.Is(err, full) {
		t.Errorf("append: %v, want %v", err, full)
	}
	if err := recorder.Close(0, journal.EndComplete); !errors.Is(err, full) {
		t.Errorf("close: %v, want %v", err, full)
	}
}

func TestRecorderGivesTheBytesOfAnIntent(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.AddSecret("credential-a", "a-long-credential")
	raw := []byte(`{"token":"a-long-credential"}`)
	got := s.Bytes(raw)
	clear(raw)
	want := `{"token":"[redacted:credential-a]"}`
	if got.Text != want || got.Length != 29 || len(got.Digest) != 64 {
		t.Errorf("bytes = %+v, want the text %s", got, want)
	}
	if diff := cmp.Diff([]journal.Redaction{{Offset: 10, Length: 17, Name: "credential-a"}}, got.Redacted); diff != "" {
		t.Errorf("redacted (-want +got):\n%s", diff)
	}
	if !json.Valid([]byte(got.Text)) {
		t.Errorf("the marker broke the JSON")
	}
}
