package witness

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// rawHost is a host that does to each connection what a test says.
type rawHost struct {
	listener net.Listener
	requests atomic.Int32 // connections on which a whole request was read
	conns    atomic.Int32
	running  sync.WaitGroup
}

// newRawHost serves every connection of the listener with the function until
// the test ends.
func newRawHost(t *testing.T, listener net.Listener, serve func(*rawHost, net.Conn)) *rawHost {
	t.Helper()
	h := &rawHost{listener: listener}
	h.running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			h.conns.Add(1)
			h.running.Go(func() {
				defer conn.Close()
				serve(h, conn)
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		h.running.Wait()
	})
	return h
}

// loopback listens on a real socket.
func loopback(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// readRequest reads one request with its body and counts it.
func (h *rawHost) readRequest(conn net.Conn) (*http.Request, []byte) {
	request, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return nil, nil
	}
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, nil
	}
	h.requests.Add(1)
	return request, body
}

// answering reads a request and writes the text.
func answering(text string) func(*rawHost, net.Conn) {
	return func(h *rawHost, conn net.Conn) {
		if request, _ := h.readRequest(conn); request != nil {
			io.WriteString(conn, text)
		}
	}
}

// untilGone waits until the other side has closed the connection.
func untilGone(conn net.Conn) { io.Copy(io.Discard, conn) }

// repeatedly writes the text until the other side is gone.
func repeatedly(conn net.Conn, text string) {
	for {
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
	}
}

// reset closes a TCP connection with a reset.
func reset(conn net.Conn) error {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return errors.New("not a TCP connection")
	}
	if err := tcp.SetLinger(0); err != nil {
		return err
	}
	return tcp.Close()
}

func tlsListener(inner net.Listener, certificate tls.Certificate, protocols ...string) net.Listener {
	return tls.NewListener(inner, &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: protocols})
}
