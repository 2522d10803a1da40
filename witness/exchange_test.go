package witness

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

// asked is a request as a host got it.
type asked struct {
	method, uri string
	header      http.Header
	body        string
}

// recordingHost answers every request with the handler and keeps what it got.
func recordingHost(t *testing.T, handle http.HandlerFunc) (*httptest.Server, chan asked) {
	t.Helper()
	got := make(chan asked, 16)
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Errorf("read the request: %v", err)
		}
		got <- asked{request.Method, request.RequestURI, request.Header.Clone(), string(body)}
		handle(out, request)
	}))
	t.Cleanup(server.Close)
	return server, got
}

func respond(status int, body string) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Add("X-Twice", "one")
		out.Header().Add("X-Twice", "two")
		out.WriteHeader(status)
		io.WriteString(out, body)
	}
}

func TestExchangeSendsWhatItIsAsked(t *testing.T) {
	server, got := recordingHost(t, respond(202, "raw \xff answer"))
	r := newRig(t, server.URL+"/api/?x=1#y", func(c *Config) {
		c.Base.User = url.UserPassword("name", "base-password")
		c.Header = http.Header{"X-Front": {"front-secret-value"}, "accept": {"text/plain"}}
		c.Credential = func(tenant journal.Tenant) (string, error) { return "token-of-tenant-" + string(tenant), nil }
	})
	r.witness.SetVersion("2.3")
	answer := r.witness.Exchange(t.Context(), Call{
		Name: "test/patch", Attempt: 2, Tenant: journal.TenantA, Method: "PATCH", Path: "/webhooks/a~2Fb%20c",
		Query: url.Values{"replay": {"required"}}, Header: http.Header{"Idempotency-Key": {"k"}},
		Body: []byte("raw \x00\xff body"),
	})
	if answer.Fault != nil || answer.Status != 202 || string(answer.Body) != "raw \xff answer" {
		t.Errorf("answer = %d %q, %v", answer.Status, answer.Body, answer.Fault)
	}
	if answer.Header.Get("X-Twice") != "one" {
		t.Errorf("header of the answer = %v", answer.Header)
	}
	request := <-got
	if request.method != "PATCH" || request.uri != "/api/webhooks/a~2Fb%20c?replay=required" || request.body != "raw \x00\xff body" {
		t.Errorf("host got %s %s %q", request.method, request.uri, request.body)
	}
	for name, want := range map[string]string{
		"OpenWOP-Version": "2.3", "Authorization": "Bearer token-of-tenant-a", "X-Front": "front-secret-value",
		"Accept": "text/plain", "Accept-Encoding": "identity", "Idempotency-Key": "k",
		"Content-Type": "application/json", "User-Agent": agent,
	} {
		if values := request.header.Values(name); len(values) != 1 || values[0] != want {
			t.Errorf("host got %s: %q, want %q", name, values, want)
		}
	}
	record := r.one(journal.KindExchange).Exchange
	if record.Request.URL != server.URL+"/api/webhooks/a~2Fb%20c?replay=required" || record.Attempt != 2 {
		t.Errorf("record is of attempt %d at %s", record.Attempt, record.Request.URL)
	}
	if !bytes.Equal(record.Request.Body.Content(), []byte("raw \x00\xff body")) ||
		!bytes.Equal(record.Response.Body.Content(), answer.Body) {
		t.Errorf("record holds the bodies %q and %q", record.Request.Body.Content(), record.Response.Body.Content())
	}
	if lines := linesOf(record.Response.Header, "X-Twice"); strings.Join(lines, " ") != "one two" {
		t.Errorf("record holds X-Twice: %q", lines)
	}
	if lines := linesOf(record.Request.Header, "Content-Length"); strings.Join(lines, " ") != "11" {
		t.Errorf("record holds Content-Length: %q, want what was on the wire", lines)
	}
	for _, secret := range []string{"token-of-tenant-a", "front-secret-value", "base-password"} {
		if strings.Contains(r.text.String(), secret) {
			t.Errorf("the journal holds the secret %s", secret)
		}
	}
}

func linesOf(header []journal.Header, name string) []string {
	var values []string
	for _, line := range header {
		if strings.EqualFold(line.Name, name) {
			values = append(values, line.Value)
		}
	}
	return values
}

func TestExchangeIsTimed(t *testing.T) {
	server, _ := recordingHost(t, respond(200, "x"))
	r := newRig(t, server.URL, nil)
	before := r.witness.Now()
	answer := r.witness.Exchange(t.Context(), get())
	after := r.witness.Now()
	offsets := []journal.Offset{before, answer.SentAt, answer.HeaderAt, answer.DoneAt, after}
	for i := range offsets[1:] {
		if offsets[i] > offsets[i+1] {
			t.Errorf("offsets %v go backwards", offsets)
		}
	}
	record := r.one(journal.KindExchange)
	if record.Exchange.SentAt != answer.SentAt || record.Exchange.Response.HeaderAt != answer.HeaderAt || record.At != answer.DoneAt {
		t.Errorf("record has other offsets than %+v", answer)
	}
}

