package witness

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// redirecting sends every path of the map on, and answers the rest 200.
func redirecting(status int, to map[string]string) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		location, moved := to[request.URL.Path]
		if !moved {
			respond(200, "there")(out, request)
			return
		}
		out.Header().Set("Location", location)
		out.WriteHeader(status)
	}
}

func TestRedirectWithinTheOriginIsFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 307, 308} {
		server, got := recordingHost(t, redirecting(status, map[string]string{"/x": "/y?z=1", "/y": "y2"}))
		r := newRig(t, server.URL, nil)
		answer := r.witness.Exchange(t.Context(), post())
		if answer.Status != 200 || string(answer.Body) != "there" || answer.Fault != nil {
			t.Errorf("%d: answer %d, %v", status, answer.Status, answer.Fault)
		}
		for _, want := range []string{"/x", "/y?z=1", "/y2"} {
			if request := <-got; request.uri != want || request.method != "POST" || request.body != `{"a": 1}` {
				t.Errorf("%d: host got %+v, want POST %s", status, request, want)
			}
		}
		records := r.all(journal.KindExchange)
		if len(records) != 3 {
			t.Fatalf("%d: %d records, want one for each request", status, len(records))
		}
		for i, want := range []int{status, status, 200} {
			if record := records[i].Exchange; record.Response.Status != want || record.Name != "test/post" || record.Fault != nil {
				t.Errorf("%d: record %d is %+v", status, i, record)
			}
		}
	}
}

func TestSeeOtherBecomesAGet(t *testing.T) {
	server, got := recordingHost(t, redirecting(303, map[string]string{"/x": "/y"}))
	r := newRig(t, server.URL, nil)
	if answer := r.witness.Exchange(t.Context(), post()); answer.Status != 200 {
		t.Errorf("answer %d, %v", answer.Status, answer.Fault)
	}
	<-got
	if request := <-got; request.method != "GET" || request.body != "" || request.header.Get("Idempotency-Key") != "" {
		t.Errorf("host got %+v, want a GET without a body", request)
	}
}

func TestRedirectElsewhereKeepsTheCredential(t *testing.T) {
	other, visits := recordingHost(t, respond(200, "elsewhere"))
	port := other.URL[strings.LastIndex(other.URL, ":"):]
	for _, to := range []string{
		other.URL + "/y", "//127.0.0.1" + port + "/y", "https://127.0.0.1/", "//[::1]" + port + "/y",
		"ftp://127.0.0.1/x", "http://user-name:pass-word@127.0.0.1" + port + "/y", "http://%zz/", "javascript:0",
	} {
		server, _ := recordingHost(t, redirecting(307, map[string]string{"/x": to}))
		r := newRig(t, server.URL, nil)
		answer := r.witness.Exchange(t.Context(), post())
		wantFault(t, answer.Fault, journal.FaultRedirect)
		record := r.one(journal.KindExchange).Exchange
		wantFault(t, record.Fault, journal.FaultRedirect)
		if answer.Status != 307 || record.Response == nil || record.Response.Status != 307 {
			t.Errorf("%s: answer %d, record %+v", to, answer.Status, record.Response)
		}
		if strings.Contains(r.text.String(), "pass-word") {
			t.Errorf("%s: the journal holds user information", to)
		}
	}
	if len(visits) != 0 {
		t.Errorf("the other origin was visited %d times", len(visits))
	}
}

func TestRedirectsHaveAnEnd(t *testing.T) {
	server, got := recordingHost(t, redirecting(302, map[string]string{"/x": "/x"}))
	r := newRig(t, server.URL, nil)
	wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultRedirect)
	if len(got) != maxRedirects+1 {
		t.Errorf("%d requests, want %d", len(got), maxRedirects+1)
	}
	if records := r.all(journal.KindExchange); len(records) != maxRedirects+1 {
		t.Errorf("%d records, want %d", len(records), maxRedirects+1)
	}
}

func TestRedirectWithoutATargetIsTheAnswer(t *testing.T) {
	for _, status := range []int{300, 302, 304} {
		server, _ := recordingHost(t, func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(status) })
		r := newRig(t, server.URL, nil)
		if answer := r.witness.Exchange(t.Context(), get()); answer.Status != status || answer.Fault != nil {
			t.Errorf("answer %d, %v; want %d", answer.Status, answer.Fault, status)
		}
	}
}

func TestStreamFollowsARedirectWithinTheOrigin(t *testing.T) {
	server, _ := recordingHost(t, func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/host/events" {
			http.Redirect(out, request, "/events/", http.StatusTemporaryRedirect)
			return
		}
		out.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(out, "data: {\"eventId\":\"event-0123456789\"}\n\n")
	})
	r := newRig(t, server.URL, nil)
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
	if _, err := stream.Await(t.Context(), "event-0123456789"); err != nil {
		t.Error(err)
	}
	<-stream.Done()
	hop := r.one(journal.KindExchange).Exchange
	if hop.Name != "test/stream" || hop.Response.Status != 307 || r.one(journal.KindOpened).Opened.Status != 200 {
		t.Errorf("hop = %+v", hop)
	}
}

func TestStreamFollowsNoRedirectElsewhere(t *testing.T) {
	server, _ := recordingHost(t, redirecting(307, map[string]string{"/host/events": "http://127.0.0.1:1/"}))
	r := newRig(t, server.URL, nil)
	stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Path: "/host/events"})
	<-stream.Done()
	wantFault(t, stream.Fault(), journal.FaultRedirect)
	opened := r.one(journal.KindOpened).Opened
	wantFault(t, opened.Fault, journal.FaultRedirect)
	if opened.Status != 307 || r.one(journal.KindEnded).Ended.How != journal.EndedAnswer {
		t.Errorf("opened = %+v", opened)
	}
}
