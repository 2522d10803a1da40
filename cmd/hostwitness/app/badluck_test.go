package app

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
)

// luck is something that befalls a lawful host in the middle of a run. Not
// everything can be measured then, but nobody is convicted.
type luck struct {
	name     string
	befallen func(w http.ResponseWriter, r *http.Request, since time.Duration, host http.Handler)
}

func misfortunes() []luck {
	return []luck{
		{"restarted-for-two-seconds", func(w http.ResponseWriter, r *http.Request, since time.Duration, host http.Handler) {
			const down, up = 1200 * time.Millisecond, 3200 * time.Millisecond
			switch {
			case since < down:
				breakAfter(w, r, down-since, host)
			case since < up:
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				host.ServeHTTP(w, r)
			}
		}},
		{"streams-ended-after-two-seconds", func(w http.ResponseWriter, r *http.Request, _ time.Duration, host http.Handler) {
			serveUntil(w, r, 2*time.Second, host)
		}},
		{"streams-broken-after-a-second", func(w http.ResponseWriter, r *http.Request, _ time.Duration, host http.Handler) {
			breakAfter(w, r, time.Second, host)
		}},
		{"every-trigger-call-takes-eight-seconds", func(w http.ResponseWriter, r *http.Request, _ time.Duration, host http.Handler) {
			host.ServeHTTP(w, r)
			if r.Method == http.MethodPost {
				linger(r.Context(), 8*time.Second)
			}
		}},
		{"every-answer-takes-nine-seconds", func(w http.ResponseWriter, r *http.Request, _ time.Duration, host http.Handler) {
			if linger(r.Context(), 9*time.Second) {
				host.ServeHTTP(w, r)
			}
		}},
	}
}

// TestBadLuckConvictsNobody lets lawful hosts be unlucky. The run ends in time
// and convicts none of them.
func TestBadLuckConvictsNobody(t *testing.T) {
	for _, luck := range misfortunes() {
		t.Run(luck.name, func(t *testing.T) {
			run := badRun(t, func(network *memoryNetwork, listener net.Listener) func() {
				return serveUnlucky(t, network, listener, luck)
			})
			run.mustEndInTime(t)
			run.mustConvictNobody(t)
			run.mustNotTell(t)
		})
	}
}

func (f finished) mustConvictNobody(t *testing.T) {
	t.Helper()
	for _, seen := range outcomesOf(f.judged.verdicts) {
		if len(seen.rules) > 0 {
			t.Errorf("%s is convicted for %v (%s)", seen.leg, seen.rules, seen.reason)
		}
	}
}

func serveUnlucky(t *testing.T, memory *memoryNetwork, listener net.Listener, luck luck) (stop func()) {
	t.Helper()
	var first sync.Once
	var begun time.Time
	unlucky := double.Double{ID: "unlucky", Alter: func(parts *host.Parts) {
		parts.Wrap = append(parts.Wrap, func(inner http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				first.Do(func() { begun = time.Now() })
				luck.befallen(w, r, time.Since(begun), inner)
			})
		})
	}}
	config := embeddedConfig()
	config.DialWebhook = memory.dial
	running, err := serveDouble(listener, unlucky, config)
	if err != nil {
		t.Fatal(err)
	}
	return running.close
}

// serveUntil serves a request for so long.
func serveUntil(w http.ResponseWriter, r *http.Request, limit time.Duration, host http.Handler) {
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	host.ServeHTTP(w, r.WithContext(ctx))
}

// breakAfter serves a request for so long and breaks the connection of one that
// is a stream still.
func breakAfter(w http.ResponseWriter, r *http.Request, limit time.Duration, host http.Handler) {
	from := time.Now()
	serveUntil(w, r, limit, host)
	if isStreamRequest(r) && time.Since(from) >= limit {
		panic(http.ErrAbortHandler)
	}
}

func isStreamRequest(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == host.DefaultStreamPath
}

// linger lets time pass, and says whether the request is still there then.
func linger(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
