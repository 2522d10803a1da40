package witness

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// through makes everything go by a proxy with user information.
func through(t *testing.T, proxy string) func(*Config) {
	t.Helper()
	target, err := url.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	target.User = url.UserPassword("proxy-user", "proxy-password")
	return func(c *Config) { c.Proxy = http.ProxyURL(target) }
}

func TestExchangeThroughAProxy(t *testing.T) {
	proxy, got := recordingHost(t, respond(200, "by proxy"))
	r := newRig(t, "http://host.test/api", through(t, proxy.URL))
	answer := r.witness.Exchange(t.Context(), get())
	if answer.Status != 200 || string(answer.Body) != "by proxy" {
		t.Errorf("answer %d, %v", answer.Status, answer.Fault)
	}
	if request := <-got; request.uri != "http://host.test/api/x" {
		t.Errorf("the proxy got %s", request.uri)
	}
	if record := r.one(journal.KindExchange).Exchange; record.Request.URL != "http://host.test/api/x" {
		t.Errorf("record is of %s", record.Request.URL)
	}
	if strings.Contains(r.text.String(), "proxy-password") {
		t.Error("the journal holds the password of the proxy")
	}
}

func TestExchangeThroughATunnel(t *testing.T) {
	certificate, roots := testCertificate(t)
	host := newRawHost(t, tlsListener(loopback(t), certificate), answering("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecure"))
	proxy := newRawHost(t, loopback(t), func(h *rawHost, near net.Conn) {
		request, _ := h.readRequest(near)
		if request == nil || request.Method != http.MethodConnect {
			return
		}
		far, err := net.Dial("tcp", request.Host)
		if err != nil {
			return
		}
		defer far.Close()
		io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n")
		h.running.Go(func() { io.Copy(far, near) })
		io.Copy(near, far)
	})
	by := through(t, "http://"+proxy.listener.Addr().String())
	r := newRig(t, "https://"+host.listener.Addr().String(), func(c *Config) {
		by(c)
		c.RootCAs = roots
	})
	if answer := r.witness.Exchange(t.Context(), get()); string(answer.Body) != "secure" || answer.Fault != nil {
		t.Errorf("answer %d %q, %+v", answer.Status, answer.Body, answer.Fault)
	}
}

func TestProxyThatRefuses(t *testing.T) {
	proxy := httptest.NewServer(respond(407, "who are you"))
	defer proxy.Close()
	r := newRig(t, "https://host.test", through(t, proxy.URL))
	answer := r.witness.Exchange(t.Context(), get())
	wantFault(t, answer.Fault, journal.FaultDial)
	r.one(journal.KindExchange)
	if strings.Contains(r.text.String(), "proxy-password") {
		t.Error("the journal holds the password of the proxy")
	}
}

func TestProxyThatHangs(t *testing.T) {
	pipeHost(t, "https://host.test", func(_ *rawHost, conn net.Conn) { untilGone(conn) }, func(t *testing.T, r *rig) {
		r.witness.config.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.test"})
		answer := r.witness.Exchange(t.Context(), get())
		wantFault(t, answer.Fault, journal.FaultTimeout)
	})
}
