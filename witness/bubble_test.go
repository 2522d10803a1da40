package witness

import (
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/memory"
)

// inBubble runs a test in fake time against a host on a network in memory.
func inBubble(t *testing.T, handle http.HandlerFunc, adjust func(*Config), test func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		network := memory.NewListener("pipe.test:80")
		server := &http.Server{Handler: handle}
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = server.Serve(network)
		}()
		r := newRig(t, "http://pipe.test", func(c *Config) {
			c.Dial = network.Dial
			if adjust != nil {
				adjust(c)
			}
		})
		test(t, r)
		r.end()
		server.Close()
		<-served
		synctest.Wait()
	})
}

// say writes a piece of a stream at once.
func say(out http.ResponseWriter, text string) {
	io.WriteString(out, text)
	_ = http.NewResponseController(out).Flush()
}

// within waits for a time, or until the request is over.
func within(request *http.Request, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-request.Context().Done():
		return false
	}
}

// stuck is a handler that does nothing until the request is over.
func stuck(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() }
