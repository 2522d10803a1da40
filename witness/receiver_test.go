package witness

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/memory"
	"hostwitness/witness/journal"
)

// newInboxRig gives a receiver on a loopback socket with one inbox. It is
// closed before the run ends.
func newInboxRig(t *testing.T, adjust func(*ReceiverConfig)) (*rig, *Inbox) {
	t.Helper()
	r := newRig(t, "http://host.test", nil)
	config := ReceiverConfig{Listener: loopback(t), Witness: r.witness}
	if adjust != nil {
		adjust(&config)
	}
	receiver, err := NewReceiver(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(receiver.Close)
	return r, receiver.Inbox("test/inbox")
}

// deliver sends one delivery over a connection of its own.
func deliver(t *testing.T, target string, header map[string]string, body []byte) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		request.Header[name] = []string{value}
	}
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func delivery(id string) []byte { return []byte(`{"hostEvent": {"eventId": "` + id + `"}}`) }

func TestInboxRecordsWhatCame(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	inbox.Verify("webhook-secret", "secret-of-the-inbox")
	header := map[string]string{"openwop-timestamp": "17", "X-Echo": "secret-of-the-inbox"}
	if status := deliver(t, inbox.URL(), header, delivery(first)); status != 200 {
		t.Errorf("answered %d", status)
	}
	if at, err := inbox.Await(t.Context(), first); err != nil || at <= 0 || at > r.witness.Now() {
		t.Errorf("awaited at %s, %v", at, err)
	}
	if _, seen := inbox.Seen(second); seen {
		t.Error("saw what did not come")
	}
	record := r.one(journal.KindDelivery).Delivery
	if record.Inbox != "test/inbox" || record.Method != "POST" || record.Answered != 200 || record.EventID != first ||
		!bytes.Equal(record.Body.Content(), delivery(first)) {
		t.Errorf("record = %+v", record)
	}
	if age := time.Now().Unix() - record.ReceivedAt; age < 0 || age > 60 {
		t.Errorf("received at %d", record.ReceivedAt)
	}
	if len(record.MACs) != 2 || record.MACs[0].Over != overReceived || record.MACs[1].Over != overCompact || record.MACs[0].Secret != "webhook-secret" {
		t.Errorf("MACs = %+v", record.MACs)
	}
	if strings.Contains(r.text.String(), "secret-of-the-inbox") {
		t.Error("the journal holds the secret")
	}
}

func TestInboxTellsWhichBytesWereSigned(t *testing.T) {
	pretty := []byte("{\n  \"m\": \"\\u00e9\"\n}")
	got := macs(http.Header{"Openwop-Timestamp": {"17"}}, pretty, []key{{"old", "one"}, {"new", "two"}})
	compacted := macs(http.Header{"Openwop-Timestamp": {"17"}}, []byte(`{"m":"é"}`), []key{{"old", "one"}, {"new", "two"}})
	if len(got) != 4 || len(compacted) != 2 {
		t.Fatalf("%d and %d MACs, want 4 and 2", len(got), len(compacted))
	}
	for i, mac := range compacted {
		if over := got[2*i+1]; over.Value != mac.Value || over.Over != overCompact || over.Secret != mac.Secret {
			t.Errorf("%+v, want the value of %+v", over, mac)
		}
		if got[2*i].Value == mac.Value || mac.Over != overReceived {
			t.Errorf("%+v is over the wrong bytes", got[2*i])
		}
	}
}

func TestInboxesHaveTheirOwnPaths(t *testing.T) {
	r, one := newInboxRig(t, func(c *ReceiverConfig) {
		c.Public = &url.URL{Scheme: "https", Host: "front.test", Path: "/hooks/"}
	})
	two := one.receiver.Inbox("test/other")
	if one.receiver.Inbox("test/inbox") != one {
		t.Error("the same name gives another inbox")
	}
	prefix := "https://front.test/hooks/"
	for _, inbox := range []*Inbox{one, two} {
		if token, ok := strings.CutPrefix(inbox.URL(), prefix); !ok || len(token) < 26 || strings.Contains(token, "/") {
			t.Errorf("URL = %s", inbox.URL())
		}
		inbox.Verify("s", "a-secret")
	}
	if one.URL() == two.URL() {
		t.Error("two inboxes have one path")
	}
	local := "http://" + one.receiver.config.Listener.Addr().String()
	for path, want := range map[string]int{
		"/" + one.token: 200, "/hooks/" + two.token: 200, "/": 404, "/hooks/": 404, "/unknown-token": 404, "/" + one.token + "x": 404,
	} {
		if status := deliver(t, local+path, nil, delivery(first)); status != want {
			t.Errorf("%s: answered %d, want %d", path, status, want)
		}
	}
	count := map[string]int{}
	for _, record := range r.all(journal.KindDelivery) {
		count[record.Delivery.Inbox]++
	}
	if count["test/inbox"] != 1 || count["test/other"] != 1 || count[""] != 4 {
		t.Errorf("deliveries by inbox: %v", count)
	}
}

