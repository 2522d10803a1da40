package judges

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// reply is what a request got in the end, after its retries: the answer to a
// stream request or to an exchange.
type reply struct {
	name     string // of the request
	tenant   journal.Tenant
	kind     operation
	sent     place
	url      string // of an exchange
	asked    bool
	answered bool
	status   int
	header   []journal.Header
	body     *journal.Bytes
	fault    *journal.Fault
	waited   journal.Offset // how long, where nothing was answered
	at       place
}

const mediaEventStream = "text/event-stream"

// streamReply is what the request for a stream got. One that the suite left
// before it was answered has no fault: it was only not waited for any longer.
func streamReply(stream journal.SeenStream) reply {
	got := reply{
		name: stream.Intent.Name, tenant: stream.Intent.Tenant, kind: opensStream, sent: place{stream.Intent.At, stream.Intent.Seq},
		asked: stream.Intent.Seq > 0 || stream.Answered,
	}
	if stream.Answered {
		got.answered = stream.Opened.Status > 0
		got.status, got.header, got.body = stream.Opened.Status, stream.Opened.Header, stream.Opened.Body
		got.fault = stream.Opened.Fault
		got.at = place{stream.OpenedAt, stream.Seq}
	} else {
		got.at = place{stream.EndedAt, max(stream.EndSeq, stream.Intent.Seq)}
		if stream.Ended != nil {
			got.fault = stream.Ended.Fault
		}
	}
	if !got.answered {
		got.waited = got.at.at - stream.Intent.At
		if stream.Ended != nil && stream.Ended.How == journal.EndedLeft && !got.unsent() {
			got.fault = nil
		}
	}
	return got
}

// lastReply is what the last attempt of an exchange got.
func (f facts) lastReply(name string) reply {
	attempts := f.Exchanges[name]
	if len(attempts) == 0 {
		return reply{name: name}
	}
	return f.exchangeReply(attempts[len(attempts)-1])
}

func (f facts) exchangeReply(attempt journal.SeenExchange) reply {
	got := reply{
		name: attempt.Name, tenant: attempt.Tenant, kind: f.operationOf(attempt), sent: place{attempt.SentAt, attempt.Seq},
		url: attempt.Request.URL, asked: true, fault: attempt.Fault, at: place{attempt.At, attempt.Seq}, waited: attempt.At - attempt.SentAt,
	}
	if attempt.Response != nil {
		got.answered = true
		got.status, got.header, got.body = attempt.Response.Status, attempt.Response.Header, &attempt.Response.Body
	}
	return got
}

func (f facts) replyTo(stream string) reply { return streamReply(f.stream(stream)) }

func (r reply) success() bool { return r.answered && r.status >= 200 && r.status < 300 }

// eventStream says that the answer is a stream: 200 and text/event-stream, in
// any case and with any parameters.
func (r reply) eventStream() bool {
	return r.answered && r.status == 200 && mediaType(r.header) == mediaEventStream
}

// refused says that the host itself declined, and that the whole of its
// answer came: no success, no fault on the way.
func (r reply) refused() bool {
	return r.answered && r.fault == nil && !r.success() && r.status < 500 && !r.limited()
}

// noStream says that the whole of an answer came and that it is no stream, so
// nothing can be shown on it. Who may not ask at all was not answered that.
func (r reply) noStream() bool {
	return r.answered && r.fault == nil && r.status != 200 && r.status < 500 && !r.limited() && !r.denied()
}

// unsent says that nothing left the suite, so nothing is known of the host.
func (r reply) unsent() bool { return r.fault != nil && r.fault.Kind == journal.FaultNotSent }

func (r reply) limited() bool { return r.answered && r.status == 429 }

func (r reply) denied() bool { return r.answered && (r.status == 401 || r.status == 403) }

// excuse says why the reply breaks no rule that demands a status, "" when it
// may break one.
func (f facts) excuse(got reply) string {
	if !got.asked {
		return f.because(scenarioOf(got.name), "it was not asked for")
	}
	if reason := f.deniedFor(got); reason != "" {
		return reason
	}
	return got.excuse(f.answeredAfter(got.at), f.Run.Options.Patience)
}

// excuse is that of the reply alone: whose credential it bore is left out. A
// fault that outlasted its retries breaks such a rule when the host was
// otherwise answering.
func (r reply) excuse(otherwise bool, patience journal.Offset) string {
	switch {
	case r.unsent():
		return r.String()
	case r.limited():
		return "it was rate limited (429) to the end"
	case r.fault != nil && (r.fault.Kind == journal.FaultStopped || r.fault.Kind == journal.FaultLimit):
		return r.String()
	case r.answered && r.status < 500 && r.fault == nil:
		return ""
	case !r.answered && r.fault == nil && r.waited < patience:
		return r.String()
	case !otherwise:
		return r.String() + ", and nothing shows that the host was answering otherwise"
	}
	return ""
}

// String says what was answered, for a finding.
func (r reply) String() string {
	switch {
	case !r.asked:
		return "not asked for"
	case r.answered && r.status == 200 && mediaType(r.header) != "":
		return fmt.Sprintf("answered 200 %s", quoted(mediaType(r.header)))
	case r.answered:
		return fmt.Sprintf("answered %d", r.status)
	case r.unsent():
		return "not sent (" + strings.TrimPrefix(r.fault.Message, "not sent: ") + ")"
	case r.fault != nil:
		return fmt.Sprintf("not answered (%s: %s)", r.fault.Kind, clipped(r.fault.Message))
	}
	return fmt.Sprintf("not answered within %s", rounded(r.waited))
}

// everywhere says that the very same answer also came from another address: a
// page for everything, which accepts nothing.
func (f facts) everywhere(got reply) bool {
	if got.body == nil || got.body.Length == 0 {
		return false
	}
	for _, url := range f.answers.from(f.Exchanges, contentOf(got.status, *got.body)) {
		if url != got.url {
			return true
		}
	}
	return false
}

// content is what makes two answers the same.
type content struct {
	status int
	length int64
	digest string
}

func contentOf(status int, body journal.Bytes) content {
	return content{status, body.Length, body.Digest}
}

// answers are the addresses that each answer came from, two of them at most. A
// run may have very many answers, and each is asked about.
type answers struct {
	urls map[content][]string
}

func (a *answers) from(exchanges map[string][]journal.SeenExchange, what content) []string {
	if a.urls == nil {
		a.urls = make(map[content][]string)
		for _, attempts := range exchanges {
			for _, attempt := range attempts {
				if attempt.Response == nil {
					continue
				}
				key := contentOf(attempt.Response.Status, attempt.Response.Body)
				if known := a.urls[key]; len(known) < 2 && !slices.Contains(known, attempt.Request.URL) {
					a.urls[key] = append(known, attempt.Request.URL)
				}
			}
		}
	}
	return a.urls[what]
}

func clipped(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "..."
}
