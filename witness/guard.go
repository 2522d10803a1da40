package witness

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
)

// dialFunc opens a connection.
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// errSecondTry is what a hidden retry of the HTTP client gets.
var errSecondTry = errors.New("a second try of the same attempt was not sent")

// guard gives an attempt one connection and lets one request onto it.
type guard struct {
	connect dialFunc

	mu       sync.Mutex
	dialed   bool
	closed   bool
	conn     *tapped
	requests int
}

// tapped is a connection that remembers whether the other side has ended it.
type tapped struct {
	net.Conn
	ended atomic.Bool
}

// Read reads as the connection does.
func (c *tapped) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err != nil {
		c.ended.Store(true)
	}
	return n, err
}

// dial opens the one connection. The HTTP client dials anew in order to repeat
// a request, and gets errSecondTry.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	g.mu.Lock()
	second := g.dialed
	g.dialed = true
	g.mu.Unlock()
	if second {
		return nil, errSecondTry
	}
	conn, err := g.connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	g.conn = &tapped{Conn: conn}
	return g.conn, nil
}

// admit is told that a request is about to go onto the connection. HTTP/2
// repeats a refused request on the same connection; it is closed before that.
func (g *guard) admit() (first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests++
	if g.requests > 1 && g.conn != nil {
		g.conn.Close()
	}
	return g.requests == 1
}

// ended tells whether all was read that the other side has sent.
func (g *guard) ended() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.conn != nil && g.conn.ended.Load()
}

// close closes the connection, also one that is still being opened.
func (g *guard) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	if g.conn != nil {
		g.conn.Close()
	}
}