func TestInboxAnswersByAttempt(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	inbox.Verify("s", "a-secret")
	inbox.Answer(func(_ string, attempt int) int {
		return map[int]int{1: 503, 2: 301, 3: 99}[attempt]
	})
	for _, c := range []struct {
		id   string
		want int
	}{{first, 503}, {second, 503}, {first, 301}, {first, 500}, {second, 301}} {
		if status := deliver(t, inbox.URL(), nil, delivery(c.id)); status != c.want {
			t.Errorf("%s: answered %d, want %d", c.id, status, c.want)
		}
	}
	inbox.Answer(func(string, int) int { return 204 })
	if status := deliver(t, inbox.URL(), nil, delivery(first)); status != 204 {
		t.Errorf("answered %d, want 204", status)
	}
	if last := r.all(journal.KindDelivery)[3]; last.Delivery.Answered != 500 {
		t.Errorf("recorded as answered %d", last.Delivery.Answered)
	}
}

func TestInboxTellsTheEventAndWaitsForItsSecondDelivery(t *testing.T) {
	_, inbox := newInboxRig(t, nil)
	inbox.Verify("s", "a-secret")
	inbox.Answer(func(eventID string, attempt int) int {
		if eventID == first && attempt == 1 {
			return 503
		}
		return 200
	})
	for _, c := range []struct {
		body []byte
		want int
	}{{delivery(second), 200}, {[]byte(`{"ping":true}`), 200}, {delivery(first), 503}} {
		if status := deliver(t, inbox.URL(), nil, c.body); status != c.want {
			t.Errorf("%s: answered %d, want %d", c.body, status, c.want)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inbox.AwaitAgain(over, first); !errors.Is(err, context.Canceled) {
		t.Errorf("after one delivery: %v, want the wait cancelled", err)
	}
	waited := make(chan error)
	go func() {
		_, err := inbox.AwaitAgain(t.Context(), first)
		waited <- err
	}()
	if status := deliver(t, inbox.URL(), nil, delivery(first)); status != 200 {
		t.Errorf("the second attempt was answered %d", status)
	}
	if err := <-waited; err != nil {
		t.Errorf("after two deliveries: %v", err)
	}
}

func TestInboxBoundsTheBody(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	inbox.Verify("s", "a-secret")
	if status := deliver(t, inbox.URL(), nil, bytes.Repeat([]byte("x"), testLimit)); status != 200 {
		t.Errorf("answered %d at the limit", status)
	}
	if status := deliver(t, inbox.URL(), nil, bytes.Repeat([]byte("x"), testLimit+1)); status != 413 {
		t.Errorf("answered %d over the limit", status)
	}
	records := r.all(journal.KindDelivery)
	if records[0].Delivery.Body.Cut || !records[1].Delivery.Body.Cut || records[1].Delivery.Body.Length != testLimit {
		t.Errorf("bodies %+v, %+v", records[0].Delivery.Body, records[1].Delivery.Body)
	}
}

func TestInboxRecordsABodyThatBreaksOff(t *testing.T) {
	r, inbox := newInboxRig(t, nil)
	inbox.Verify("s", "a-secret")
	conn, err := net.Dial("tcp", inbox.receiver.config.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "POST /"+inbox.token+" HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nhalf")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, conn)
	conn.Close()
	if body := r.one(journal.KindDelivery).Delivery.Body; !body.Cut || string(body.Content()) != "half" {
		t.Errorf("body = %+v", body)
	}
}

// inReceiverBubble runs a test in fake time with a receiver on a network in
// memory, and a client for it.
func inReceiverBubble(t *testing.T, test func(*testing.T, *rig, *Inbox, *http.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		network := memory.NewListener("pipe.test:80")
		r := newRig(t, "http://host.test", nil)
		receiver, err := NewReceiver(ReceiverConfig{Listener: network, Witness: r.witness})
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{DialContext: network.Dial}
		test(t, r, receiver.Inbox("test/inbox"), &http.Client{Transport: transport})
		transport.CloseIdleConnections()
		receiver.Close()
		r.end()
	})
}

