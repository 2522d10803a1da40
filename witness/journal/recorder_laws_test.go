package journal_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"hostwitness/witness/journal"

	"pgregory.net/rapid"
)

func TestNoForeignContentIsRecorded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const private = "private-content-of-somebody-else"
		var out bytes.Buffer
		recorder := journal.NewRecorder(&out, journal.RecorderConfig{})
		place := rapid.SampledFrom([]string{
			`{"eventId":"event-of-somebody-0009","type":"x.y","payload":{"p":"%s"}}`, `{"payload":"%s","eventId":7}`,
			`["%s"]`, `"%s"`, `%s`, `{"a":%s`, `{"hostEvent":{"payload":"%s"}}`, `{"hostEvent":"%s"}`,
		}).Draw(t, "place")
		text := fmt.Sprintf(place, private)
		frame := rawFrame(streamA, private, "x.y", text)
		frame.Retry = ""
		errs := []error{
			recorder.Append(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionEmit, Name: "x", Type: "x.y"}}),
			recorder.Frame(1, frame),
			recorder.Comment(1, journal.RawComment{Stream: streamA, Raw: []byte(text)}),
			recorder.Ended(1, journal.RawEnded{Stream: streamA, How: journal.EndedClean, Unfinished: []byte(text)}),
			recorder.Delivery(1, journal.RawDelivery{Inbox: journal.InboxA, Body: []byte(text), Header: []journal.Header{{Name: "X", Value: private}}}),
			recorder.Delivery(1, journal.RawDelivery{Body: []byte(text), Header: []journal.Header{{Name: "X", Value: private}}}),
			recorder.Append(journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{Name: "x", Accepted: true, EventID: ownID, Type: "x.y"}}),
			recorder.Close(2, journal.EndComplete),
		}
		for i, err := range errs {
			if err != nil {
				t.Fatalf("record observation %d: %v", i, err)
			}
		}
		for _, text := range recovered(out.Bytes()) {
			if strings.Contains(text, private) {
				t.Fatalf("content of others stands in\n%s", text)
			}
		}
	})
}

func TestDigestsAreEqualWhenTheBytesAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := journal.RecorderConfig{Limits: journal.Limits{BodyBytes: 8}}
		copy(config.Key[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "key"))
		recorder := journal.NewRecorder(&bytes.Buffer{}, config)
		recorder.AddSecret("a", "secret-one")
		recorder.AddSecret("a", "secret-two") // the same text is kept of both
		draw := func(label string) []byte {
			return rapid.OneOf(
				rapid.SliceOfN(rapid.ByteRange('a', 'b'), 0, 12),
				rapid.SampledFrom([][]byte{[]byte("secret-one"), []byte("secret-two"), []byte("secret\xff"), nil}),
			).Draw(t, label)
		}
		first, second := draw("first"), draw("second")
		if equal := recorder.Bytes(first).Digest == recorder.Bytes(second).Digest; equal != bytes.Equal(first, second) {
			t.Fatalf("%q and %q: digests equal %v", first, second, equal)
		}
		config.Key[0]++
		if other := journal.NewRecorder(&bytes.Buffer{}, config); other.Bytes(first).Digest == recorder.Bytes(first).Digest {
			t.Fatalf("the digest of %q is the same under another key", first)
		}
	})
}

func TestWhatIsRecordedIsWhatWasSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) })).Draw(t, "raw")
		var out bytes.Buffer
		recorder := journal.NewRecorder(&out, journal.RecorderConfig{})
		if err := recorder.Exchange(0, journal.RawExchange{Response: &journal.RawResponse{Body: raw}}); err != nil {
			t.Fatalf("record: %v", err)
		}
		if err := recorder.Close(0, journal.EndComplete); err != nil {
			t.Fatalf("close: %v", err)
		}
		records, err := journal.Read(&out)
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		if got := records[0].Exchange.Response.Body; !bytes.Equal(got.Content(), raw) || got.Cut || got.Length != int64(len(raw)) {
			t.Fatalf("%q came back as %q", raw, got.Content())
		}
	})
}

