package witness

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// badHosts are what hosts do wrong over a plain connection, and what it is
// called.
var badHosts = []struct {
	name  string
	serve func(*rawHost, net.Conn)
	want  journal.FaultKind
	body  string // what of the body is kept
}{
	{name: "closes at once", serve: func(*rawHost, net.Conn) {}, want: journal.FaultReset},
	{name: "closes after the request", serve: answering(""), want: journal.FaultReset},
	{name: "resets after the request", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		if err := reset(c); err != nil {
			panic(err)
		}
	}, want: journal.FaultReset},
	{name: "closes within the headers", serve: answering("HTTP/1.1 200 OK\r\nContent-Le"), want: journal.FaultReset},
	{name: "closes within the body", serve: answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), want: journal.FaultReset, body: "half"},
	{name: "closes within a chunk", serve: answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"), want: journal.FaultReset, body: "half"},
	{name: "closes before the last chunk", serve: answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"), want: journal.FaultReset, body: "half"},
	{name: "broken chunk length", serve: answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n"), want: journal.FaultProtocol, body: "half"},
	{name: "chunk longer than it says", serve: answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhalf\r\n0\r\n\r\n"), want: journal.FaultProtocol, body: "ha"},
	{name: "unknown transfer encoding", serve: answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: strange\r\n\r\n"), want: journal.FaultProtocol},
	{name: "two content lengths", serve: answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"), want: journal.FaultProtocol},
	{name: "negative content length", serve: answering("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"), want: journal.FaultProtocol},
	{name: "no HTTP", serve: answering("SSH-2.0-host\r\n\r\n"), want: journal.FaultProtocol},
	{name: "no header line", serve: answering("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), want: journal.FaultProtocol},
	{name: "status that is none", serve: answering("HTTP/1.1 2xx OK\r\n\r\n"), want: journal.FaultProtocol},
	{name: "switches protocols", serve: answering("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello"), want: journal.FaultProtocol},
	{name: "gzip", serve: answering("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"), want: journal.FaultProtocol, body: "\x1f\x8b\x08\x00"},
	{name: "endless headers", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		io.WriteString(c, "HTTP/1.1 200 OK\r\n")
		repeatedly(c, "X-More: and more\r\n")
	}, want: journal.FaultLimit},
	{name: "one endless header", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		io.WriteString(c, "HTTP/1.1 200 OK\r\nX-More: ")
		repeatedly(c, strings.Repeat("x", 4096))
	}, want: journal.FaultLimit},
	{name: "flood of 100", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		repeatedly(c, "HTTP/1.1 100 Continue\r\n\r\n")
	}, want: journal.FaultLimit},
	{name: "flood of 103", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		repeatedly(c, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
	}, want: journal.FaultLimit},
	{name: "endless body", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		repeatedly(c, strings.Repeat("0123456789abcdef", 256))
	}, want: journal.FaultLimit, body: strings.Repeat("0123456789abcdef", 64)},
	{name: "endless chunked body", serve: func(h *rawHost, c net.Conn) {
		h.readRequest(c)
		io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
		repeatedly(c, "10\r\n0123456789abcdef\r\n")
	}, want: journal.FaultLimit, body: strings.Repeat("0123456789abcdef", 64)},
	{name: "more than it may read in", serve: answering("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n" + strings.Repeat("x", 2000)),
		want: journal.FaultLimit, body: strings.Repeat("x", 1024)},
}

func TestExchangeNamesEveryFault(t *testing.T) {
	for _, c := range badHosts {
		t.Run(c.name, func(t *testing.T) {
			host := newRawHost(t, loopback(t), c.serve)
			r := newRig(t, "http://"+host.listener.Addr().String(), nil)
			answer := r.witness.Exchange(t.Context(), post())
			record := r.one(journal.KindExchange).Exchange
			wantFault(t, answer.Fault, c.want)
			wantFault(t, record.Fault, c.want)
			if string(answer.Body) != c.body {
				t.Errorf("body = %q, want %q", answer.Body, c.body)
			}
			if (record.Response == nil) != (answer.Status == 0) {
				t.Errorf("record has the response %v, the answer the status %d", record.Response, answer.Status)
			}
			if n := host.conns.Load(); n != 1 {
				t.Errorf("%d connections for one attempt", n)
			}
		})
	}
}

// A POST with an Idempotency-Key, and a request without a body, are what Go's
// HTTP client likes to repeat.
func TestExchangeIsSentOnce(t *testing.T) {
	calls := map[string]Call{"POST with a key": post(), "GET": get(), "POST without a body": {
		Name: "test/post", Attempt: 1, Method: http.MethodPost, Path: "/x",
		Header: http.Header{"Idempotency-Key": {"0123456789abcdefghijklm"}},
	}}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			host := newRawHost(t, loopback(t), answering(""))
			r := newRig(t, "http://"+host.listener.Addr().String(), nil)
			for attempt := range 3 {
				call.Attempt = attempt + 1
				wantFault(t, r.witness.Exchange(t.Context(), call).Fault, journal.FaultReset)
			}
			if n := host.requests.Load(); n != 3 {
				t.Errorf("%d requests for three attempts", n)
			}
			if n := len(r.all(journal.KindExchange)); n != 3 {
				t.Errorf("%d records for three attempts", n)
			}
		})
	}
}

