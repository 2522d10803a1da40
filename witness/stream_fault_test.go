package witness

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/witness/journal"
)

const streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

func TestStreamNamesEveryFault(t *testing.T) {
	flood := func(text string) func(*rawHost, net.Conn) {
		return func(h *rawHost, conn net.Conn) {
			h.readRequest(conn)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
			repeatedly(conn, text)
		}
	}
	cases := []struct {
		name     string
		serve    func(*rawHost, net.Conn)
		want     journal.FaultKind
		answered bool
	}{
		{"closes at once", func(*rawHost, net.Conn) {}, journal.FaultReset, false},
		{"closes after the request", answering(""), journal.FaultReset, false},
		{"no HTTP", answering("hello\r\n"), journal.FaultProtocol, false},
		{"closes within a chunk", answering(streamHead + "f\r\ndata: "), journal.FaultReset, true},
		{"closes between chunks", answering(streamHead + "8\r\ndata: x\n\r\n"), journal.FaultReset, true},
		{"broken chunk", answering(streamHead + "8\r\ndata: x\n\r\nzz\r\n"), journal.FaultProtocol, true},
		{"resets", func(h *rawHost, conn net.Conn) {
			h.readRequest(conn)
			io.WriteString(conn, streamHead+"8\r\ndata: x\n\r\n")
			if err := reset(conn); err != nil {
				panic(err)
			}
		}, journal.FaultReset, true},
		{"gzip", answering("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b"), journal.FaultProtocol, true},
		{"another protocol", answering("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"), journal.FaultProtocol, true},
		{"endless line", flood(strings.Repeat("<p>", 1000)), journal.FaultLimit, true},
		{"endless block", flood("data: " + strings.Repeat("x", 100) + "\n"), journal.FaultLimit, true},
		{"endless blank lines", flood(strings.Repeat("\n", 4096)), journal.FaultLimit, true},
		{"endless comments", flood(": and more\n"), journal.FaultLimit, true},
		{"endless events", flood("data: x\n\n"), journal.FaultLimit, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			host := newRawHost(t, loopback(t), c.serve)
			r := newRig(t, "http://"+host.listener.Addr().String(), nil)
			stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
			<-stream.Done()
			wantFault(t, stream.Fault(), c.want)
			wantFault(t, r.one(journal.KindEnded).Ended.Fault, c.want)
			if opened := r.one(journal.KindOpened).Opened; (opened.Status != 0) != c.answered || (!c.answered && opened.Fault == nil) {
				t.Errorf("opened = %+v", opened)
			}
			if n := host.conns.Load(); n != 1 {
				t.Errorf("%d connections for one stream", n)
			}
		})
	}
}

// Everything up to the limits is fine, whatever a widespread client makes of it.
func TestStreamTakesLongLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	server, _ := recordingHost(t, eventStream(func(out http.ResponseWriter, _ *http.Request) {
		say(out, "data: "+long+"\ndata: "+long+"\nid: "+first+"\n\n")
	}))
	r := newRig(t, server.URL, func(c *Config) { c.Limits.LineBytes = 0 })
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
	if _, err := stream.Await(t.Context(), first); err != nil {
		t.Error(err)
	}
	<-stream.Done()
	if frame := r.one(journal.KindFrame).Frame; frame.Data.Length != 2*300<<10+1 || frame.Data.Cut {
		t.Errorf("data of %d bytes, cut %v", frame.Data.Length, frame.Data.Cut)
	}
}

// Streams that all flood at once share what may be held: who comes last is cut
// off, and gives back what it had.
func TestUnfinishedBlocksShareTheMemory(t *testing.T) {
	inBubble(t, eventStream(func(out http.ResponseWriter, request *http.Request) {
		say(out, strings.Repeat("data: "+strings.Repeat("x", 1000)+"\n", 600))
		within(request, time.Minute)
	}), nil, func(t *testing.T, r *rig) {
		one := r.witness.Open(t.Context(), StreamCall{Name: "test/one", Path: "/host/events"})
		synctest.Wait()
		for range 2 {
			more := r.witness.Open(t.Context(), StreamCall{Name: "test/more", Path: "/host/events"})
			<-more.Done()
			wantFault(t, more.Fault(), journal.FaultLimit)
		}
		<-one.Done()
		if fault := one.Fault(); fault != nil {
			t.Errorf("the stream that fitted has the fault %+v", fault)
		}
		if free := r.witness.memory.free; free != 1<<20 {
			t.Errorf("%d bytes are free in the end, want all", free)
		}
	})
}
