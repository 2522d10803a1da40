package reports

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func drive(progress *Progress) {
	progress.ScenarioStarted("host-event-delivery", 10*ms)
	progress.ScenarioStarted("host-event-webhook", 11*ms)
	progress.EventSeen(60 * ms)
	progress.EventSeen(200 * ms)
	progress.Tick(250 * ms)
	progress.Say("the host asks to wait 1 s", 300*ms)
	progress.ScenarioFinished("host-event-delivery", 1210*ms)
	progress.ScenarioFinished("host-event-webhook", 1300*ms)
	progress.Close(1301 * ms)
	progress.EventSeen(2000 * ms)
}

func TestProgressElsewhereIsPlainLines(t *testing.T) {
	var out bytes.Buffer
	drive(NewProgress(&out, ProgressOptions{Scenarios: 2}))
	want := strings.Join([]string{
		"  0.010 s  started   host-event-delivery",
		"  0.011 s  started   host-event-webhook",
		"  0.300 s  the host asks to wait 1 s",
		"  1.210 s  finished  host-event-delivery in 1.200 s",
		"  1.300 s  finished  host-event-webhook in 1.289 s",
		"  1.301 s  2 scenarios, 2 sightings",
		"",
	}, "\n")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// On a terminal one line is written over and over, not more often than a terminal bears, and lines that stay wipe it out first.
func TestProgressOnATerminal(t *testing.T) {
	var out bytes.Buffer
	drive(NewProgress(&out, ProgressOptions{Terminal: true, Width: 60, Scenarios: 2}))
	want := strings.Join([]string{
		"",
		"  0.010 s  0 of 2  0 sightings  host-event-delivery",
		"  0.011 s  0 of 2  0 sightings  host-event-delivery, host-…",
		"  0.200 s  0 of 2  2 sightings  host-event-delivery, host-…",
		"  0.300 s  the host asks to wait 1 s\n",
		"  0.300 s  0 of 2  2 sightings  host-event-delivery, host-…",
		"  1.210 s  finished  host-event-delivery in 1.200 s\n",
		"  1.210 s  1 of 2  2 sightings  host-event-webhook",
		"  1.300 s  finished  host-event-webhook in 1.289 s\n",
		"  1.300 s  2 of 2  2 sightings  ",
		"  1.301 s  2 scenarios, 2 sightings\n",
	}, "|")
	if diff := cmp.Diff(want, strings.ReplaceAll(out.String(), wipe, "|")); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

func TestProgressWithoutAKnownEnd(t *testing.T) {
	var out bytes.Buffer
	NewProgress(&out, ProgressOptions{Terminal: true}).ScenarioStarted("one", ms)
	if want := wipe + "  0.001 s  0 done  0 sightings  one"; out.String() != want {
		t.Errorf("progress is %q, want %q", out.String(), want)
	}
}

// A scenario that could not go on is over with its reason, which a terminal wraps between words and a log has in one line.
func TestProgressOfAScenarioThatStopped(t *testing.T) {
	why := "open host-event-webhook/first: the host answered 503 three times and did not say when to come again"
	for _, test := range []struct {
		options ProgressOptions
		want    []string
	}{
		{ProgressOptions{Scenarios: 1}, []string{
			"  0.001 s  started   host-event-webhook",
			"  1.501 s  stopped   host-event-webhook after 1.500 s: it could not go on",
			"                     " + why,
			"  1.502 s  why not now",
			"  1.502 s  1 scenario, 0 sightings",
			"",
		}},
		{ProgressOptions{Terminal: true, Width: 72, Scenarios: 1}, []string{
			"|  0.001 s  0 of 1  0 sightings  host-event-webhook|  1.501 s  stopped   host-event-webhook after 1.500 s: it could not go on",
			"                     open host-event-webhook/first: the host answered",
			"                     503 three times and did not say when to come again",
			"|  1.501 s  1 of 1  0 sightings  |  1.502 s  why not now",
			"|  1.502 s  1 of 1  0 sightings  |  1.502 s  1 scenario, 0 sightings",
			"",
		}},
	} {
		var out bytes.Buffer
		progress := NewProgress(&out, test.options)
		progress.ScenarioStarted("host-event-webhook", ms)
		progress.ScenarioStopped("host-event-webhook", why, 1501*ms)
		progress.Say("why not now", 1502*ms)
		progress.Close(1502 * ms)
		if diff := cmp.Diff(strings.Join(test.want, "\n"), strings.ReplaceAll(out.String(), wipe, "|")); diff != "" {
			t.Errorf("progress (-want +got):\n%s", diff)
		}
	}
}

func TestProgressOfHostileTextIsHarmless(t *testing.T) {
	var out bytes.Buffer
	progress := NewProgress(&out, ProgressOptions{Terminal: true, Colour: true})
	progress.ScenarioStarted(hostile, 0)
	progress.Say(hostile, ms)
	progress.ScenarioStopped(hostile, hostile, ms)
	progress.ScenarioFinished(hostile, 2*ms)
	progress.Close(3 * ms)
	text := colours.ReplaceAllString(strings.ReplaceAll(out.String(), wipe, ""), "")
	if at := harm(text); at >= 0 {
		t.Errorf("byte %d is raw in %q", at, text)
	}
}

// Several scenarios tell at once: every call counts, and every line is whole.
func TestProgressFromSeveralGoroutines(t *testing.T) {
	var out bytes.Buffer
	progress := NewProgress(&out, ProgressOptions{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			progress.ScenarioStarted("one", 0)
			for range 50 {
				progress.EventSeen(ms)
			}
			progress.ScenarioFinished("one", ms)
		})
	}
	group.Wait()
	progress.Close(2 * ms)
	if want := "8 scenarios, 400 sightings\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("progress ends in %q, want %q", out.String()[max(0, out.Len()-60):], want)
	}
	if lines := strings.Count(out.String(), "\n"); lines != 17 {
		t.Errorf("%d lines, want 17", lines)
	}
}

// A terminal that is gone does not stop a run.
func TestProgressGoesOnWithoutItsTerminal(t *testing.T) {
	progress := NewProgress(broken{}, ProgressOptions{Terminal: true})
	drive(progress)
	if err := progress.Err(); !errors.Is(err, errFull) {
		t.Errorf("Err is %v, want the write that failed", err)
	}
}