// A connection that was good for one exchange is not trusted for the next.
func TestExchangeIsSentOnceAfterAGoodOne(t *testing.T) {
	host := newRawHost(t, loopback(t), func(h *rawHost, c net.Conn) {
		if request, _ := h.readRequest(c); request != nil && h.requests.Load() == 1 {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
			h.readRequest(c)
		}
	})
	r := newRig(t, "http://"+host.listener.Addr().String(), nil)
	if answer := r.witness.Exchange(t.Context(), get()); answer.Status != 200 || answer.Fault != nil {
		t.Fatalf("first answer %d, %v", answer.Status, answer.Fault)
	}
	wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultReset)
	if n := host.requests.Load(); n != 2 {
		t.Errorf("%d requests for two attempts", n)
	}
}

func TestExchangeWithoutAConnection(t *testing.T) {
	listener := loopback(t)
	address := listener.Addr().String()
	listener.Close()
	r := newRig(t, "http://"+address, nil)
	answer := r.witness.Exchange(t.Context(), get())
	wantFault(t, answer.Fault, journal.FaultDial)
	if record := r.one(journal.KindExchange).Exchange; record.Response != nil || len(record.Request.Header) == 0 {
		t.Errorf("record = %+v, want no response and what was meant to be sent", record)
	}
}

func TestExchangeOverTLSNamesTheFault(t *testing.T) {
	certificate, roots := testCertificate(t)
	cases := []struct {
		name  string
		trust bool
		serve func(*testing.T) net.Listener
	}{
		{"no TLS", true, loopback},
		{"unknown authority", false, func(t *testing.T) net.Listener { return tlsListener(loopback(t), certificate) }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			host := newRawHost(t, c.serve(t), func(h *rawHost, conn net.Conn) {
				if secure, ok := conn.(*tls.Conn); ok {
					_ = secure.Handshake()
					return
				}
				io.WriteString(conn, "HTTP/1.1 400 Bad Request\r\n\r\n")
			})
			r := newRig(t, "https://"+host.listener.Addr().String(), func(config *Config) {
				if c.trust {
					config.RootCAs = roots
				}
			})
			wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultTLS)
		})
	}
}

func wantFault(t *testing.T, fault *journal.Fault, want journal.FaultKind) {
	t.Helper()
	switch {
	case fault == nil:
		t.Errorf("no fault, want %s", want)
	case fault.Kind != want:
		t.Errorf("fault %s (%s), want %s", fault.Kind, fault.Message, want)
	case fault.Message == "":
		t.Errorf("fault %s has no message", want)
	}
}

func get() Call {
	return Call{Name: "test/get", Attempt: 1, Method: http.MethodGet, Path: "/x"}
}

func post() Call {
	return Call{
		Name: "test/post", Attempt: 1, Method: http.MethodPost, Path: "/x", Body: []byte(`{"a": 1}`),
		Header: http.Header{"Idempotency-Key": {"0123456789abcdefghijklm"}},
	}
}
