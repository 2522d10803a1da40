package witness

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"hostwitness/witness/journal"
)

// The frames of HTTP/2 that a refusing host needs (RFC 9113 §6).
const (
	frameHeaders  = 1
	frameReset    = 3
	frameSettings = 4
	frameGoAway   = 7

	codeProtocol = 1
	codeRefused  = 7
)

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

func h2Frame(kind byte, stream uint32, payload ...byte) []byte {
	head := []byte{0, 0, byte(len(payload)), kind, 0}
	return append(binary.BigEndian.AppendUint32(head, stream), payload...)
}

// refusing speaks enough of HTTP/2 to refuse each request with the frames that
// the function makes of its stream id, and counts them.
func refusing(requests *atomic.Int32, refuse func(uint32) []byte) func(*rawHost, net.Conn) {
	return func(_ *rawHost, conn net.Conn) {
		if _, err := io.ReadFull(conn, make([]byte, len(preface))); err != nil {
			return
		}
		conn.Write(h2Frame(frameSettings, 0))
		for {
			head := make([]byte, 9)
			if _, err := io.ReadFull(conn, head); err != nil {
				return
			}
			length := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
			if _, err := io.ReadFull(conn, make([]byte, length)); err != nil {
				return
			}
			if head[3] == frameHeaders {
				requests.Add(1)
				conn.Write(refuse(binary.BigEndian.Uint32(head[5:])))
			}
		}
	}
}

// Go's HTTP client repeats a request that was refused in one of these ways, up
// to seven times.
func TestHTTP2IsSentOnce(t *testing.T) {
	code := func(c byte) []byte { return []byte{0, 0, 0, c} }
	refusals := map[string]func(uint32) []byte{
		"refused stream": func(id uint32) []byte { return h2Frame(frameReset, id, code(codeRefused)...) },
		"protocol error": func(id uint32) []byte { return h2Frame(frameReset, id, code(codeProtocol)...) },
		"going away":     func(uint32) []byte { return h2Frame(frameGoAway, 0, append(code(0), code(0)...)...) },
	}
	certificate, roots := testCertificate(t)
	for name, refuse := range refusals {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int32
			host := newRawHost(t, tlsListener(loopback(t), certificate, "h2"), refusing(&requests, refuse))
			r := newRig(t, "https://"+host.listener.Addr().String(), func(c *Config) { c.RootCAs = roots })
			wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultReset)
			wantFault(t, r.witness.Exchange(t.Context(), post()).Fault, journal.FaultReset)
			stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
			<-stream.Done()
			wantFault(t, stream.Fault(), journal.FaultReset)
			if n, c := requests.Load(), host.conns.Load(); n != 3 || c != 3 {
				t.Errorf("%d requests on %d connections for three attempts", n, c)
			}
		})
	}
}

func TestHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.ProtoMajor != 2 {
			t.Errorf("protocol %s, want HTTP/2", request.Proto)
		}
		if request.Method == http.MethodPost {
			body, _ := io.ReadAll(request.Body)
			out.WriteHeader(http.StatusAccepted)
			out.Write(body)
			return
		}
		eventStream(func(out http.ResponseWriter, request *http.Request) {
			say(out, frame(first))
			<-request.Context().Done()
		})(out, request)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	r := newRig(t, server.URL, func(c *Config) {
		c.RootCAs = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
		c.Credential = func(journal.Tenant) (string, error) { return "token-over-http2", nil }
	})
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events", Tenant: journal.TenantA})
	if _, err := stream.Await(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	answer := r.witness.Exchange(t.Context(), post())
	if answer.Status != 202 || string(answer.Body) != `{"a": 1}` || answer.Fault != nil {
		t.Errorf("answer = %d %q, %v", answer.Status, answer.Body, answer.Fault)
	}
	stream.Leave()
	for _, line := range r.one(journal.KindExchange).Exchange.Request.Header {
		if strings.HasPrefix(line.Name, ":") {
			t.Errorf("record holds the pseudo header %s", line.Name)
		}
	}
	if ended := r.one(journal.KindEnded).Ended; ended.How != journal.EndedLeft || ended.Bytes != int64(len(frame(first))) {
		t.Errorf("ended = %+v", ended)
	}
	if strings.Contains(r.text.String(), "token-over-http2") {
		t.Error("the journal holds the credential")
	}
}

func TestHTTP2FaultWithinAStream(t *testing.T) {
	server := httptest.NewUnstartedServer(eventStream(func(out http.ResponseWriter, _ *http.Request) {
		say(out, frame(first))
		panic(http.ErrAbortHandler)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	r := newRig(t, server.URL, func(c *Config) {
		c.RootCAs = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	})
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
	<-stream.Done()
	wantFault(t, stream.Fault(), journal.FaultReset)
	if _, seen := stream.Seen(first); !seen {
		t.Error("what came before the fault was not seen")
	}
}

func manyHeaders(many int) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		for i := range many {
			out.Header().Set(fmt.Sprint("X-More-", i), strings.Repeat("x", 4096))
		}
	}
}

// Over HTTP/2 the bounds hold as well. At its limit for headers Go's HTTP client
// ends the connection without saying that it was a limit.
func TestHTTP2Floods(t *testing.T) {
	floods := map[string]struct {
		handle http.HandlerFunc
		want   journal.FaultKind
	}{
		"body": {func(out http.ResponseWriter, request *http.Request) {
			for request.Context().Err() == nil {
				say(out, strings.Repeat("x", 4096))
			}
		}, journal.FaultLimit},
		"headers": {manyHeaders(300), journal.FaultProtocol},
	}
	for name, flood := range floods {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(flood.handle)
			server.EnableHTTP2 = true
			server.StartTLS()
			defer server.Close()
			r := newRig(t, server.URL, func(c *Config) {
				c.RootCAs = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
			})
			wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, flood.want)
		})
	}
}
