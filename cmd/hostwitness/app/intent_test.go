package app

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// diary is a journal's medium and a host, which note in one order what came to
// them.
type diary struct {
	mutex sync.Mutex
	lines []string
	err   error // of every sync
}

var registerIntent = regexp.MustCompile(`"action":"register".*?"key":"([^"]+)"`)

func (d *diary) note(line string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.lines = append(d.lines, line)
}

// Write implements io.Writer.
func (d *diary) Write(line []byte) (int, error) {
	if found := registerIntent.FindSubmatch(line); found != nil {
		d.note("written " + string(found[1]))
	}
	return len(line), nil
}

// Sync is what Recorder.Sync calls.
func (d *diary) Sync() error {
	d.note("synced")
	return d.err
}

// host wraps the reference host: each trigger call is answered only after eight
// seconds, while its event is seen at once.
func (d *diary) host(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/webhooks":
			d.note("asked " + r.Header.Get("Idempotency-Key"))
			inner.ServeHTTP(w, r)
		case r.Method == http.MethodPost:
			inner.ServeHTTP(w, r)
			linger(r.Context(), 8*time.Second)
		default:
			inner.ServeHTTP(w, r)
		}
	})
}

// keep runs the whole suite in fake time and gives the error of the run.
func (d *diary) keep(t *testing.T) error {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	course, err := fullCourse(catalogue, double.Double{}, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var driven error
	synctest.Test(t, func(t *testing.T) {
		memory := newMemoryNetwork()
		hosting, _ := memory.listen() // never fails
		receiving, _ := memory.listen()
		defer receiving.Close()
		config := embeddedConfig()
		config.DialWebhook = memory.dial
		slow := double.Double{ID: "slow", Alter: func(parts *host.Parts) { parts.Wrap = append(parts.Wrap, d.host) }}
		running, err := serveDouble(hosting, slow, config)
		if err != nil {
			t.Fatal(err)
		}
		defer running.close()
		_, driven = drive(t.Context(), time.Now, suite(catalogue), d.subject(memory, hosting, receiving), course, d)
	})
	return driven
}

func (d *diary) subject(memory *memoryNetwork, hosting, receiving net.Listener) subject {
	return subject{
		base: &url.URL{Scheme: "http", Host: hosting.Addr().String()}, credentials: fixedCredentials(host.TestKeyA, host.TestKeyB),
		dial: memory.dial, listener: receiving, receiver: journal.Receiver{State: journal.ReceiverReady},
	}
}

// What a run asks for it must be able to take back after a kill. So each intent
// to register is on the disk before its request, also where an event that came
// before the answer to its cause holds the journal back.
func TestIntentIsOnTheDiskBeforeItsRequest(t *testing.T) {
	var seen diary
	if err := seen.keep(t); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for at, line := range seen.lines {
		key, isAsked := bytes.CutPrefix([]byte(line), []byte("asked "))
		if !isAsked {
			continue
		}
		asked++
		written := slices.Index(seen.lines, "written "+string(key))
		if written < 0 || written > at {
			t.Errorf("a registration was asked for before its intent was written: %v", seen.lines[:at+1])
			continue
		}
		if !slices.Contains(seen.lines[written:at], "synced") {
			t.Errorf("a registration was asked for before its intent was synced: %v", seen.lines[:at+1])
		}
	}
	if asked < 4 {
		t.Errorf("%d registrations were asked for, want 4 at least", asked)
	}
}

// A full disk ends the run as the suite's own fault before anything is
// registered.
func TestNothingIsRegisteredThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left on device")
	seen := diary{err: full}
	if err := seen.keep(t); !errors.Is(err, full) {
		t.Errorf("the run ended with %v, want %v", err, full)
	}
	for _, line := range seen.lines {
		if line[:5] == "asked" {
			t.Errorf("something was registered: %v", seen.lines)
		}
	}
	if !slices.Contains(seen.lines, "synced") {
		t.Error("nothing was synced; the test shows nothing")
	}
}
