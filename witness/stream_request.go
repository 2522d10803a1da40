package witness

import (
	"net/http"
	"net/url"
)

// streamRequest is the call as a request.
func (w *Witness) streamRequest(call StreamCall) (outgoing, error) {
	own := http.Header{"Accept": {"text/event-stream"}}
	if call.LastEventID != nil {
		own.Set("Last-Event-ID", *call.LastEventID)
	}
	query := url.Values{}
	if call.Replay {
		query.Set("replay", "required")
	}
	if call.Resumable {
		query.Set("resumable", "true")
	}
	out := outgoing{
		tenant: call.Tenant,
		madeUp: call.MadeUp,
		method: http.MethodGet,
		header: w.headerFor(own, w.currentVersion()),
	}
	var err error
	out.target, err = w.target(call.Path, query)
	return out, err
}
