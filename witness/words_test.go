package witness

import (
	"net/http"
	"net/url"
	"testing"

	"hostwitness/witness/journal"
	"hostwitness/witness/sse"
)

func TestMediaType(t *testing.T) {
	for value, want := range map[string]string{
		"text/event-stream":                   "text/event-stream",
		"TEXT/Event-Stream;charset=\"utf-8\"": "text/event-stream",
		"text/event-stream; charset":          "text/event-stream",
		"text/html":                           "text/html",
		"":                                    "",
		"text/ event-stream":                  "",
	} {
		if got := mediaType(http.Header{"Content-Type": {value}}); got != want {
			t.Errorf("mediaType(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestRetryDigits(t *testing.T) {
	for text, want := range map[string]string{
		"retry: 0150\n\n": "150", "retry:\n\n": "", "data: x\n\n": "", "retry: 1s\n\n": "",
		"retry: 99999999999999999999\n\n": "99999999999999999999",
	} {
		var got []string
		parser := sse.NewParser(sse.Limits{}, sse.Handler{Block: func(b *sse.Block) { got = append(got, retryDigits(b)) }})
		if err := parser.Feed([]byte(text)); err != nil {
			t.Error(err)
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%q has the digits %q, want %q", text, got, want)
		}
	}
}

func TestFieldState(t *testing.T) {
	for field, want := range map[sse.Field]journal.FieldState{
		sse.Absent: journal.FieldAbsent, sse.Empty: journal.FieldEmpty,
		sse.Given: journal.FieldGiven, sse.Refused: journal.FieldGiven,
	} {
		if got := fieldState(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"http://host.test/x", "http://HOST.test:80/y", true},
		{"https://host.test:443", "https://host.test/y", true},
		{"https://host.test", "http://host.test", false},
		{"https://host.test", "https://host.test:444", false},
		{"https://host.test", "https://sub.host.test", false},
		{"https://host.test", "https://host.test.", false},
	} {
		a, errA := url.Parse(c.a)
		b, errB := url.Parse(c.b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got := sameOrigin(a, b); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestUnusablePathIsNotSent(t *testing.T) {
	server, got := recordingHost(t, respond(200, "{}"))
	r := newRig(t, server.URL, nil)
	call := get()
	call.Path = "/a%zz"
	wantFault(t, r.witness.Exchange(t.Context(), call).Fault, journal.FaultNotSent)
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: call.Path})
	<-stream.Done()
	wantFault(t, stream.Fault(), journal.FaultNotSent)
	wantFault(t, r.one(journal.KindExchange).Exchange.Fault, journal.FaultNotSent)
	if len(got) != 0 {
		t.Errorf("%d requests", len(got))
	}
}
