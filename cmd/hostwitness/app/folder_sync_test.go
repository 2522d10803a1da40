package app

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// disk is a medium whose syncs take a while, in a bubble's time.
type disk struct {
	takes time.Duration

	mutex  sync.Mutex
	held   bytes.Buffer
	synced []int // bytes on it after each sync
	err    error
	closed bool
}

func (d *disk) Write(content []byte) (int, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.held.Write(content)
}

func (d *disk) Sync() error {
	d.mutex.Lock()
	length, err := d.held.Len(), d.err
	d.mutex.Unlock()
	if d.takes > 0 {
		<-time.After(d.takes)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.synced = append(d.synced, length)
	return err
}

func (d *disk) Close() error { d.closed = true; return nil }
func (d *disk) Name() string { return "disk" }

func (d *disk) syncs() []int {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return append([]int(nil), d.synced...)
}

func (d *disk) fail(err error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.err = err
}

// writeLines writes a line of ten bytes so often, with a pause after each.
func writeLines(t *testing.T, g *groups, lines int, pause time.Duration) {
	t.Helper()
	for range lines {
		if _, err := g.Write([]byte("a record.\n")); err != nil {
			t.Fatal(err)
		}
		<-time.After(pause)
	}
}

func TestWritingIsSyncedInGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		medium := &disk{}
		g := inGroups(medium, 100*time.Millisecond)
		writeLines(t, g, 1000, time.Millisecond)
		<-time.After(time.Second)
		syncs := medium.syncs()
		if len(syncs) < 9 || len(syncs) > 12 {
			t.Errorf("%d syncs in a second of writing, want one in 100 ms", len(syncs))
		}
		if last := syncs[len(syncs)-1]; last != 10000 {
			t.Errorf("%d bytes are synced in the end, want all 10000", last)
		}
		<-time.After(time.Hour)
		if more := len(medium.syncs()) - len(syncs); more != 0 {
			t.Errorf("%d syncs while nothing was written", more)
		}
		if err := g.Close(); err != nil || !medium.closed {
			t.Errorf("closed %v, error %v", medium.closed, err)
		}
	})
}

func TestASlowDiskDoesNotHoldWritingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		medium := &disk{takes: time.Minute}
		g := inGroups(medium, 100*time.Millisecond)
		begun := time.Now()
		writeLines(t, g, 1000, time.Millisecond)
		if took := time.Since(begun); took != time.Second {
			t.Errorf("a second of writing took %v", took)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Those who ask while a sync is under way share the next one.
func TestSyncsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		medium := &disk{takes: time.Second}
		g := inGroups(medium, time.Hour)
		begun := time.Now()
		writeLines(t, g, 1, 10*time.Millisecond) // the background sync is under way
		writeLines(t, g, 1, 10*time.Millisecond)
		var asking sync.WaitGroup
		for range 8 {
			asking.Go(func() {
				if err := g.Sync(); err != nil {
					t.Error(err)
				}
				if syncs := medium.syncs(); syncs[len(syncs)-1] != 20 {
					t.Errorf("Sync returned with %v bytes on the disk, want 20", syncs)
				}
			})
		}
		asking.Wait()
		if took := time.Since(begun); took != 2*time.Second {
			t.Errorf("8 syncs took %v, want the rest of one and a whole one", took)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A disk that has lost something says so once. It must not be forgotten.
func TestAFailedSyncIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("no space left on device")
		medium := &disk{err: full}
		g := inGroups(medium, time.Millisecond)
		writeLines(t, g, 1, time.Second) // synced in the background, and lost
		medium.fail(nil)
		if _, err := g.Write([]byte("more")); !errors.Is(err, full) {
			t.Errorf("Write gives %v, want %v", err, full)
		}
		if err := g.Sync(); !errors.Is(err, full) {
			t.Errorf("Sync gives %v, want %v", err, full)
		}
		out := &file{medium: g, name: journalFile}
		if err := out.complete(); !errors.Is(err, full) || !medium.closed {
			t.Errorf("complete gives %v, closed %v; want %v and closed", err, medium.closed, full)
		}
	})
}
