package witness

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/witness/journal"
)

func frame(id string) string {
	return fmt.Sprintf("event: example.event\nid: %s\ndata: {\"eventId\":\"%s\"}\n\n", id, id)
}

// eventStream answers 200 and then does what the function says.
func eventStream(serve func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("Content-Type", "Text/Event-Stream; charset=utf-8")
		serve(out, request)
	}
}

const (
	first  = "event-0000000001"
	second = "event-0000000002"
)

func TestStreamRecordsWhatCame(t *testing.T) {
	text := "\ufeff: hello\n\nretry: 1500\n\n" +
		"event: example.event\nid\ndata: {\"eventId\":\ndata: \"" + first + "\"}\n\n" +
		"data: unfinished " + second
	inBubble(t, eventStream(func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("X-More", "1")
		say(out, text)
	}), nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		<-stream.Done()
		if !stream.EventStream() || stream.Status() != 200 || stream.Fault() != nil || stream.Header().Get("X-More") != "1" {
			t.Errorf("status %d, fault %v, header %v", stream.Status(), stream.Fault(), stream.Header())
		}
		if _, seen := stream.Seen(first); !seen {
			t.Error("the event was not seen")
		}
		if _, seen := stream.Seen(second); seen {
			t.Error("an unfinished event was seen")
		}
		kinds := []journal.Kind{
			journal.KindIntent, journal.KindOpened, journal.KindComment, journal.KindFrame,
			journal.KindFrame, journal.KindEnded, journal.KindEnd,
		}
		records := r.end()
		if len(records) != len(kinds) {
			t.Fatalf("%d records, want %d", len(records), len(kinds))
		}
		for i, record := range records {
			if record.Kind != kinds[i] {
				t.Errorf("record %d is %s, want %s", i, record.Kind, kinds[i])
			}
		}
		comment, retry, event, ended := records[2].Comment, records[3].Frame, records[4].Frame, records[5].Ended
		if comment.Offset != 3 || comment.Length != int64(len(": hello\n")) {
			t.Errorf("comment = %+v", comment)
		}
		if retry.Retry != "1500" || retry.Dispatched || retry.IDField != journal.FieldAbsent {
			t.Errorf("retry = %+v", retry)
		}
		if !event.Dispatched || event.IDField != journal.FieldEmpty || event.Event != "example.event" || event.EventID != first ||
			string(event.Data.Content()) != "{\"eventId\":\n\""+first+"\"}" || !strings.HasPrefix(string(event.Raw.Content()), "event: example.event\nid\n") {
			t.Errorf("event = %+v", event)
		}
		if ended.How != journal.EndedClean || ended.Fault != nil || ended.Bytes != int64(len(text)) ||
			ended.Unfinished.Length != int64(len("data: unfinished "+second)) {
			t.Errorf("ended = %+v", ended)
		}
	})
}

func TestStreamSendsWhatItIsAsked(t *testing.T) {
	got := make(chan *http.Request, 1)
	empty := ""
	cursor := "cursor-0123456789"
	cases := []struct {
		call   StreamCall
		uri    string
		cursor []string
	}{
		{StreamCall{Path: "/host/events"}, "/host/events", nil},
		{StreamCall{Path: "/host/events", Replay: true, LastEventID: &cursor}, "/host/events?replay=required", []string{cursor}},
		{StreamCall{Path: "/events?x=1", Resumable: true, LastEventID: &empty}, "/events?x=1&resumable=true", []string{""}},
		{StreamCall{Path: "/e", Replay: true, Resumable: true, Tenant: journal.TenantA}, "/e?replay=required&resumable=true", nil},
	}
	for i, c := range cases {
		inBubble(t, func(_ http.ResponseWriter, request *http.Request) { got <- request }, func(config *Config) {
			config.Credential = func(journal.Tenant) (string, error) { return "stream-token", nil }
		}, func(t *testing.T, r *rig) {
			r.witness.SetVersion("2.1")
			c.call.Name = "test/stream"
			stream := r.witness.Open(t.Context(), c.call)
			<-stream.Done()
			request := <-got
			if request.RequestURI != c.uri || request.Method != "GET" || request.Header.Get("Accept") != "text/event-stream" ||
				request.Header.Get("OpenWOP-Version") != "2.1" {
				t.Errorf("%d: host got %s %s %v", i, request.Method, request.RequestURI, request.Header)
			}
			if values := request.Header["Last-Event-Id"]; strings.Join(values, "|") != strings.Join(c.cursor, "|") || len(values) != len(c.cursor) {
				t.Errorf("%d: Last-Event-ID = %q, want %q", i, values, c.cursor)
			}
			if token := request.Header.Get("Authorization"); (token == "Bearer stream-token") != (c.call.Tenant == journal.TenantA) {
				t.Errorf("%d: Authorization = %q", i, token)
			}
			intent := r.one(journal.KindIntent).Intent
			if intent.Action != journal.ActionOpen || intent.Name != c.call.Name || intent.Replay != c.call.Replay ||
				intent.Resumable != c.call.Resumable || (intent.LastEventID == nil) != (c.call.LastEventID == nil) {
				t.Errorf("%d: intent = %+v", i, intent)
			}
		})
	}
}