// A delivery may overtake the answer to the registration, which brings the
// secret. It is held back, but keeps the offset of its arrival.
func TestInboxWaitsForTheSecret(t *testing.T) {
	for name, c := range map[string]struct{ verify, answered time.Duration }{
		"in time": {1500 * time.Millisecond, 1500 * time.Millisecond},
		"never":   {time.Hour, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inReceiverBubble(t, func(t *testing.T, r *rig, inbox *Inbox, client *http.Client) {
				timer := time.AfterFunc(c.verify, func() { inbox.Verify("s", "a-secret") })
				request, err := http.NewRequest(http.MethodPost, inbox.URL(), bytes.NewReader(delivery(first)))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("OpenWOP-Timestamp", "17")
				response, err := client.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				inTime := !timer.Stop()
				if r.witness.Now() != c.answered {
					t.Errorf("answered after %s, want %s", r.witness.Now(), c.answered)
				}
				if at, seen := inbox.Seen(first); !seen || at != 0 {
					t.Errorf("seen %v at %s, want at its arrival", seen, at)
				}
				record := r.one(journal.KindDelivery)
				if record.At != 0 || (len(record.Delivery.MACs) > 0) != inTime {
					t.Errorf("record at %s with MACs %v", record.At, record.Delivery.MACs)
				}
			})
		})
	}
}

func TestReceiverCloseAnswersWhatIsThere(t *testing.T) {
	inReceiverBubble(t, func(t *testing.T, r *rig, inbox *Inbox, client *http.Client) {
		answered := make(chan int)
		go func() {
			response, err := client.Post(inbox.URL(), "application/json", bytes.NewReader(delivery(first)))
			if err != nil {
				t.Errorf("a delivery was cut off: %v", err)
				close(answered)
				return
			}
			response.Body.Close()
			answered <- response.StatusCode
		}()
		waited := make(chan error)
		go func() {
			_, err := inbox.Await(context.Background(), second)
			waited <- err
		}()
		synctest.Wait()
		inbox.receiver.Close()
		if r.witness.Now() > time.Second {
			t.Errorf("closing took %s", r.witness.Now())
		}
		if status := <-answered; status != 200 {
			t.Errorf("answered %d", status)
		}
		if err := <-waited; !errors.Is(err, errReceiverClosed) || !strings.Contains(err.Error(), "test/inbox") {
			t.Errorf("await = %v", err)
		}
		if _, err := inbox.receiver.Inbox("test/late").Await(t.Context(), first); !errors.Is(err, errReceiverClosed) {
			t.Errorf("await in a late inbox = %v", err)
		}
		if n := len(r.all(journal.KindDelivery)); n != 1 {
			t.Errorf("%d deliveries", n)
		}
	})
}

// Connections that bring no request, or half a one, must not hold the end up
// for longer than the limit.
func TestReceiverCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := memory.NewListener("pipe.test:80")
		r := newRig(t, "http://host.test", nil)
		receiver, err := NewReceiver(ReceiverConfig{Listener: network, Witness: r.witness, Connections: 3})
		if err != nil {
			t.Fatal(err)
		}
		inbox := receiver.Inbox("test/inbox")
		for _, text := range []string{"", "POST /", "POST /" + inbox.token + " HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"} {
			conn, err := network.Dial(t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			io.WriteString(conn, text)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := network.Dial(ctx, "", ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a fourth connection: %v, want it to wait", err)
		}
		from := time.Now()
		receiver.Close()
		if took := time.Since(from); took > 3*time.Second {
			t.Errorf("closing took %s", took)
		}
		r.end()
	})
}

func TestNewReceiverNeedsAListener(t *testing.T) {
	if _, err := NewReceiver(ReceiverConfig{}); err == nil {
		t.Error("no error")
	}
}
