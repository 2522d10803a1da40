package witness

import (
	"context"
	"errors"
	"sync"

	"hostwitness/witness/journal"
)

// A stream or inbox remembers idsKept event ids; the oldest are forgotten
// first. A longer id than idBytes is never remembered: no event id may be
// longer than 128 (RFC 0236 §A).
const (
	idsKept = 100_000
	idBytes = 256
)

// errOver is what a wait gets when nothing more can come.
var errOver = errors.New("nothing more can come")

// sightings remembers when event ids were seen first, and wakes who waits.
type sightings struct {
	kept int
	over chan struct{} // closed when nothing more can come

	mu      sync.Mutex
	first   map[string]journal.Offset
	order   []string // a ring of the ids remembered
	oldest  int
	waiting map[string]*waiting
}

// waiting is what all who wait for one id share.
type waiting struct {
	seen chan struct{}
	at   journal.Offset // set before seen is closed
	many int
}

func newSightings(kept int) *sightings {
	return &sightings{
		kept:    kept,
		over:    make(chan struct{}),
		first:   map[string]journal.Offset{},
		waiting: map[string]*waiting{},
	}
}

// note remembers an id, unless it is known, and wakes who waits for it.
func (s *sightings) note(id string, at journal.Offset) {
	if id == "" || len(id) > idBytes {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.first[id]; known {
		return
	}
	s.remember(id)
	s.first[id] = at
	if w := s.waiting[id]; w != nil {
		w.at = at
		close(w.seen)
		delete(s.waiting, id)
	}
}

func (s *sightings) remember(id string) {
	if len(s.order) < s.kept {
		s.order = append(s.order, id)
		return
	}
	delete(s.first, s.order[s.oldest])
	s.order[s.oldest] = id
	s.oldest = (s.oldest + 1) % s.kept
}

// look tells when the id was seen first.
func (s *sightings) look(id string) (journal.Offset, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, seen := s.first[id]
	return at, seen
}

// finish says that nothing more can come. It must be called once.
func (s *sightings) finish() { close(s.over) }

// await waits until the id is seen and tells when it was first. It fails with
// errOver, or with the cause of ctx.
func (s *sightings) await(ctx context.Context, id string) (journal.Offset, error) {
	s.mu.Lock()
	if at, seen := s.first[id]; seen {
		s.mu.Unlock()
		return at, nil
	}
	w := s.waiting[id]
	if w == nil {
		w = &waiting{seen: make(chan struct{})}
		s.waiting[id] = w
	}
	w.many++
	s.mu.Unlock()
	select {
	case <-w.seen:
		return w.at, nil
	case <-s.over:
		return s.giveUp(id, w, errOver)
	case <-ctx.Done():
		return s.giveUp(id, w, context.Cause(ctx))
	}
}

// giveUp ends a wait, unless the id was seen at the last moment.
func (s *sightings) giveUp(id string, w *waiting, cause error) (journal.Offset, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-w.seen:
		return w.at, nil
	default:
	}
	if w.many--; w.many == 0 {
		delete(s.waiting, id)
	}
	return 0, cause
}