// Opening must not delay a cause: headers may come with the first event, and
// however late that is, the stream waits for it.
func TestStreamWithLateHeaders(t *testing.T) {
	inBubble(t, eventStream(func(out http.ResponseWriter, request *http.Request) {
		if within(request, time.Hour) {
			say(out, frame(first))
			stuck(out, request)
		}
	}), nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		if r.witness.Now() != 0 {
			t.Errorf("opening took %s", r.witness.Now())
		}
		if stream.Status() != 0 || stream.EventStream() {
			t.Errorf("status %d before the answer", stream.Status())
		}
		at, err := stream.Await(t.Context(), first)
		if at != time.Hour || err != nil {
			t.Errorf("seen at %s, %v", at, err)
		}
		<-stream.Answered()
		stream.Leave()
		if ended := r.one(journal.KindEnded).Ended; ended.How != journal.EndedLeft || ended.Fault != nil {
			t.Errorf("ended = %+v", ended)
		}
	})
}

func TestStreamOffsetsAreOfTheBytes(t *testing.T) {
	inBubble(t, eventStream(func(out http.ResponseWriter, request *http.Request) {
		whole := frame(first)
		say(out, whole[:10])
		within(request, 2*time.Second)
		say(out, whole[10:])
		within(request, 3*time.Second)
		say(out, ": comment\n"+frame(second))
		stuck(out, request)
	}), nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		for id, want := range map[string]time.Duration{second: 5 * time.Second, first: 2 * time.Second} {
			if at, err := stream.Await(t.Context(), id); at != want || err != nil {
				t.Errorf("%s was seen at %s, %v; want %s", id, at, err, want)
			}
		}
		for i, want := range []time.Duration{2 * time.Second, 5 * time.Second} {
			if record := r.all(journal.KindFrame)[i]; record.At != want {
				t.Errorf("frame %d is recorded at %s, want %s", i, record.At, want)
			}
		}
	})
}

func TestStreamAnsweredOtherwise(t *testing.T) {
	body := `{"error":"host_event_resync_required","message":"no"}`
	inBubble(t, respond(409, body), nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		<-stream.Answered()
		if stream.Status() != 409 || string(stream.Body()) != body || stream.EventStream() || stream.Fault() != nil {
			t.Errorf("status %d, body %q, fault %v", stream.Status(), stream.Body(), stream.Fault())
		}
		if _, err := stream.Await(t.Context(), first); !errors.Is(err, ErrStreamEnded) {
			t.Errorf("await = %v, want ErrStreamEnded", err)
		}
		opened, ended := r.one(journal.KindOpened).Opened, r.one(journal.KindEnded).Ended
		if opened.Status != 409 || string(opened.Body.Content()) != body || ended.How != journal.EndedAnswer {
			t.Errorf("opened = %+v, ended = %+v", opened, ended)
		}
	})
}

func TestStreamRefusalThatDrips(t *testing.T) {
	inBubble(t, func(out http.ResponseWriter, request *http.Request) {
		out.WriteHeader(409)
		say(out, "")
		for within(request, 4*time.Second) {
			say(out, "x")
		}
	}, nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		<-stream.Answered()
		wantFault(t, stream.Fault(), journal.FaultTimeout)
		if string(stream.Body()) != "xx" || r.witness.Now() != 10*time.Second {
			t.Errorf("body %q after %s", stream.Body(), r.witness.Now())
		}
	})
}

func TestStreamHeaderDeadlineWhereThereIsOne(t *testing.T) {
	inBubble(t, stuck, func(c *Config) { c.Deadlines.StreamHeader = time.Minute }, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		<-stream.Done()
		wantFault(t, stream.Fault(), journal.FaultTimeout)
		wantFault(t, r.one(journal.KindOpened).Opened.Fault, journal.FaultTimeout)
		wantFault(t, r.one(journal.KindEnded).Ended.Fault, journal.FaultTimeout)
	})
}

func TestStreamAwaitNamesWhatItWaitedFor(t *testing.T) {
	inBubble(t, eventStream(stuck), nil, func(t *testing.T, r *rig) {
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		_, err := stream.Await(ctx, first)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("await = %v, want a deadline", err)
		}
		for _, part := range []string{"test/stream", first, "7s"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not name %s", err, part)
			}
		}
	})
}

