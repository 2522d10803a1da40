package witness

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"hostwitness/witness/journal"
)

// Call is one request to make.
type Call struct {
	Name    string // <scenario>/<role>
	Attempt int    // 1, 2, 3 …
	Tenant  journal.Tenant
	Method  string // "" is GET
	Path    string // under the base URL, escaped as in a URL; may carry a query
	Query   url.Values
	Header  http.Header // wins over what is sent by default
	Body    []byte      // raw; none is sent when empty

	// SecretMember names a member of the answer's JSON object whose text is a
	// secret, and SecretName what it is called in records.
	SecretMember string
	SecretName   string

	Version string // sent as OpenWOP-Version instead of the one set
}

// Answer is what an exchange came to. Where Fault is set, Status may be zero
// and Body short; what was received is there all the same.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Fault  *journal.Fault

	SentAt   journal.Offset // right before the request went onto the wire
	HeaderAt journal.Offset // the answer headers were complete
	DoneAt   journal.Offset // the body was complete, or the fault was known
}

// Exchange sends the call once and waits for the whole answer, which is
// recorded before it is returned. Redirects within the origin are followed, up
// to five, each an exchange record of its own under the same name; one to
// another origin is not (journal.FaultRedirect).
//
// Where nothing was sent, because no credential could be read for two seconds or
// the path is unusable, the answer has the fault journal.FaultNotSent.
//
// The answer has a fault when ctx ends or its deadline passes and after
// Close (FaultStopped), and when one of our own deadlines passes (FaultTimeout).
func (w *Witness) Exchange(ctx context.Context, call Call) Answer {
	if !w.enter() {
		return w.unsent(ctx, errClosed)
	}
	defer w.running.Done()
	ctx, cancel := w.within(ctx)
	defer cancel(context.Canceled)
	limit := w.config.Deadlines.Exchange
	whole := time.AfterFunc(limit, func() { cancel(&expired{waited: "whole answer", limit: limit}) })
	defer whole.Stop()

	out, err := w.outgoing(call)
	if err != nil {
		answer := w.unsent(ctx, err)
		w.recordExchange(call, out, exchanged{answer: answer, sent: headerLines(out.header)})
		return answer
	}
	for hops := 0; ; hops++ {
		answer, next := w.hop(ctx, call, out, hops)
		if next == nil {
			return answer
		}
		out = *next
	}
}

// unsent is the answer of a call that was not sent.
func (w *Witness) unsent(ctx context.Context, err error) Answer {
	now := w.Now()
	return Answer{Fault: notSent(ctx, err), SentAt: now, HeaderAt: now, DoneAt: now}
}

// outgoing is the call as a request.
func (w *Witness) outgoing(call Call) (outgoing, error) {
	version := call.Version
	if version == "" {
		version = w.currentVersion()
	}
	out := outgoing{tenant: call.Tenant, method: call.Method, body: call.Body}
	if out.method == "" {
		out.method = http.MethodGet
	}
	out.header = w.headerFor(call.Header, version)
	setDefault(out.header, "Accept", "application/json")
	if len(call.Body) > 0 {
		setDefault(out.header, "Content-Type", "application/json")
	}
	var err error
	out.target, err = w.target(call.Path, call.Query)
	return out, err
}

func setDefault(header http.Header, name, value string) {
	if _, given := header[name]; !given {
		header.Set(name, value)
	}
}

// exchanged is what one hop gave, for its record.
type exchanged struct {
	answer Answer
	lines  []journal.Header
	sent   []journal.Header
	cut    bool
}

// hop sends one request of a call, records it, and tells where to go on.
func (w *Witness) hop(ctx context.Context, call Call, out outgoing, hops int) (Answer, *outgoing) {
	request, err := w.request(ctx, out)
	if err != nil {
		answer := w.unsent(ctx, err)
		w.recordExchange(call, out, exchanged{answer: answer, sent: headerLines(out.header)})
		return answer, nil
	}
	seen := w.attempt(ctx, request)
	defer w.memory.give(int64(len(seen.answer.Body)))
	var next *outgoing
	if seen.answer.Fault == nil {
		next, seen.answer.Fault = w.redirected(out, seen.answer.Status, seen.answer.Header, hops)
	}
	w.secrets.addMember(seen.answer.Body, call.SecretMember, call.SecretName)
	w.recordExchange(call, out, seen)
	return seen.answer, next
}

// attempt sends the request over a connection of its own and reads the answer.
func (w *Witness) attempt(ctx context.Context, request *http.Request) exchanged {
	a := w.newAttempt(ctx, w.config.Deadlines.Header)
	defer a.close()
	request.Close = true
	var seen exchanged
	response, err := a.send(request)
	seen.answer.HeaderAt = w.Now()
	if err != nil {
		seen.answer.Fault = a.fault(err)
	} else {
		read := a.readBody(response, w.config.Limits.BodyBytes, w.memory)
		seen.lines, seen.cut = answerHeader(response), read.cut
		seen.answer.Status, seen.answer.Header = response.StatusCode, response.Header
		seen.answer.Body, seen.answer.Fault = read.bytes, read.fault
	}
	seen.answer.DoneAt = w.Now()
	seen.sent, seen.answer.SentAt = a.sentHeader(request.Header)
	return seen
}
