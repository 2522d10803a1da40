package app

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// totalTime is the longest that a run may take with the default options: its
// own limit, then the one of taking back what it registered.
const totalTime = 95 * time.Second

// stage is where in a run a host goes bad. Everywhere else it is the reference
// host.
type stage struct {
	name string
	of   func(r *http.Request) bool
	// deaf are the legs that rest on what is bad, so that none of them may pass.
	deaf []string
}

func stages() []stage {
	path := func(want string) func(*http.Request) bool {
		return func(r *http.Request) bool { return r.URL.Path == want }
	}
	onStreams := []string{
		"0236.host-event.envelope", "0236.ephemeral.no-resume", "0236.types.advertised", "0236.ephemeral.no-fan-out",
		"0236.webhook.retry-identity", "0236.webhook.tenant-scope", "0241.trigger.reserved-type",
		"0236.host-event.tenant-isolation", "0250.resume-backlog", "0250.ephemeral-not-replayed",
		"0250.cursor-refused", "0250.refusal-uniform", "0250.refusal-discloses-nothing", "0250.legacy-unchanged", "0250.auth-first",
	}
	onTriggers := append([]string{"0241.trigger.bound-by-listing", "0241.trigger.closed-body", "0241.trigger.workspace-refused", "0236.webhook.host-variant"}, onStreams...)
	everything := append([]string{"0236.webhook.ephemeral-refused"}, onTriggers...)
	return []stage{
		{"everywhere", func(*http.Request) bool { return true }, everything},
		{"discovery", path("/.well-known/openwop"), everything},
		{"stream", path("/host/events"), onStreams},
		{"trigger", path("/host/events/test"), onTriggers},
		{"registration", path("/webhooks"), []string{
			"0236.ephemeral.no-fan-out", "0236.webhook.host-variant", "0236.webhook.ephemeral-refused", "0236.host-event.tenant-isolation",
			"0236.webhook.retry-identity", "0236.webhook.tenant-scope",
		}},
	}
}

// TestBadHosts lets a host go bad in every way at every stage. Whatever it
// does, the run ends in time with a journal that can be judged, no leg passes
// that rests on what is bad, and no credential is in the record.
func TestBadHosts(t *testing.T) {
	for _, stage := range stages() {
		for _, vice := range vices() {
			t.Run(stage.name+"/"+vice.name, func(t *testing.T) {
				t.Parallel()
				run := badRun(t, func(network *memoryNetwork, listener net.Listener) func() {
					return serveBad(t, network, listener, stage, vice)
				})
				run.mustEndInTime(t)
				run.mustNotPass(t, stage.deaf)
				run.mustConvictAtMost(t, vice.breaks[stage.name])
				run.mustNotTell(t)
			})
		}
	}
}

// TestNobodyThere is a host whose port is closed.
func TestNobodyThere(t *testing.T) {
	run := badRun(t, func(_ *memoryNetwork, listener net.Listener) func() {
		_ = listener.Close()
		return func() {}
	})
	run.mustEndInTime(t)
	run.mustNotPass(t, stages()[0].deaf)
	run.mustConvictAtMost(t, nil)
}

// smallLimits are bounds that a host which floods reaches soon.
func smallLimits() journal.Limits {
	const kibi = 1 << 10
	return journal.Limits{
		LineBytes: 256 * kibi, FrameBytes: 1024 * kibi, BodyBytes: 256 * kibi, MemoryBytes: 4096 * kibi, RecordBytes: 1024 * kibi,
	}
}

// finished is a run against a bad host and what was made of it.
type finished struct {
	took    time.Duration
	code    int
	journal []byte
	judged  judged
}

// badRun runs the whole suite, in fake time, against what start serves.
func badRun(t *testing.T, start func(network *memoryNetwork, listener net.Listener) (stop func())) finished {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	course, err := fullCourse(catalogue, double.Double{}, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	course.limits = smallLimits()
	var run finished
	var written bytes.Buffer
	var reason journal.EndReason
	synctest.Test(t, func(t *testing.T) {
		memory := newMemoryNetwork()
		hosting, _ := memory.listen() // never fails
		receiving, _ := memory.listen()
		defer receiving.Close()
		defer start(memory, hosting)()
		target := subject{
			base: &url.URL{Scheme: "http", Host: hosting.Addr().String()}, credentials: fixedCredentials(host.TestKeyA, host.TestKeyB),
			dial: memory.dial, listener: receiving, receiver: journal.Receiver{State: journal.ReceiverReady},
		}
		begun := time.Now()
		if reason, err = drive(t.Context(), time.Now, suite(catalogue), target, course, &written); err != nil {
			t.Fatal(err)
		}
		run.took = time.Since(begun)
	})
	run.journal = bytes.Clone(written.Bytes())
	if run.judged, err = judge(&written); err != nil {
		t.Fatal(err)
	}
	run.code = exitOf(run.judged.verdicts, nil, nil, reason)
	return run
}

func (f finished) mustEndInTime(t *testing.T) {
	t.Helper()
	if f.took > totalTime {
		t.Errorf("the run took %v, more than %v", f.took, totalTime)
	}
}

func (f finished) mustNotPass(t *testing.T, legs []string) {
	t.Helper()
	for _, verdict := range f.judged.verdicts {
		if verdict.Result == judges.Pass && slices.Contains(legs, verdict.Leg) {
			t.Errorf("%s passed", verdict.Leg)
		}
	}
}

// mustConvictAtMost holds the convictions to what the host really broke, as
// "<leg> <rule>", and the exit code to them.
func (f finished) mustConvictAtMost(t *testing.T, broken []string) {
	t.Helper()
	want := exitIncomplete
	for _, seen := range outcomesOf(f.judged.verdicts) {
		for _, rule := range seen.rules {
			want = exitFailed
			if !slices.Contains(broken, seen.leg+" "+rule) {
				t.Errorf("%s is convicted for %s (%s)", seen.leg, rule, seen.reason)
			}
		}
	}
	if f.code != want {
		t.Errorf("exit code %d, want %d", f.code, want)
	}
}

func (f finished) mustNotTell(t *testing.T) {
	t.Helper()
	for _, key := range []string{host.TestKeyA, host.TestKeyB} {
		if bytes.Contains(f.journal, []byte(key)) {
			t.Errorf("the journal tells the credential %s", key)
		}
	}
}

// serveBad serves the reference host, but for the stage at which it is bad.
func serveBad(t *testing.T, memory *memoryNetwork, listener net.Listener, where stage, vice vice) (stop func()) {
	t.Helper()
	config := embeddedConfig()
	config.DialWebhook = memory.dial
	good, closeGood, err := double.Double{ID: "good"}.Start(config)
	if err != nil {
		t.Fatal(err)
	}
	var misbehaving sync.WaitGroup
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !where.of(r) {
			good.ServeHTTP(w, r)
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return // the client has gone
		}
		misbehaving.Add(1)
		defer misbehaving.Done()
		defer conn.Close()
		vice.serve(conn, r)
	})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener) // always the listener's end
	}()
	return func() {
		closeGood()
		_ = server.Close()
		<-done
		misbehaving.Wait() // each ends with the client's side of its connection
	}
}

// credentialOf is the token that a request bore.
func credentialOf(r *http.Request) string {
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}