func TestStreamsEndEachInItsWay(t *testing.T) {
	ways := map[string]struct {
		end   func(*rig, *Stream, context.CancelFunc)
		how   journal.How
		fault journal.FaultKind
	}{
		"left":           {func(_ *rig, s *Stream, _ context.CancelFunc) { s.Leave(); s.Leave() }, journal.EndedLeft, ""},
		"stopped":        {func(_ *rig, _ *Stream, stop context.CancelFunc) { stop() }, journal.EndedFault, journal.FaultStopped},
		"witness closed": {func(r *rig, _ *Stream, _ context.CancelFunc) { r.witness.Close() }, journal.EndedLeft, ""},
	}
	for name, way := range ways {
		for when, handle := range map[string]http.HandlerFunc{"open": eventStream(func(out http.ResponseWriter, request *http.Request) {
			say(out, "data: half")
			stuck(out, request)
		}), "unanswered": stuck} {
			t.Run(name+" while "+when, func(t *testing.T) {
				inBubble(t, handle, nil, func(t *testing.T, r *rig) {
					ctx, stop := context.WithCancel(t.Context())
					defer stop()
					stream := r.witness.Open(ctx, StreamCall{Name: "test/stream", Path: "/host/events"})
					synctest.Wait()
					way.end(r, stream, stop)
					<-stream.Done()
					ended := r.one(journal.KindEnded).Ended
					if ended.How != way.how || (ended.Fault == nil) != (way.fault == "") {
						t.Errorf("ended = %+v, fault %+v", ended, ended.Fault)
					}
					if way.fault != "" {
						wantFault(t, ended.Fault, way.fault)
						wantFault(t, stream.Fault(), way.fault)
					}
					if when == "open" && (ended.Unfinished == nil || ended.Bytes != 10) {
						t.Errorf("ended = %+v, want the unfinished bytes", ended)
					}
				})
			})
		}
	}
}

func TestStreamAfterClose(t *testing.T) {
	inBubble(t, stuck, nil, func(t *testing.T, r *rig) {
		r.witness.Close()
		stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
		stream.Leave()
		wantFault(t, stream.Fault(), journal.FaultStopped)
		if _, err := stream.Await(t.Context(), first); !errors.Is(err, ErrStreamEnded) {
			t.Errorf("await = %v", err)
		}
		if n := len(r.end()); n != 1 {
			t.Errorf("%d records, want the end alone", n)
		}
	})
}

func TestEveryStreamHasItsOwnConnection(t *testing.T) {
	addresses := make(chan string, 3)
	server, _ := recordingHost(t, eventStream(func(out http.ResponseWriter, request *http.Request) {
		addresses <- request.RemoteAddr
		say(out, frame(first))
		stuck(out, request)
	}))
	r := newRig(t, server.URL, nil)
	distinct := map[string]bool{}
	for i := range 3 {
		stream := r.witness.Open(t.Context(), StreamCall{Name: fmt.Sprint("test/stream-", i), Path: "/host/events"})
		if _, err := stream.Await(t.Context(), first); err != nil {
			t.Error(err)
		}
		distinct[<-addresses] = true
	}
	if len(distinct) != 3 {
		t.Errorf("connections from %v, want three", distinct)
	}
	r.witness.Close()
}

// Where envelope and id do not agree, or the envelope is broken, a wait must
// still end: what is wrong is for others to say.
func TestStreamSeesADamagedEvent(t *testing.T) {
	for name, text := range map[string]string{
		"id alone":       "id: " + first + "\ndata: nonsense\n\n",
		"envelope alone": "data: {\"eventId\": \"" + first + "\"}\n\n",
		"cut off":        "data: {\"x\": 1, \"eventId\" : \"" + first + "\", \"type\n\n",
		"other member":   "data: {\"eventId\": 7, \"x\": {\"eventId\":\"" + first + "\"}}\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, eventStream(func(out http.ResponseWriter, _ *http.Request) { say(out, text) }), nil, func(t *testing.T, r *rig) {
				stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
				if _, err := stream.Await(t.Context(), first); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestStreamTellsItsFirstRecord(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want bool
	}{"comment": {": x\n", true}, "block": {"retry: 5\n\n", true}, "nothing": {"\n\ndata: x", false}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, eventStream(func(out http.ResponseWriter, _ *http.Request) { say(out, c.text) }), nil, func(t *testing.T, r *rig) {
				stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
				<-stream.Done()
				select {
				case <-stream.First():
					if !c.want {
						t.Error("told a first record where there is none")
					}
				default:
					if c.want {
						t.Error("told no first record")
					}
				}
			})
		})
	}
}
