package witness

import (
	"net/http"
	"strings"
	"sync"

	"hostwitness/witness/journal"
)

// secrets gives each secret to the recorder once.
type secrets struct {
	recorder *journal.Recorder

	mu    sync.Mutex
	known map[string]bool
}

func newSecrets(recorder *journal.Recorder) *secrets {
	return &secrets{recorder: recorder, known: map[string]bool{}}
}

func (s *secrets) add(name, value string) {
	if value == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known[value] {
		s.known[value] = true
		s.recorder.AddSecret(name, value)
	}
}

// addHeader takes all values of a header for secrets.
func (s *secrets) addHeader(header http.Header) {
	for name, values := range header {
		for _, value := range values {
			s.add("header-"+strings.ToLower(name), value)
		}
	}
}
