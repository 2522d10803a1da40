package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/fixtures/host/webhook"
	"hostwitness/witness/journal"
)

// happening is something that the host sees while a run goes on.
type happening struct {
	what string // "POST /webhooks", "frame", "delivery" …
	when phase
}

// phase is how far the host is with a request.
type phase string

// A request has come and nothing of it is done; it is done and nobody was told;
// it is answered.
const (
	arrived  phase = "arrived"
	done     phase = "done"
	answered phase = "answered"
	sent     phase = "sent" // of frames and deliveries
)

// killing is a run as a process of its own against a host in this one, and what
// the host sees of it.
type killing struct {
	url      string
	folder   string
	registry host.Registry
	// strike says whether the process is killed at the number-th happening of
	// the run, counted from 1.
	strike func(number int, seen happening) bool

	started chan struct{} // closed once process is set
	process *os.Process
	dead    chan struct{} // closed once the process has ended
	output  bytes.Buffer
	killed  happening

	mutex    sync.Mutex
	number   int
	struck   bool
	keys     []string // Idempotency-Keys of the registrations that came
	handling sync.WaitGroup
}

// killedRun starts the host, with its parts altered, and a run against it, and
// returns when the process has ended.
func killedRun(t *testing.T, alter func(*host.Parts), strike func(int, happening) bool) *killing {
	t.Helper()
	k := &killing{folder: filepath.Join(t.TempDir(), "evidence"), strike: strike, started: make(chan struct{}), dead: make(chan struct{})}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k.url = "http://" + listener.Addr().String()
	watched := double.Double{ID: "watched", Alter: func(parts *host.Parts) {
		if alter != nil {
			alter(parts)
		}
		k.registry = parts.Registry
		parts.Encoder = watchedEncoder{parts.Encoder, k}
		parts.Poster = watchedPoster{parts.Poster, k}
		parts.Wrap = append(parts.Wrap, k.watch)
	}}
	running, err := serveDouble(listener, watched, embeddedConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.close)
	k.run(t)
	return k
}

// run carries out the real command as a process and waits for its end.
func (k *killing) run(t *testing.T) {
	t.Helper()
	limit, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(limit, "hostwitness", "run", "--host", k.url, "--out", k.folder, "--quiet", "--settle", "200ms")
	command.Env = os.Environ()
	for name, value := range testKeys() {
		command.Env = append(command.Env, name+"="+value)
	}
	command.Stdout, command.Stderr = &k.output, &k.output
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	k.process = command.Process
	close(k.started)
	err := command.Wait()
	close(k.dead)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if limit.Err() != nil {
		t.Fatalf("the run did not end within 2 min: %s", k.output.String())
	}
}

// happens counts what the host sees and kills the process at its moment. The
// host goes on when the process is dead.
func (k *killing) happens(seen happening) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.struck {
		return
	}
	k.number++
	if k.strike == nil || !k.strike(k.number, seen) {
		return
	}
	<-k.started
	k.struck, k.killed = true, seen
	_ = k.process.Kill() // it may have ended by itself, which the test then tells
	<-k.dead
}

// watch tells of each request when it comes, when it is done, and when it is
// answered.
func (k *killing) watch(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		what := r.Method + " " + r.URL.Path
		if r.Method == http.MethodDelete {
			what = "DELETE /webhooks"
		}
		if isStreamRequest(r) {
			k.happens(happening{what, arrived})
			inner.ServeHTTP(w, r)
			return
		}
		k.handling.Add(1)
		defer k.handling.Done()
		k.noteKey(r)
		k.happens(happening{what, arrived})
		answer := httptest.NewRecorder()
		inner.ServeHTTP(answer, r)
		k.happens(happening{what, done})
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes()) // nobody may be there to read it
		_ = http.NewResponseController(w).Flush()
		k.happens(happening{what, answered})
	})
}

// fell tells at which happening the process was killed, if it was.
func (k *killing) fell() (happening, bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.killed, k.struck
}

// asked are the keys of the registrations that came before the kill.
func (k *killing) asked() []string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return slices.Clone(k.keys)
}

func (k *killing) noteKey(r *http.Request) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if !k.struck && r.Method == http.MethodPost && r.URL.Path == "/webhooks" {
		k.keys = append(k.keys, r.Header.Get("Idempotency-Key"))
	}
}

type watchedEncoder struct {
	host.Encoder
	k *killing
}

func (e watchedEncoder) Encode(frame host.Frame) []byte {
	e.k.happens(happening{"frame", sent})
	return e.Encoder.Encode(frame)
}

type watchedPoster struct {
	host.Poster
	k *killing
}

func (p watchedPoster) Post(ctx context.Context, message webhook.Message) (int, error) {
	status, err := p.Poster.Post(ctx, message)
	p.k.happens(happening{"delivery", sent})
	return status, err
}

// left are the subscriptions that the host holds.
func (k *killing) left() []string {
	var ids []string
	for _, tenant := range []string{"tenant-a", "tenant-b"} {
		for _, registration := range k.registry.Of(tenant) {
			ids = append(ids, registration.ID)
		}
	}
	return ids
}

// journal reads what the process wrote, and demands that it is readable up to
// the kill and holds the intent of every registration that the host saw.
func (k *killing) journal(t *testing.T) []journal.Record {
	t.Helper()
	names, err := journalsIn(k.folder)
	if errors.As(err, new(*exitError)) && len(k.asked()) == 0 {
		return nil // killed before the first record
	}
	if err != nil {
		t.Fatal(err)
	}
	found, err := readJournal(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if found.damage != nil {
		t.Errorf("the journal is damaged: %v", found.damage)
	}
	var intended []string
	for _, record := range found.records {
		if record.Intent != nil && record.Intent.Action == journal.ActionRegister {
			intended = append(intended, record.Intent.Key)
		}
	}
	for _, key := range k.asked() {
		if !slices.Contains(intended, key) {
			t.Errorf("the host saw a registration with the key %s, and its intent is not in the journal", key)
		}
	}
	return found.records
}

// cleanUp runs the real cleanup and gives its exit code and what it printed as
// a document.
func (k *killing) cleanUp(t *testing.T, arguments ...string) (int, cleaned) {
	t.Helper()
	var out, problems bytes.Buffer
	code := Main(environmentOf(testKeys(), &out, &problems, append([]string{"cleanup", "--format", "json", k.folder}, arguments...)...))
	var told cleaned
	if err := json.NewDecoder(strings.NewReader(out.String())).Decode(&told); err != nil && code != exitUsage {
		t.Fatalf("cleanup printed %q and %q: %v", out.String(), problems.String(), err)
	}
	return code, told
}

// mustBeClean demands that cleaning up leaves nothing on the host, and that a
// second time changes nothing.
func (k *killing) mustBeClean(t *testing.T) {
	t.Helper()
	for range 2 {
		code, told := k.cleanUp(t)
		if code != exitPassed || told.Left != 0 {
			t.Errorf("cleanup ended with exit code %d and told %+v, want 0 and nothing left", code, told)
		}
		if left := k.left(); len(left) > 0 {
			t.Errorf("left on the host after the cleanup: %v; told %+v", left, told)
		}
	}
}

// mustRender demands that what is there can be shown, and is no pass.
func (k *killing) mustRender(t *testing.T) {
	t.Helper()
	var out bytes.Buffer
	code := Main(environmentOf(nil, &out, io.Discard, "report", "--format", "json", k.folder))
	if code != exitIncomplete || strings.Contains(out.String(), `"executed-pass"`) {
		t.Errorf("the report of a killed run ends with exit code %d, want %d and no pass:\n%s", code, exitIncomplete, out.String())
	}
}
