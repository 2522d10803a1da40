package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/scenarios"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// interruptedAt runs the suite in fake time and interrupts it when the host
// gets a request, before it is served. After the run the host is let go on. It
// gives how many subscriptions it then has, and the journal.
func interruptedAt(t *testing.T, alter func(*host.Parts), moment func(*http.Request) bool, goOn func()) (left int, records []journal.Record) {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	course, err := fullCourse(catalogue, double.Double{}, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		memory := newMemoryNetwork()
		hosting, _ := memory.listen() // never fails
		receiving, _ := memory.listen()
		defer receiving.Close()
		ctx, interrupt := context.WithCancel(t.Context())
		var registry host.Registry
		config := embeddedConfig()
		config.DialWebhook = memory.dial
		watched := double.Double{ID: "watched", Alter: func(parts *host.Parts) {
			alter(parts)
			registry = parts.Registry
			parts.Wrap = append(parts.Wrap, func(inner http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if moment(r) {
						interrupt()
					}
					inner.ServeHTTP(w, r)
				})
			})
		}}
		running, err := serveDouble(hosting, watched, config)
		if err != nil {
			t.Fatal(err)
		}
		defer running.close()
		target := subject{
			base: &url.URL{Scheme: "http", Host: hosting.Addr().String()}, credentials: fixedCredentials(host.TestKeyA, host.TestKeyB),
			dial: memory.dial, listener: receiving, receiver: journal.Receiver{State: journal.ReceiverReady},
		}
		reason, err := drive(ctx, time.Now, suite(catalogue), target, course, &written)
		if err != nil || reason != journal.EndInterrupted {
			t.Errorf("the run ended %q, %v; want interrupted", reason, err)
		}
		goOn()
		synctest.Wait()
		left = len(registry.Of("tenant-a")) + len(registry.Of("tenant-b"))
	})
	records, err = journal.Read(&written)
	if err != nil {
		t.Fatal(err)
	}
	return left, records
}

func isRegistration(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == "/webhooks"
}

// A registration that an interruption cuts off may come about all the same. The
// run asks again, with the same key, and takes it back.
func TestInterruptedRegistrationIsTakenBack(t *testing.T) {
	slow := &slowRegistry{again: make(chan struct{})}
	left, records := interruptedAt(t, slow.alter, isRegistration, slow.release)
	if slow.calls == 0 {
		t.Fatal("nothing was registered; the test shows nothing")
	}
	if left > 0 {
		t.Errorf("%d subscriptions are left", left)
	}
	if told := scenarios.Leftovers(records); len(told) > 0 {
		t.Errorf("the journal tells of leftovers: %+v", told)
	}
}

// Where the host does not answer then either, that is told, and the journal is
// good for a cleanup.
func TestRegistrationThatIsNotKnownIsTold(t *testing.T) {
	deaf := func(parts *host.Parts) {
		parts.Wrap = append(parts.Wrap, func(inner http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if isRegistration(r) {
					_, _ = io.Copy(io.Discard, r.Body) // only then is the client's leaving seen
					<-r.Context().Done()
					return
				}
				inner.ServeHTTP(w, r)
			})
		})
	}
	_, records := interruptedAt(t, deaf, isRegistration, func() {})
	noted := 0
	for _, record := range records {
		if record.Note != nil && record.Note.Topic == journal.TopicCleanup {
			noted++
		}
	}
	if told := scenarios.Leftovers(records); noted == 0 || len(told) != noted {
		t.Errorf("%d notes tell what is not known, and the journal of %d leftovers; want the same and some", noted, len(told))
	}
}
