package witness

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/memory"
	"hostwitness/witness/journal"
)

func TestExchangeDeadlines(t *testing.T) {
	standard := Deadlines{}.withDefaults()
	cases := []struct {
		name   string
		handle http.HandlerFunc
		after  time.Duration
		body   string
	}{
		{"no answer", stuck, standard.Header, ""},
		{"no body", func(out http.ResponseWriter, request *http.Request) {
			say(out, "begun")
			stuck(out, request)
		}, standard.Exchange, "begun"},
		{"dripping body", func(out http.ResponseWriter, request *http.Request) {
			for within(request, 3*time.Second) {
				say(out, "x")
			}
		}, standard.Exchange, "xxxxxx"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, c.handle, nil, func(t *testing.T, r *rig) {
				answer := r.witness.Exchange(t.Context(), get())
				wantFault(t, answer.Fault, journal.FaultTimeout)
				if answer.DoneAt != c.after || string(answer.Body) != c.body {
					t.Errorf("ended after %s with %q, want %s with %q", answer.DoneAt, answer.Body, c.after, c.body)
				}
				wantFault(t, r.one(journal.KindExchange).Exchange.Fault, journal.FaultTimeout)
			})
		})
	}
}

// pipeHost serves each connection of a network in memory with the function,
// and runs the test in fake time.
func pipeHost(t *testing.T, base string, serve func(*rawHost, net.Conn), test func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		network := memory.NewListener("pipe.test:80")
		host := newRawHost(t, network, serve)
		r := newRig(t, base, func(c *Config) { c.Dial = network.Dial })
		test(t, r)
		r.end()
		network.Close()
		host.running.Wait()
	})
}

func TestExchangeWithDrippingHeaders(t *testing.T) {
	pipeHost(t, "http://pipe.test", func(h *rawHost, conn net.Conn) {
		h.readRequest(conn)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nX-Drip: ")
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for range tick.C {
			if _, err := io.WriteString(conn, "x"); err != nil {
				return
			}
		}
	}, func(t *testing.T, r *rig) {
		answer := r.witness.Exchange(t.Context(), get())
		wantFault(t, answer.Fault, journal.FaultTimeout)
		if answer.DoneAt != 10*time.Second {
			t.Errorf("ended after %s", answer.DoneAt)
		}
	})
}

func TestExchangeWithDrippingInterimAnswers(t *testing.T) {
	pipeHost(t, "http://pipe.test", func(h *rawHost, conn net.Conn) {
		h.readRequest(conn)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for range tick.C {
			if _, err := io.WriteString(conn, "HTTP/1.1 102 Processing\r\n\r\n"); err != nil {
				return
			}
		}
	}, func(t *testing.T, r *rig) {
		wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultTimeout)
	})
}

// A host that takes no bytes makes writing the request hang.
func TestExchangeWithAHostThatReadsNothing(t *testing.T) {
	pipeHost(t, "http://pipe.test", func(h *rawHost, conn net.Conn) {
		gone := make([]byte, 1)
		conn.Read(gone)
		<-time.After(time.Minute)
	}, func(t *testing.T, r *rig) {
		answer := r.witness.Exchange(t.Context(), post())
		wantFault(t, answer.Fault, journal.FaultTimeout)
		if answer.DoneAt != 10*time.Second {
			t.Errorf("ended after %s", answer.DoneAt)
		}
	})
}

func TestExchangeWithAHangingHandshake(t *testing.T) {
	pipeHost(t, "https://pipe.test", func(_ *rawHost, conn net.Conn) { untilGone(conn) }, func(t *testing.T, r *rig) {
		answer := r.witness.Exchange(t.Context(), get())
		wantFault(t, answer.Fault, journal.FaultTimeout)
		if answer.DoneAt != 5*time.Second {
			t.Errorf("ended after %s", answer.DoneAt)
		}
	})
}

func TestExchangeWithAHangingDial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := memory.NewListener("pipe.test:80")
		r := newRig(t, "http://pipe.test", func(c *Config) { c.Dial = network.Dial })
		answer := r.witness.Exchange(t.Context(), get())
		wantFault(t, answer.Fault, journal.FaultTimeout)
		if answer.DoneAt != 5*time.Second {
			t.Errorf("ended after %s", answer.DoneAt)
		}
		r.end()
	})
}

// A dial that does not heed its context must neither hold the exchange up nor
// leak the connection that it gives in the end.
func TestExchangeWithADeafDial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		r := newRig(t, "http://pipe.test", func(c *Config) {
			c.Dial = func(context.Context, string, string) (net.Conn, error) {
				<-time.After(time.Minute)
				return near, nil
			}
		})
		wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultTimeout)
		r.end()
		if _, err := far.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("read = %v, want the connection closed", err)
		}
	})
}

func TestExchangeIsStopped(t *testing.T) {
	inBubble(t, stuck, nil, func(t *testing.T, r *rig) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		answer := r.witness.Exchange(ctx, get())
		wantFault(t, answer.Fault, journal.FaultStopped)
		if answer.DoneAt != 2*time.Second {
			t.Errorf("ended after %s", answer.DoneAt)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		wantFault(t, r.witness.Exchange(ctx, get()).Fault, journal.FaultStopped)
		time.AfterFunc(time.Second, r.witness.Close)
		wantFault(t, r.witness.Exchange(t.Context(), get()).Fault, journal.FaultStopped)
	})
}
