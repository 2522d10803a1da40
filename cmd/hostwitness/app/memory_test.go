package app

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// memoryNetwork is a network of pipes, so that a run can be driven in fake
// time.
type memoryNetwork struct {
	mutex     sync.Mutex
	listeners map[string]*memoryListener
}

func newMemoryNetwork() *memoryNetwork {
	return &memoryNetwork{listeners: make(map[string]*memoryListener)}
}

func (n *memoryNetwork) network() network { return network{listen: n.listen, dial: n.dial} }

func (n *memoryNetwork) listen() (net.Listener, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	listener := &memoryListener{
		address: memoryAddress(fmt.Sprintf("127.0.0.1:%d", 1000+len(n.listeners))),
		arrived: make(chan net.Conn), closed: make(chan struct{}),
	}
	n.listeners[listener.address.String()] = listener
	return listener, nil
}

func (n *memoryNetwork) dial(ctx context.Context, _, address string) (net.Conn, error) {
	n.mutex.Lock()
	listener := n.listeners[address]
	n.mutex.Unlock()
	if listener == nil {
		return nil, fmt.Errorf("nobody listens on %s", address)
	}
	near, far := net.Pipe()
	select {
	case listener.arrived <- far:
		return near, nil
	case <-listener.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type memoryListener struct {
	address memoryAddress
	arrived chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.arrived:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *memoryListener) Addr() net.Addr { return l.address }

type memoryAddress string

func (memoryAddress) Network() string  { return "memory" }
func (a memoryAddress) String() string { return string(a) }
