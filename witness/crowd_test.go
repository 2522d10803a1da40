package witness

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"hostwitness/witness/journal"
)

// Exchanges, streams and deliveries all at once, ended in the middle.
func TestCrowd(t *testing.T) {
	many := strings.Repeat(frame(first)+": comment\n", 10)
	server, _ := recordingHost(t, func(out http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodPost {
			respond(202, `{"eventId":"`+first+`"}`)(out, request)
			return
		}
		eventStream(func(out http.ResponseWriter, request *http.Request) {
			say(out, many)
			stuck(out, request)
		})(out, request)
	})
	r := newRig(t, server.URL, nil)
	receiver, err := NewReceiver(ReceiverConfig{Listener: loopback(t), Witness: r.witness})
	if err != nil {
		t.Fatal(err)
	}
	inbox := receiver.Inbox("test/inbox")
	inbox.Verify("s", "a-long-secret")
	var crowd sync.WaitGroup
	for i := range 4 {
		stream := r.witness.Open(t.Context(), StreamCall{Name: fmt.Sprint("test/stream-", i), Path: "/host/events"})
		crowd.Go(func() {
			if _, err := stream.Await(t.Context(), first); err != nil {
				t.Error(err)
			}
		})
		crowd.Go(func() {
			if answer := r.witness.Exchange(t.Context(), post()); answer.Status != 202 {
				t.Errorf("answer %d, %+v", answer.Status, answer.Fault)
			}
		})
		crowd.Go(func() {
			if status := deliver(t, inbox.URL(), nil, delivery(fmt.Sprint(first, i))); status != 200 {
				t.Errorf("answered %d", status)
			}
		})
	}
	crowd.Wait()
	receiver.Close()
	r.witness.Close()
	if n := len(r.all(journal.KindEnded)); n != 4 {
		t.Errorf("%d streams ended, want 4", n)
	}
	if n := len(r.all(journal.KindDelivery)); n != 4 {
		t.Errorf("%d deliveries, want 4", n)
	}
}
