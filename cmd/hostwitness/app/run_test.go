package app

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/judges"
	"hostwitness/scenarios"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// rehearsal is a run in fake time against a host in memory.
type rehearsal struct {
	double  double.Double
	subject func(*subject)
	course  func(*course)
	ctx     context.Context
}

// result is what a rehearsal left.
type rehearsed struct {
	judged
	reason  journal.EndReason
	written string
	left    map[string]bool // legs that are measured only where they are asked for, and were not
}

// driven are the verdicts of what the run did and what binds the host: the
// reference host claims too much for some legs to bind it.
func (r rehearsed) driven() []judges.Verdict {
	unbound := func(verdict judges.Verdict) bool {
		return slices.ContainsFunc(double.Reference(), func(usual double.Expectation) bool {
			return usual.Leg == verdict.Leg && usual.Result == string(verdict.Result)
		})
	}
	return slices.DeleteFunc(slices.Clone(r.verdicts), func(verdict judges.Verdict) bool { return r.left[verdict.Leg] || unbound(verdict) })
}

func (r rehearsal) run(t *testing.T) rehearsed {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	var done rehearsed
	synctest.Test(t, func(t *testing.T) {
		subject, stop, err := newMemoryNetwork().network().subject(r.double)
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		course, err := fullCourse(catalogue, r.double, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if r.subject != nil {
			r.subject(&subject)
		}
		if r.course != nil {
			r.course(&course)
		}
		ctx := r.ctx
		if ctx == nil {
			ctx = t.Context()
		}
		var written bytes.Buffer
		if done.reason, err = drive(ctx, time.Now, suite(catalogue), subject, course, &written); err != nil {
			t.Fatal(err)
		}
		done.written = written.String()
	})
	if done.judged, err = judge(strings.NewReader(done.written)); err != nil {
		t.Fatal(err)
	}
	_, done.left = askedFor(catalogue, done.evidence.Run.Options)
	return done
}

func (r rehearsed) verdict(t *testing.T, leg string) judges.Verdict {
	t.Helper()
	for _, verdict := range r.verdicts {
		if verdict.Leg == leg {
			return verdict
		}
	}
	t.Fatalf("there is no verdict of %s", leg)
	return judges.Verdict{}
}

func TestInterruptedRunUnregistersWhatItRegistered(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	done := rehearsal{
		ctx: ctx,
		course: func(c *course) {
			c.progress = func(step scenarios.Progress) {
				if step.Step == scenarios.StepWaiting {
					interrupt()
				}
			}
		},
	}.run(t)
	if done.reason != journal.EndInterrupted || done.evidence.Ended.Reason != journal.EndInterrupted {
		t.Errorf("the run ended %q, its journal %q; want interrupted", done.reason, done.evidence.Ended.Reason)
	}
	if code := exitOf(done.verdicts, nil, nil, done.reason); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	accepted := 0
	for name := range done.evidence.Registrations {
		attempts := done.evidence.Exchanges[name]
		if len(attempts) == 0 || attempts[len(attempts)-1].Response == nil || attempts[len(attempts)-1].Response.Status != 201 {
			continue
		}
		accepted++
		undone := done.evidence.Exchanges[name+"-unregister"]
		if len(undone) == 0 || undone[len(undone)-1].Response == nil || undone[len(undone)-1].Response.Status != 204 {
			t.Errorf("%s was registered and not unregistered", name)
		}
	}
	if accepted == 0 {
		t.Error("nothing was registered before the interruption; the test shows nothing")
	}
}

func TestTimeoutIsIncomplete(t *testing.T) {
	done := rehearsal{course: func(c *course) { c.options.Timeout = time.Second + time.Second/2 }}.run(t)
	if done.reason != journal.EndTimeout {
		t.Errorf("the run ended %q, want timeout", done.reason)
	}
	if code := exitOf(done.verdicts, nil, nil, done.reason); code != exitIncomplete {
		t.Errorf("exit code %d, want %d", code, exitIncomplete)
	}
	for _, verdict := range done.verdicts {
		if verdict.Result == judges.Fail {
			t.Errorf("%s failed because the time was up: %s", verdict.Leg, verdict.Reason)
		}
	}
}

// A plan that says less than a run does would be a lie to who runs a host.
func TestPlanIsWhatARunDoes(t *testing.T) {
	plans(t, rehearsal{}.run(t))
	plans(t, rehearsal{double: boundedShortly(double.Double{}), course: func(c *course) { askLong(&c.options, defaultHold) }}.run(t))
}

func plans(t *testing.T, done rehearsed) {
	t.Helper()
	var planned, seen []string
	for _, scenario := range scenarios.Selected(done.evidence.Run.Legs, done.evidence.Run.Options) {
		for _, cause := range scenario.Causes {
			planned = append(planned, cause.Name)
		}
		for _, open := range scenario.Opens {
			planned = append(planned, open.Name)
		}
		for _, registration := range scenario.Registers {
			if !strings.HasPrefix(registration.Name, journal.InboxUnlisted) { // only where a reserved type is not listed
				planned = append(planned, registration.Name)
			}
		}
	}
	for name := range done.evidence.Emits {
		seen = append(seen, name)
	}
	for name := range done.evidence.Streams {
		seen = append(seen, name)
	}
	for name := range done.evidence.Registrations {
		seen = append(seen, name)
	}
	seen = slices.DeleteFunc(seen, func(name string) bool {
		return strings.HasPrefix(name, "run/probe-") || strings.HasPrefix(name, "run/control-") || name == journal.StreamAnonymous
	})
	for _, names := range [][]string{planned, seen} {
		for k := range names {
			names[k], _, _ = strings.Cut(names[k], "~")
		}
	}
	slices.Sort(planned)
	slices.Sort(seen)
	seen = slices.Compact(seen)
	if planned = slices.Compact(planned); !slices.Equal(planned, seen) {
		t.Errorf("the plan has\n%v\nthe run did\n%v", planned, seen)
	}
}

// What is not listed is asked for on a host that leaves a type unlisted.
func TestPlanNamesWhatIsAskedOfAHostThatListsLess(t *testing.T) {
	done := rehearsal{double: double.Double{ID: "listing-less", Configure: func(config *host.Config) {
		config.Types, config.Seam = nil, true
	}}}.run(t)
	var planned, seen []string
	for _, scenario := range scenarios.Selected(done.evidence.Run.Legs, done.evidence.Run.Options) {
		for _, registration := range scenario.Registers {
			planned = append(planned, registration.Name)
		}
	}
	for name := range done.evidence.Registrations {
		name, _, _ = strings.Cut(name, "~")
		seen = append(seen, name)
	}
	slices.Sort(planned)
	slices.Sort(seen)
	if planned, seen = slices.Compact(planned), slices.Compact(seen); !slices.Equal(planned, seen) {
		t.Errorf("the plan registers\n%v\nthe run did\n%v", planned, seen)
	}
}

func TestBudgetOfEventsIsKept(t *testing.T) {
	done := rehearsal{course: func(c *course) { c.options.Triggers = 7 }}.run(t)
	if caused := len(done.evidence.Emits); caused != 7 {
		t.Errorf("%d events were caused, the budget is 7", caused)
	}
	for _, verdict := range done.verdicts {
		if verdict.Result == judges.Fail {
			t.Errorf("%s failed for want of events: %s", verdict.Leg, verdict.Reason)
		}
	}
}

func TestBudgetOfStreamsIsKept(t *testing.T) {
	for _, streams := range []int{leastStreams, 8} {
		done := rehearsal{course: func(c *course) { c.options.Streams = streams }}.run(t)
		if most := mostAtOnce(done.evidence); most > streams {
			t.Errorf("%d streams were open at once, the budget is %d", most, streams)
		}
		for _, verdict := range done.driven() {
			if verdict.Result != judges.Pass {
				t.Errorf("with %d streams %s is %s: %s", streams, verdict.Leg, verdict.Result, verdict.Reason)
			}
		}
	}
}

// mostAtOnce counts how many streams were open at one time, from the intent to
// open one to its end.
func mostAtOnce(evidence journal.Evidence) int {
	changes := make(map[journal.Offset]int)
	for _, stream := range evidence.Streams {
		changes[stream.Intent.At]++
		changes[stream.EndedAt]--
	}
	moments := make([]journal.Offset, 0, len(changes))
	for at := range changes {
		moments = append(moments, at)
	}
	slices.Sort(moments)
	open, most := 0, 0
	for _, at := range moments {
		open += changes[at]
		most = max(most, open)
	}
	return most
}

// The states of a second credential that is none. Isolation is then never a
// pass, and its reason names the state.
func TestSecondCredentialThatIsNone(t *testing.T) {
	const isolation = "0236.host-event.tenant-isolation"
	second := func(state journal.CredentialState, token string) func(*subject) {
		return func(s *subject) {
			s.credentials = fixedCredentials(host.TestKeyA, token)
			s.credentials.given[1].State = state
		}
	}
	anotherKey := func(config *host.Config) {
		tenant := config.Tenants[0]
		tenant.Keys = append(slices.Clone(tenant.Keys), host.Key{Token: "another-key-of-the-first-tenant"})
		config.Tenants = append([]host.Tenant{tenant}, config.Tenants[1:]...)
	}
	for _, test := range []struct {
		name      string
		configure func(*host.Config)
		subject   func(*subject)
		says      string
	}{
		{"missing", nil, second(journal.CredentialMissing, ""), "no second credential"},
		{"empty", nil, second(journal.CredentialEmpty, ""), "empty"},
		{"equal", nil, second(journal.CredentialSame, host.TestKeyA), "equal"},
		{"refused", nil, second(journal.CredentialGiven, "a-token-that-no-tenant-has"), "401"},
		{"of the first tenant", anotherKey, second(journal.CredentialGiven, "another-key-of-the-first-tenant"), "tenant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			done := rehearsal{double: double.Double{ID: "reference", Configure: test.configure}, subject: test.subject}.run(t)
			verdict := done.verdict(t, isolation)
			if verdict.Result != judges.Blocked || !strings.Contains(verdict.Reason, test.says) {
				t.Errorf("isolation is %s (%s), want blocked for a reason that says %q", verdict.Result, verdict.Reason, test.says)
			}
			for _, other := range done.verdicts {
				if other.Result == judges.Fail {
					t.Errorf("%s failed: %s", other.Leg, other.Reason)
				}
			}
		})
	}
}
