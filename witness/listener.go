package witness

import (
	"net"
	"net/http"
	"sync"
)

// boundedListener accepts a connection only while fewer than a bound are open.
type boundedListener struct {
	net.Listener
	slots  chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newBoundedListener(inner net.Listener, bound int) *boundedListener {
	return &boundedListener{Listener: inner, slots: make(chan struct{}, bound), closed: make(chan struct{})}
}

// Accept waits for a slot and then for a connection.
func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.slots
		return nil, err
	}
	return &slotConn{Conn: conn, free: func() { <-l.slots }}, nil
}

// Close ends the accepting, also one that waits for a slot.
func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// slotConn frees its slot once it is closed.
type slotConn struct {
	net.Conn
	once sync.Once
	free func()
}

// Close closes the connection.
func (c *slotConn) Close() error {
	defer c.once.Do(c.free)
	return c.Conn.Close()
}

// freshConns are the connections that no request has come on yet. A shutdown
// would wait for them.
type freshConns struct {
	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]bool
}

func newFreshConns() *freshConns { return &freshConns{conns: map[net.Conn]bool{}} }

// note follows the states of the server's connections.
func (f *freshConns) note(conn net.Conn, state http.ConnState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(f.conns, conn)
	case f.closed:
		conn.Close()
	default:
		f.conns[conn] = true
	}
}

// close closes them and all that come later.
func (f *freshConns) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for conn := range f.conns {
		conn.Close()
	}
	clear(f.conns)
}
