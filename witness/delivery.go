package witness

import (
	"encoding/json"
	"net/http"
	"strings"

	"hostwitness/witness/journal"
)

// received is one request that reached the receiver.
type received struct {
	inbox    string
	at       journal.Offset // when it was complete
	method   string
	lines    []journal.Header
	body     []byte
	cut      bool // the body was longer, or broke off
	macs     []journal.MAC
	answered int

	challenge json.RawMessage // of an endpoint verification; nil: it is none
}

// serve records a request and answers it, in this order: what was answered has
// been recorded.
func (r *Receiver) serve(out http.ResponseWriter, request *http.Request) {
	if !r.enter() {
		out.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer r.handling.Done()
	got := r.receive(request)
	defer r.config.Witness.memory.give(int64(len(got.body)))
	eventID, attempt := "", 0
	inbox := r.find(request.URL.Path)
	switch challenge, asked := challengeOf(got.method, got.body); {
	case inbox == nil:
		got.answered = http.StatusNotFound
	case asked && !got.cut:
		got.inbox, got.challenge, got.answered = inbox.name, challenge, http.StatusOK
		got.macs = macs(request.Header, got.body, inbox.currentKeys())
	default:
		got.inbox = inbox.name
		eventID = deliveredID(got.body)
		if eventID != "" {
			inbox.waitForKey(r.config.Verify)
		}
		got.macs = macs(request.Header, got.body, inbox.currentKeys())
		attempt, got.answered = inbox.statusFor(eventID)
	}
	if got.cut {
		got.answered = http.StatusRequestEntityTooLarge
		out.Header().Set("Connection", "close")
	}
	if r.config.Witness.recordDelivery(got) == nil && inbox != nil {
		inbox.noted(eventID, attempt, got.at)
	}
	if got.challenge != nil {
		echo(out, got.challenge)
		return
	}
	out.WriteHeader(got.answered)
}

// receive reads the request, its body up to the limit. The body is taken from
// the budget until the caller gives it back.
func (r *Receiver) receive(request *http.Request) received {
	body, more, err := r.config.Witness.memory.readAll(request.Body, r.config.BodyBytes)
	got := received{
		at:     r.config.Witness.Now(),
		method: request.Method,
		lines:  headerLines(request.Header),
		body:   body,
		cut:    more || err != nil,
	}
	if len(request.TransferEncoding) > 0 {
		got.lines = append(got.lines, journal.Header{
			Name: "Transfer-Encoding", Value: strings.Join(request.TransferEncoding, ", "),
		})
	}
	return got
}

// deliveredID is the id of the event that a delivery names.
func deliveredID(body []byte) string {
	if values := memberValues(body, "hostEvent"); len(values) > 0 {
		return eventID(values[len(values)-1])
	}
	return eventID(body)
}
