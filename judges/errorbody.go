package judges

import (
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// The error codes that rules demand or forbid.
const (
	codeValidation = "validation_error"
	codeResync     = "host_event_resync_required"
)

// errorBody is the body of a refusal.
type errorBody struct {
	document
	problems []schemas.Problem // against the closed error object
}

func readError(body *journal.Bytes) errorBody {
	read := errorBody{document: readDocument(body)}
	if read.object != nil {
		read.problems = schemas.ValidateValue(schemas.Error, read.object)
	}
	return read
}

// code gives the error code, where there is one to judge.
func (e errorBody) code() (string, bool) { return e.text("error") }

// weighCode holds the error code to the one demanded. A body that has no code
// is the business of the rule about bodies.
func (e errorBody) weighCode(r *ruling, want, where string, record int64) {
	code, ok := e.code()
	if !ok {
		if e.unsure != "" {
			r.lacks(where+": "+e.unsure, record)
		}
		return
	}
	r.weigh(code == want, e.unsure, where, "error is "+quoted(code), record)
}

// weighBody holds the body to the closed error object.
func (e errorBody) weighBody(r *ruling, where string, record int64) {
	if fault := suiteFault(e.problems); fault != "" {
		r.lacks(fault)
		return
	}
	observed := e.fault
	if e.object != nil {
		observed = schemas.Summary(e.problems, mostBreaches)
	}
	r.weigh(e.object != nil && len(e.problems) == 0, e.unsure, where, observed, record)
}

// weighDetails holds the body to telling no details. Details that are no
// object are the business of the rule about bodies.
func (e errorBody) weighDetails(r *ruling, where string, record int64) {
	details, _ := e.object["details"].(map[string]any)
	if e.object == nil {
		return
	}
	r.weigh(len(details) == 0, e.unsure, where, "details has "+counted(len(details), "member"), record)
}
