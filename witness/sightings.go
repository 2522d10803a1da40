package witness

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"

	"hostwitness/witness/journal"
)

// idsKept is how many event ids a stream or inbox remembers; the oldest are
// forgotten first.
const idsKept = 1 << 16

// digest stands for an event id. Hosts choose ids, also very long ones, and a
// digest is short whatever they choose. It differs from run to run, so that
// nobody can make two ids that are taken for one.
type digest uint64

// errOver is what a wait gets when nothing more can come.
var errOver = errors.New("nothing more can come")

// sightings remembers when event ids were seen first, and wakes who waits.
type sightings struct {
	kept int
	seed maphash.Seed
	over chan struct{} // closed when nothing more can come

	mu      sync.Mutex
	first   map[digest]sighting
	order   []digest // a ring of the ids remembered
	oldest  int
	noted   uint64 // ids noted in all
	waiting map[digest]*waiting
}

// sighting is when an id was seen first, and in which turn.
type sighting struct {
	at   journal.Offset
	rank uint64 // from 1
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
		seed:    maphash.MakeSeed(),
		over:    make(chan struct{}),
		first:   map[digest]sighting{},
		waiting: map[digest]*waiting{},
	}
}

func (s *sightings) digest(id string) digest { return digest(maphash.String(s.seed, id)) }

// note remembers an id, unless it is known, and wakes who waits for it.
func (s *sightings) note(id string, at journal.Offset) {
	if id == "" {
		return
	}
	d := s.digest(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.first[d]; known {
		return
	}
	s.remember(d)
	s.noted++
	s.first[d] = sighting{at, s.noted}
	if w := s.waiting[d]; w != nil {
		w.at = at
		close(w.seen)
		delete(s.waiting, d)
	}
}

func (s *sightings) remember(d digest) {
	if len(s.order) < s.kept {
		s.order = append(s.order, d)
		return
	}
	delete(s.first, s.order[s.oldest])
	s.order[s.oldest] = d
	s.oldest = (s.oldest + 1) % s.kept
}

// look tells when the id was seen first.
func (s *sightings) look(id string) (journal.Offset, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, seen := s.first[s.digest(id)]
	return first.at, seen
}

// newest gives the one of the ids that was seen first after all others, "" when
// none was seen.
func (s *sightings) newest(ids []string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	newest, rank := "", uint64(0)
	for _, id := range ids {
		if first, seen := s.first[s.digest(id)]; seen && first.rank > rank {
			newest, rank = id, first.rank
		}
	}
	return newest
}

// finish says that nothing more can come. It must be called once.
func (s *sightings) finish() { close(s.over) }

// await waits until the id is seen and tells when it was first. It fails with
// errOver, or with the cause of ctx.
func (s *sightings) await(ctx context.Context, id string) (journal.Offset, error) {
	d := s.digest(id)
	s.mu.Lock()
	if first, seen := s.first[d]; seen {
		s.mu.Unlock()
		return first.at, nil
	}
	w := s.waiting[d]
	if w == nil {
		w = &waiting{seen: make(chan struct{})}
		s.waiting[d] = w
	}
	w.many++
	s.mu.Unlock()
	select {
	case <-w.seen:
		return w.at, nil
	case <-s.over:
		return s.giveUp(d, w, errOver)
	case <-ctx.Done():
		return s.giveUp(d, w, context.Cause(ctx))
	}
}

// giveUp ends a wait, unless the id was seen at the last moment.
func (s *sightings) giveUp(d digest, w *waiting, cause error) (journal.Offset, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-w.seen:
		return w.at, nil
	default:
	}
	if w.many--; w.many == 0 {
		delete(s.waiting, d)
	}
	return 0, cause
}
