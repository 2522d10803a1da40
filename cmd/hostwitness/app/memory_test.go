package app

import (
	"context"
	"fmt"
	"net"
	"sync"

	"hostwitness/fixtures/memory"
)

// memoryNetwork is a network of pipes with an address for each listener, so
// that a run can be driven in fake time.
type memoryNetwork struct {
	mutex     sync.Mutex
	listeners map[string]*memory.Listener
}

func newMemoryNetwork() *memoryNetwork {
	return &memoryNetwork{listeners: make(map[string]*memory.Listener)}
}

func (n *memoryNetwork) network() network { return network{listen: n.listen, dial: n.dial} }

func (n *memoryNetwork) listen() (net.Listener, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	address := fmt.Sprintf("127.0.0.1:%d", 1000+len(n.listeners))
	n.listeners[address] = memory.NewListener(address)
	return n.listeners[address], nil
}

func (n *memoryNetwork) dial(ctx context.Context, network, address string) (net.Conn, error) {
	n.mutex.Lock()
	listener := n.listeners[address]
	n.mutex.Unlock()
	if listener == nil {
		return nil, fmt.Errorf("nobody listens on %s", address)
	}
	return listener.Dial(ctx, network, address)
}
