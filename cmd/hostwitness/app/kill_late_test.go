package app

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"hostwitness/fixtures/host"
)

// lateTriggers answers a trigger call only once its event has gone out on a
// stream, so that the journal is held back again and again.
type lateTriggers struct {
	host.Wire

	mutex sync.Mutex
	gone  chan struct{} // closed at the next block that has gone out
}

func (l *lateTriggers) alter(parts *host.Parts) {
	l.Wire, l.gone = parts.Wire, make(chan struct{})
	parts.Wire = l
	parts.Wrap = append(parts.Wrap, func(inner http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.URL.Path != "/host/events/test" {
				inner.ServeHTTP(w, r)
				return
			}
			gone := l.next()
			answer := httptest.NewRecorder()
			inner.ServeHTTP(answer, r)
			if answer.Code == http.StatusAccepted {
				select {
				case <-gone:
				case <-r.Context().Done():
				}
			}
			w.WriteHeader(answer.Code)
			_, _ = w.Write(answer.Body.Bytes()) // nobody may be there to read it
		})
	})
}

func (l *lateTriggers) next() <-chan struct{} {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.gone
}

// Open implements host.Wire.
func (l *lateTriggers) Open(w http.ResponseWriter, r *http.Request) (host.Stream, error) {
	stream, err := l.Wire.Open(w, r)
	if err != nil {
		return nil, err
	}
	return &toldStream{stream, l}, nil
}

type toldStream struct {
	host.Stream
	late *lateTriggers
}

// Send implements host.Stream.
func (s *toldStream) Send(block []byte) error {
	err := s.Stream.Send(block)
	s.late.mutex.Lock()
	defer s.late.mutex.Unlock()
	close(s.late.gone)
	s.late.gone = make(chan struct{})
	return err
}

// TestKillWhileTheJournalIsHeldBack is the same against a host that shows each
// event before it answers its cause: what the journal then lacks is its end, and
// no registration is ahead of its intent.
func TestKillWhileTheJournalIsHeldBack(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 8 {
		at := 10 + random.IntN(170)
		t.Run(fmt.Sprintf("%03d", at), func(t *testing.T) {
			t.Parallel()
			late := &lateTriggers{}
			killedRun(t, late.alter, func(number int, _ happening) bool { return number == at }).mustSurvive(t)
		})
	}
}
