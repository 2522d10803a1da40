package witness

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"hostwitness/witness/journal"
)

func TestWireFault(t *testing.T) {
	broken := &net.OpError{
		Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET),
		Source: &net.TCPAddr{IP: net.IPv4(10, 9, 8, 7), Port: 5}, Addr: &net.TCPAddr{IP: net.IPv4(10, 9, 8, 6), Port: 6},
	}
	cases := []struct {
		err  error
		want journal.FaultKind
		says string
	}{
		{broken, journal.FaultReset, "connection reset by peer"},
		{fmt.Errorf("transport connection broken: %w", io.ErrUnexpectedEOF), journal.FaultReset, "unexpected EOF"},
		{&net.OpError{Op: "remote error", Err: tls.AlertError(42)}, journal.FaultTLS, "bad certificate"},
		{errors.New("malformed HTTP response \"secret of the host\""), journal.FaultProtocol, "malformed HTTP response"},
		{errors.New(strings.Repeat("long ", 1000)), journal.FaultProtocol, "long long"},
	}
	for _, c := range cases {
		fault := wireFault(c.err, false)
		wantFault(t, fault, c.want)
		if !strings.Contains(fault.Message, c.says) || len(fault.Message) > maxMessage+100 {
			t.Errorf("%q does not say %q", fault.Message, c.says)
		}
		for _, not := range []string{"10.9.8", "secret of the host"} {
			if strings.Contains(fault.Message, not) {
				t.Errorf("%q says %q", fault.Message, not)
			}
		}
	}
}

func TestFaultNamesNoResolver(t *testing.T) {
	err := &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "host.test", Server: "10.9.8.7:53"}}
	if got := own(err); got != "no such host" {
		t.Errorf("own = %q", got)
	}
}
