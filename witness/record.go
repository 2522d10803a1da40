package witness

import (
	"net/http"

	"hostwitness/witness/journal"
	"hostwitness/witness/sse"
)

// The recorder reports an error of its writer on every later call and when it
// is closed, where the run is judged by it. Here only those errors matter that
// tell a stream to end.

func (w *Witness) recordExchange(call Call, out outgoing, seen exchanged) {
	raw := journal.RawExchange{
		Name:          call.Name,
		Attempt:       call.Attempt,
		Tenant:        call.Tenant,
		Method:        out.method,
		URL:           urlText(out.target),
		RequestHeader: seen.sent,
		SentAt:        seen.answer.SentAt,
		Fault:         seen.answer.Fault,
	}
	if len(out.body) > 0 {
		raw.RequestBody = out.body
	}
	if seen.answer.Status != 0 {
		raw.Response = &journal.RawResponse{
			Status:   seen.answer.Status,
			Header:   seen.lines,
			Body:     seen.answer.Body,
			BodyCut:  seen.cut,
			HeaderAt: seen.answer.HeaderAt,
		}
	}
	_ = w.config.Recorder.Exchange(seen.answer.DoneAt, raw)
}

// recordOpening writes the intent to open a stream, before anything is sent.
func (w *Witness) recordOpening(call StreamCall) {
	_ = w.config.Recorder.Append(journal.Record{At: w.Now(), Kind: journal.KindIntent, Intent: &journal.Intent{
		Action:      journal.ActionOpen,
		Name:        call.Name,
		Tenant:      call.Tenant,
		Path:        call.Path,
		LastEventID: call.LastEventID,
		Replay:      call.Replay,
		MadeUp:      call.MadeUp,
		Resumable:   call.Resumable,
	}})
}

// recordRenewed notes that a tenant's credential is another one from now on.
func (w *Witness) recordRenewed(tenant journal.Tenant) {
	_ = w.config.Recorder.Append(journal.Record{At: w.Now(), Kind: journal.KindNote, Note: &journal.Note{
		Topic: journal.TopicCredential, Name: string(tenant), Text: journal.CredentialRenewed,
	}})
}

// recordHop records a redirect of a stream request, which is followed.
func (w *Witness) recordHop(call StreamCall, out outgoing, a *attempt, response *http.Response) {
	seen := exchanged{lines: answerHeader(response)}
	seen.sent, seen.answer.SentAt = a.sentHeader(out.header)
	seen.answer.Status = response.StatusCode
	seen.answer.HeaderAt, seen.answer.DoneAt = w.Now(), w.Now()
	seen.cut = response.ContentLength != 0
	w.recordExchange(Call{Name: call.Name, Attempt: 1, Tenant: call.Tenant}, out, seen)
}

// recordOpened records the answer to a stream request; a nil response is none.
func (w *Witness) recordOpened(name string, response *http.Response, read body) {
	raw := journal.RawOpened{Stream: name, Header: []journal.Header{}, Body: read.bytes, BodyCut: read.cut, Fault: read.fault}
	if response != nil {
		raw.Status, raw.Header = response.StatusCode, answerHeader(response)
	}
	_ = w.config.Recorder.Opened(w.Now(), raw)
}

func (w *Witness) recordFrame(name string, at journal.Offset, b *sse.Block) error {
	return w.config.Recorder.Frame(at, journal.RawFrame{
		Stream:     name,
		Offset:     b.Offset,
		Dispatched: b.Dispatched,
		EventField: fieldState(b.EventField),
		Event:      string(b.Event),
		IDField:    fieldState(b.IDField),
		ID:         string(b.ID),
		Retry:      retryDigits(b),
		Data:       string(b.Data),
		Raw:        b.Raw,
	})
}

func (w *Witness) recordComment(name string, at journal.Offset, c *sse.Comment) error {
	return w.config.Recorder.Comment(at, journal.RawComment{Stream: name, Offset: c.Offset, Raw: c.Raw})
}

func (w *Witness) recordEnded(name string, end ending) {
	_ = w.config.Recorder.Ended(w.Now(), journal.RawEnded{
		Stream:     name,
		How:        end.how,
		Fault:      end.fault,
		Bytes:      end.bytes,
		Unfinished: end.unfinished,
	})
}

func (w *Witness) recordDelivery(got received) error {
	return w.config.Recorder.Delivery(got.at, journal.RawDelivery{
		Inbox:      got.inbox,
		Method:     got.method,
		Header:     got.lines,
		Body:       got.body,
		BodyCut:    got.cut,
		MACs:       got.macs,
		ReceivedAt: w.wall(got.at).Unix(),
		Answered:   got.answered,

		Verification: got.challenge != nil,
	})
}
