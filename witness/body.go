package witness

import (
	"fmt"
	"io"
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
// a fault are kept.
func (a *attempt) readBody(response *http.Response, limit int) body {
	defer response.Body.Close()
	if response.StatusCode == http.StatusSwitchingProtocols {
		return body{fault: unasked(response)}
	}
	bytes, err := io.ReadAll(io.LimitReader(response.Body, int64(limit)+1))
	read := body{bytes: bytes}
	if len(bytes) > limit {
		read.bytes, read.cut = bytes[:limit], true
		read.fault = newFault(journal.FaultLimit, fmt.Sprintf("body longer than %d bytes; the rest was not read", limit))
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
