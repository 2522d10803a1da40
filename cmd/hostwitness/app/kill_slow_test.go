package app

import (
	"context"
	"net/http"
	"sync"

	"hostwitness/fixtures/host"
	"hostwitness/fixtures/host/webhook"
)

// slowRegistry holds the first registration back until its key has come again.
type slowRegistry struct {
	host.Registry
	again chan struct{} // closed once it has

	mutex sync.Mutex
	keys  map[string]bool
	calls int // of Register
}

func (s *slowRegistry) alter(parts *host.Parts) {
	s.Registry, s.keys = parts.Registry, map[string]bool{}
	parts.Registry = s
	parts.Wrap = append(parts.Wrap, func(inner http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if key := r.Header.Get("Idempotency-Key"); r.URL.Path == "/webhooks" && key != "" {
				s.comes(key)
			}
			inner.ServeHTTP(w, r)
		})
	})
}

func (s *slowRegistry) comes(key string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.keys[key] && !closed(s.again) {
		close(s.again)
	}
	s.keys[key] = true
}

// release lets the host go on.
func (s *slowRegistry) release() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !closed(s.again) {
		close(s.again)
	}
}

// Register implements host.Registry.
func (s *slowRegistry) Register(ctx context.Context, p host.Principal, request webhook.Request) (webhook.Registration, error) {
	s.mutex.Lock()
	s.calls++
	s.mutex.Unlock()
	select {
	case <-s.again:
	case <-ctx.Done():
		return webhook.Registration{}, ctx.Err()
	}
	return s.Registry.Register(ctx, p, request)
}

func closed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}
