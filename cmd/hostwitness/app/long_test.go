package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/judges"
	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// longRehearsal runs against the reference host with a bound of so many
// seconds, and watches how long it holds streams.
func longRehearsal(seconds int) rehearsal {
	return rehearsal{
		double: double.Double{Configure: func(config *host.Config) { config.MaxStreamAgeSec = seconds }},
		course: func(c *course) { askLong(&c.options, defaultHold) },
	}
}

func TestLongRunTakesOneBoundAndTenSeconds(t *testing.T) {
	for _, bound := range []int{15, 120} {
		done := longRehearsal(bound).run(t)
		if most := time.Duration(bound)*time.Second + 10*time.Second; done.evidence.EndedAt > most {
			t.Errorf("a bound of %d s took %v, want at most %v", bound, done.evidence.EndedAt, most)
		}
		if caused, most := len(done.evidence.Emits), 60+scenarios.LongTriggers; caused > most {
			t.Errorf("%d events were caused, want at most %d", caused, most)
		}
		if most := mostAtOnce(done.evidence); most > 8 {
			t.Errorf("%d streams were open at once, want at most 8", most)
		}
		for _, leg := range []string{"0247.hold-open", "0247.bounded-close", "0247.frame-boundary", "0247.resume-lossless"} {
			if verdict := done.verdict(t, leg); verdict.Result != judges.Pass {
				t.Errorf("%s is %s: %s", leg, verdict.Result, verdict.Reason)
			}
		}
	}
}

// What the bound takes is not part of the time that a run is given.
func TestLongRunIsNotEndedByItsTimeout(t *testing.T) {
	long := longRehearsal(60)
	ask := long.course
	long.course = func(c *course) {
		ask(c)
		c.options.Timeout = 10 * time.Second
	}
	if done := long.run(t); done.reason != journal.EndComplete {
		t.Errorf("the run ended as %s", done.reason)
	}
}

func TestBoundThatNobodyWaitsForIsTold(t *testing.T) {
	done := longRehearsal(7200).run(t)
	if verdict := done.verdict(t, "0247.bounded-close"); verdict.Result != judges.Blocked || !strings.Contains(verdict.Reason, "waits for a bound of at most 3600 s") {
		t.Errorf("%s: %s", verdict.Result, verdict.Reason)
	}
	if done.evidence.EndedAt > time.Minute {
		t.Errorf("the run took %v", done.evidence.EndedAt)
	}
}

func TestLongRunWithOneCredential(t *testing.T) {
	long := longRehearsal(15)
	long.subject = func(s *subject) { s.credentials = fixedCredentials(host.TestKeyA, "") }
	done := long.run(t)
	for _, leg := range []string{"0247.hold-open", "0247.bounded-close", "0247.frame-boundary", "0247.resume-lossless"} {
		if verdict := done.verdict(t, leg); verdict.Result != judges.Pass {
			t.Errorf("%s is %s: %s", leg, verdict.Result, verdict.Reason)
		}
	}
	if done.evidence.Streams[journal.StreamBoundedIdle].Intent.Seq != 0 {
		t.Error("a stream without traffic was watched, where every stream has traffic")
	}
}

func TestInterruptedLongRunConvictsNobody(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	long := longRehearsal(15)
	ask := long.course
	long.ctx = ctx
	long.course = func(c *course) {
		ask(c)
		c.progress = func(step scenarios.Progress) {
			if step.Scenario == "bounded-stream" && step.Step == scenarios.StepSeen {
				interrupt()
			}
		}
	}
	done := long.run(t)
	done.mustConvictNobody(t)
	if done.reason != journal.EndInterrupted {
		t.Errorf("the run ended as %s", done.reason)
	}
	if verdict := done.verdict(t, "0247.bounded-close"); verdict.Result != judges.Blocked {
		t.Errorf("%s: %s", verdict.Result, verdict.Reason)
	}
}

// The lag of the suite itself is on record, also where there is none.
func TestLongRunRecordsItsOwnLag(t *testing.T) {
	done := longRehearsal(15).run(t)
	for _, mark := range done.evidence.Marks {
		if mark.Kind == journal.MarkLag && mark.Name == "bounded-stream" {
			return
		}
	}
	t.Error("no record says how late the suite itself was")
}