func TestExchangeReadsTheCredentialEachTime(t *testing.T) {
	server, got := recordingHost(t, respond(200, "{}"))
	tokens := []string{"first-long-token", "second-long-token", "third-long-token"}
	r := newRig(t, server.URL, func(c *Config) {
		c.Credential = func(tenant journal.Tenant) (string, error) {
			if tenant == journal.TenantA {
				return "", nil // it never had one
			}
			token := tokens[0]
			tokens = tokens[1:]
			return token, nil
		}
	})
	call := get()
	call.Tenant = journal.TenantB
	for _, want := range []string{"Bearer first-long-token", "Bearer second-long-token", "Bearer third-long-token"} {
		r.witness.Exchange(t.Context(), call)
		if header := (<-got).header.Get("Authorization"); header != want {
			t.Errorf("Authorization = %q, want %q", header, want)
		}
	}
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.Nobody} {
		call.Tenant = tenant
		r.witness.Exchange(t.Context(), call)
		if header, given := (<-got).header["Authorization"]; given {
			t.Errorf("Authorization = %q for tenant %q", header, tenant)
		}
	}
}

// A token with a line end would be two header lines.
func TestExchangeSendsNoBrokenCredential(t *testing.T) {
	server, got := recordingHost(t, respond(200, "{}"))
	r := newRig(t, server.URL, func(c *Config) {
		c.Credential = func(journal.Tenant) (string, error) { return "broken-token\r\nX-More: 1", nil }
	})
	call := get()
	call.Tenant = journal.TenantA
	answer := r.witness.Exchange(t.Context(), call)
	if answer.Fault == nil || len(got) != 0 || strings.Contains(answer.Fault.Message, "broken-token") {
		t.Errorf("fault %+v, %d requests", answer.Fault, len(got))
	}
}

func TestExchangeHidesTheSecretOfAnAnswer(t *testing.T) {
	server, _ := recordingHost(t, respond(201, `{"webhookId": "w", "secret": "made\u002dby-the-host", "secret": "another-by-the-host"}`))
	r := newRig(t, server.URL, nil)
	call := post()
	call.SecretMember, call.SecretName = "secret", "webhook-secret"
	if answer := r.witness.Exchange(t.Context(), call); !strings.Contains(string(answer.Body), "another-by-the-host") {
		t.Errorf("answer = %q, want the secret in it", answer.Body)
	}
	record := r.one(journal.KindExchange).Exchange
	if n := len(record.Response.Body.Redacted); n != 2 {
		t.Errorf("%d places are redacted, want 2", n)
	}
	for _, secret := range []string{"by-the-host", `made\\u002d`} {
		if strings.Contains(r.text.String(), secret) {
			t.Errorf("the journal holds %s", secret)
		}
	}
}

// A fault must not carry what the host wrote where secrets are not looked for.
func TestFaultQuotesNoHost(t *testing.T) {
	for _, text := range []string{
		"HTTP/1.1 2xx token-of-the-tenant\r\n\r\n", "token-of-the-tenant\r\n\r\n",
		"HTTP/1.1 200 OK\r\ntoken-of-the-tenant\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: token-of-the-tenant\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: token-of-the-tenant\r\n\r\n",
	} {
		host := newRawHost(t, loopback(t), answering(text))
		r := newRig(t, "http://"+host.listener.Addr().String(), nil)
		answer := r.witness.Exchange(t.Context(), get())
		wantFault(t, answer.Fault, journal.FaultProtocol)
		if strings.Contains(answer.Fault.Message, "token-of-the-tenant") {
			t.Errorf("fault of %q quotes it: %s", text, answer.Fault.Message)
		}
	}
}

func TestExchangeAfterClose(t *testing.T) {
	server, got := recordingHost(t, respond(200, "{}"))
	r := newRig(t, server.URL, nil)
	r.witness.Close()
	r.witness.Close()
	wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultStopped)
	if len(got) != 0 {
		t.Errorf("%d requests after the end", len(got))
	}
}

func TestNewRefusesWhatIsNoHost(t *testing.T) {
	server, _ := recordingHost(t, respond(200, "{}"))
	r := newRig(t, server.URL, nil)
	good := r.witness.config
	for name, spoil := range map[string]func(*Config){
		"no base":     func(c *Config) { c.Base = nil },
		"scheme":      func(c *Config) { c.Base = &url.URL{Scheme: "ftp", Host: "h"} },
		"no name":     func(c *Config) { c.Base = &url.URL{Scheme: "http", Host: ":80"} },
		"no recorder": func(c *Config) { c.Recorder = nil },
		"no start":    func(c *Config) { c.Started = time.Time{} },
	} {
		config := good
		spoil(&config)
		if _, err := New(config); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
