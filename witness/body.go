package witness

import (
	"fmt"
	"net/http"

	"hostwitness/witness/journal"
)

// body is what was received of an answer's body.
type body struct {
	bytes []byte
	cut   bool // there was more than the limit
	fault *journal.Fault
}

// readBody reads the body of an answer up to the limit. Bytes that came before
// a fault are kept. What was read is taken from the budget until the caller
// gives it back.
func (a *attempt) readBody(response *http.Response, limit int, memory *budget) body {
	defer response.Body.Close()
	if response.StatusCode == http.StatusSwitchingProtocols {
		return body{fault: unasked(response)}
	}
	bytes, more, err := memory.readAll(response.Body, limit)
	read := body{bytes: bytes, cut: more}
	if more {
		read.fault = newFault(journal.FaultLimit, fmt.Sprintf("body longer than %d bytes; the rest was not read", len(bytes)))
		return read
	}
	if err != nil {
		read.fault = a.fault(err)
		return read
	}
	read.fault = unasked(response)
	return read
}

// unasked is the fault of an answer that nothing in the request allows.
func unasked(response *http.Response) *journal.Fault {
	switch {
	case response.StatusCode == http.StatusSwitchingProtocols:
		return newFault(journal.FaultProtocol, "another protocol, which nobody asked for")
	case encoded(response.Header):
		return newFault(journal.FaultProtocol, "a content encoding, which nobody asked for")
	}
	return nil
}
