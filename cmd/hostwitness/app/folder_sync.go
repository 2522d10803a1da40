package app

import (
	"fmt"
	"sync"
	"time"
)

// syncEvery is how long a record may wait at most for its group to be synced. A
// run that is killed keeps what it wrote in any case; this is what a power
// failure may take.
const syncEvery = 200 * time.Millisecond

// groups is a file that is synced in groups: in the background while it is
// written, and at once for who asks. Writing does not wait for syncing. The
// first error of a sync is the error of every later write and sync: what the
// medium has lost no later success brings back.
type groups struct {
	medium
	every time.Duration

	syncing chan struct{} // holds a token of who syncs, so that those who wait share the next one

	mutex   sync.Mutex
	written int64 // bytes
	synced  int64 // of them
	err     error

	wake     chan struct{} // something was written; room for one
	stopping chan struct{}
	stopped  chan struct{}
	stop     sync.Once
}

// inGroups begins to sync a file in the background, until end is called.
func inGroups(file medium, every time.Duration) *groups {
	g := &groups{
		medium: file, every: every,
		syncing: make(chan struct{}, 1), wake: make(chan struct{}, 1), stopping: make(chan struct{}), stopped: make(chan struct{}),
	}
	go g.background()
	return g
}

// Write implements io.Writer.
func (g *groups) Write(content []byte) (int, error) {
	if err := g.failure(); err != nil {
		return 0, err
	}
	n, err := g.medium.Write(content)
	g.mutex.Lock()
	g.written += int64(n)
	g.mutex.Unlock()
	select {
	case g.wake <- struct{}{}:
	default:
	}
	return n, err
}

// Sync returns once everything written before the call is on the medium.
func (g *groups) Sync() error {
	g.mutex.Lock()
	until := g.written
	g.mutex.Unlock()
	g.syncing <- struct{}{}
	defer func() { <-g.syncing }()
	if done, err := g.reached(until); done || err != nil {
		return err
	}
	g.mutex.Lock()
	until = g.written
	g.mutex.Unlock()
	return g.settle(until, g.medium.Sync())
}

// settle notes what came of a sync.
func (g *groups) settle(until int64, err error) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if err != nil {
		g.err = fmt.Errorf("bring it to the disk: %w", err)
		return g.err
	}
	g.synced = until
	return nil
}

func (g *groups) reached(until int64) (bool, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.synced >= until, g.err
}

func (g *groups) failure() error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.err
}

// background syncs what was written, never more often than once in a while.
func (g *groups) background() {
	defer close(g.stopped)
	pause := time.NewTicker(g.every)
	defer pause.Stop()
	for {
		select {
		case <-g.wake:
			_ = g.Sync() // kept for the next write
		case <-g.stopping:
			return
		}
		select {
		case <-pause.C:
		case <-g.stopping:
			return
		}
	}
}

// end stops the syncing in the background. It may be called again.
func (g *groups) end() {
	g.stop.Do(func() { close(g.stopping) })
	<-g.stopped
}

// Close implements io.Closer.
func (g *groups) Close() error {
	g.end()
	return g.medium.Close()
}