// What is decided must not depend on whether the event or the answer to its
// emission came first.
func TestTheOrderOfEventAndAnswerDecidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const events = 4
		var steps []string
		for i := range events {
			steps = append(steps, fmt.Sprint("answer ", i), fmt.Sprint("frame ", i))
		}
		steps = rapid.Permutation(steps).Draw(t, "order")
		var out bytes.Buffer
		recorder := journal.NewRecorder(&out, journal.RecorderConfig{})
		id := func(name string) string { return "event-of-this-run-" + name }
		for i := range events {
			check(t, recorder.Append(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionEmit, Name: fmt.Sprint(i), Type: ownType}}))
		}
		for at, step := range steps {
			action, name, _ := strings.Cut(step, " ")
			switch action {
			case "answer":
				check(t, recorder.Append(journal.Record{At: journal.Offset(at), Kind: journal.KindEmit, Emit: &journal.Emit{Name: name, Accepted: true, EventID: id(name)}}))
			case "frame":
				check(t, recorder.Frame(journal.Offset(at), rawFrame(streamA, id(name), ownType, envelopeOf(id(name), ownType))))
			}
		}
		check(t, recorder.Close(99, journal.EndComplete))
		records, err := journal.Read(&out)
		check(t, err)
		for i, step := range steps {
			record := records[events+i]
			switch {
			case record.At != journal.Offset(i):
				t.Fatalf("record %d is of offset %d, want %d: the order of the calls", record.Seq, record.At, i)
			case record.Frame != nil && (!record.Frame.Own || step != "frame "+strings.TrimPrefix(record.Frame.EventID, "event-of-this-run-")):
				t.Fatalf("step %q was recorded as %+v", step, record.Frame)
			}
		}
	})
}

func check(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecorderTakesCallsFromManyGoroutines(t *testing.T) {
	const routines, rounds = 8, 50
	s := newSession(t, journal.RecorderConfig{})
	var wait sync.WaitGroup
	for routine := range routines {
		wait.Go(func() {
			stream := fmt.Sprint("x/stream-", routine)
			s.AddSecret(stream, "secret-of-"+stream)
			for round := range rounds {
				at := journal.Offset(round)
				name := fmt.Sprint("x/", routine, "-", round)
				id := fmt.Sprintf("event-of-this-run-%02d-%03d", routine, round)
				errs := []error{
					s.Append(journal.Record{At: at, Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionEmit, Name: name, Type: ownType}}),
					s.Frame(at, rawFrame(stream, id, ownType, envelopeOf(id, ownType))),
					s.Comment(at, journal.RawComment{Stream: stream, Raw: []byte(": " + id)}),
					s.Append(journal.Record{At: at, Kind: journal.KindEmit, Emit: &journal.Emit{Name: name, Accepted: true, EventID: id, Type: ownType}}),
				}
				s.Bytes([]byte(id))
				s.Full()
				for i, err := range errs {
					if err != nil {
						t.Errorf("call %d: %v", i, err)
					}
				}
			}
			<-s.Settled()
		})
	}
	wait.Wait()
	ev := journal.Fold(journal.Evidence{}, s.closed())
	for routine := range routines {
		stream := ev.Streams[fmt.Sprint("x/stream-", routine)]
		if len(stream.Frames) != rounds || len(stream.Comments) != rounds {
			t.Errorf("stream %d has %d frames and %d comments, want %d each", routine, len(stream.Frames), len(stream.Comments), rounds)
		}
		for i := range stream.Frames {
			if !stream.Frames[i].Own || len(stream.Comments[i].Mentions) != 1 {
				t.Fatalf("frame %d of stream %d: own %v, comment mentions %v", i, routine, stream.Frames[i].Own, stream.Comments[i].Mentions)
			}
		}
	}
}
