package witness

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strings"

	"hostwitness/witness/journal"
)

// Causes with which we end an attempt ourselves.
var (
	errLeft   = errors.New("the suite left")
	errClosed = errors.New("the witness is closed")
)

// fault names what went wrong on the way. The message holds nothing that the
// host wrote.
func (a *attempt) fault(err error) *journal.Fault {
	stop := context.Cause(a.ctx)
	if errors.Is(stop, errSecondTry) || errors.Is(err, errSecondTry) {
		return newFault(journal.FaultReset, "the host refused the request before answering it")
	}
	if stop != nil {
		return stopFault(stop)
	}
	a.mu.Lock()
	connected, unsecured := a.connected, a.unsecured
	a.mu.Unlock()
	switch {
	case unsecured:
		return newFault(journal.FaultTLS, "no trusted connection: "+own(err))
	case !connected:
		return newFault(journal.FaultDial, "no connection: "+own(err))
	}
	return wireFault(err, a.guard.ended())
}

// stopFault names the fault of an attempt that was ended from our side. Only a
// deadline of the attempt itself says something about the host; that the
// caller's own time was over does not.
func stopFault(cause error) *journal.Fault {
	if late := (*expired)(nil); errors.As(cause, &late) {
		return newFault(journal.FaultTimeout, late.Error())
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return newFault(journal.FaultStopped, "the time of the run was over before the answer was complete")
	}
	return newFault(journal.FaultStopped, "stopped before the answer was complete")
}

// wireFault names the fault of a request that had a connection. Headers that
// are cut off within a line look like malformed ones, unless the connection has
// ended.
func wireFault(err error, ended bool) *journal.Fault {
	text := err.Error()
	alert, malformed := tls.AlertError(0), textproto.ProtocolError("")
	switch {
	case errors.As(err, &alert):
		return newFault(journal.FaultTLS, "the host gave the secure connection up: "+own(err))
	case strings.Contains(text, "response headers exceeded"), strings.Contains(text, "header list larger"):
		return newFault(journal.FaultLimit, "answer headers longer than the limit")
	case errors.As(err, &malformed) && ended:
		return newFault(journal.FaultReset, "the connection broke within the answer headers")
	case errors.As(err, &malformed):
		return newFault(journal.FaultProtocol, "answer headers that are no headers")
	case broken(err):
		return newFault(journal.FaultReset, "the connection broke: "+own(err))
	}
	return newFault(journal.FaultProtocol, "the answer breaks the rules of HTTP: "+own(err))
}

// broken tells whether the connection ended where it must not.
func broken(err error) bool {
	if network := (net.Error)(nil); errors.As(err, &network) {
		return true
	}
	text := err.Error()
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) ||
		strings.Contains(text, "server closed") || strings.Contains(text, "GOAWAY") ||
		strings.Contains(text, "received from peer")
}

// maxMessage bounds the text of a fault, in bytes.
const maxMessage = 256

// own is the text of an error without the bytes of the host that some errors
// quote, which belong into records, where secrets are taken out of them; and
// without the addresses of the machine that the suite runs on.
func own(err error) string {
	text, _, _ := strings.Cut(bare(err).Error(), `"`)
	if len(text) > maxMessage {
		text = text[:maxMessage]
	}
	return strings.TrimRight(strings.ToValidUTF8(text, "?"), " :")
}

// bare is the reason inside an error of the network, which names addresses.
func bare(err error) error {
	if operation := (*net.OpError)(nil); errors.As(err, &operation) && operation.Err != nil {
		return bare(operation.Err)
	}
	if lookup := (*net.DNSError)(nil); errors.As(err, &lookup) {
		return errors.New(lookup.Err)
	}
	return err
}

func newFault(kind journal.FaultKind, message string) *journal.Fault {
	return &journal.Fault{Kind: kind, Message: message}
}
