package judges_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legHoldOpen     = "0247.hold-open"
	legBoundedClose = "0247.bounded-close"
	legBoundary     = "0247.frame-boundary"
	legLossless     = "0247.resume-lossless"
	legUnadvertised = "0247.unadvertised-held"
)

func boundedLegs() []string { return []string{legHoldOpen, legBoundedClose, legBoundary, legLossless} }

// ending decides at which age streams end whose name begins so.
func ending(prefix string, age time.Duration) boundedHost {
	return boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
		if strings.HasPrefix(name, prefix) {
			return age
		}
		return otherwise
	}}
}

const everyOpted, everyPlain = "bounded-stream/", "run/control"

// cut leaves the fields of a block begun at the end of streams whose name
// begins so.
func cut(prefix string, fields ...string) boundedHost {
	return boundedHost{ended: func(name string, ended *journal.Ended) {
		if strings.HasPrefix(name, prefix) {
			ended.Unfinished, ended.Begun = &journal.Foreign{Length: 20}, fields
		}
	}}
}

func opted(age time.Duration) boundedHost {
	return boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
		if otherwise > 0 {
			return age
		}
		return 0
	}}
}

func plain(age time.Duration) boundedHost {
	return boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
		if name == journal.StreamBoundedPlain || name == journal.StreamControlB {
			return age
		}
		return otherwise
	}}
}

func declares(age any) func(document) {
	return func(d document) { d["limits"] = map[string]any{"maxStreamAgeSec": age} }
}

func TestHeldStreamsPass(t *testing.T) {
	for name, host := range map[string]double{
		"by the bound":                  {},
		"two seconds late":              {bounded: opted(declared + 1900*time.Millisecond)},
		"a bound of 30 s, ended sooner": {document: declares(30), bounded: opted(16 * time.Second)},
		"no retry field":                {bounded: boundedHost{mute: true}},
		"a retry field left unfinished": {bounded: cut(everyOpted, "retry")},
		"a comment left unfinished":     {bounded: cut(everyOpted)},
		"no second credential":          {run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }},
		"no direct path":                {run: func(r *journal.Run) { r.Options.Direct = false }},
		"clocks apart":                  {skew: time.Hour},
	} {
		t.Run(name, func(t *testing.T) { passes(t, held(host), boundedLegs()...) })
	}
	t.Run("no bound", func(t *testing.T) { passes(t, unbounded(double{}), legHoldOpen, legUnadvertised) })
}

func TestBoundedCloseConvicts(t *testing.T) {
	convictAll(t, legBoundedClose, []conviction{
		{"ten", "facet", held(double{document: declares(10)}), nil},
		{"text", "facet", held(double{document: declares("15")}), nil},
		{"fraction", "facet", held(double{document: declares(15.5)}), nil},
		{"zero", "facet", held(double{document: declares(0)}), nil},
		{"all-early", "not-before-15s", held(double{bounded: opted(10 * time.Second)}), nil},
		{"idle-early", "not-before-15s", held(double{bounded: ending(journal.StreamBoundedIdle, 7*time.Second)}), nil},
		{"busy-early", "not-before-15s", held(double{bounded: ending("bounded-stream/busy", 14*time.Second)}), nil},
		{"never", "ends-by-bound", held(double{bounded: opted(0)}), nil},
		{"idle-never", "ends-by-bound", held(double{bounded: ending(journal.StreamBoundedIdle, 0)}), nil},
		{"late", "ends-by-bound", held(double{bounded: opted(declared + 2500*time.Millisecond)}), nil},
		{"one-never", "ends-by-bound", held(double{bounded: ending(journal.StreamBoundedBusy2, 0)}), nil},
	})
}

func TestBoundedCloseIsUnproven(t *testing.T) {
	proxied := func(host double) double {
		host.run = func(r *journal.Run) { r.Options.Direct = false }
		return host
	}
	for _, test := range []struct {
		name, rule, words string
		host              double
	}{
		{"a proxy may end it", "not-before-15s", "not known to be direct", proxied(double{bounded: opted(10 * time.Second)})},
		{"a proxy may hold it", "ends-by-bound", "not known to be direct", proxied(double{bounded: opted(0)})},
		{"clocks apart", "not-before-15s", "the clocks are", double{skew: time.Hour, bounded: opted(10 * time.Second)}},
		{"late by our own lag", "ends-by-bound", "the suite itself was late", double{bounded: boundedHost{
			ends: opted(declared + 2500*time.Millisecond).ends, lag: 600 * time.Millisecond,
		}}},
		{"seen once", "not-before-15s", "at one moment only", double{bounded: ending(journal.StreamBoundedBusy1+"\x00", 0)}},
	} {
		if test.name == "seen once" {
			test.host.bounded = boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
				if name == journal.StreamBoundedBusy1 {
					return 10 * time.Second
				}
				return otherwise
			}}
		}
		t.Run(test.name, func(t *testing.T) { unproven(t, held(test.host), legBoundedClose, test.rule, test.words) })
	}
	broken := double{bounded: boundedHost{ends: opted(10 * time.Second).ends, ended: func(_ string, ended *journal.Ended) {
		ended.How, ended.Fault = journal.EndedFault, faultOf("reset")
	}}}
	t.Run("a connection that broke", func(t *testing.T) { unproven(t, held(broken), legBoundedClose, "not-before-15s", "watched for") })
}

func TestOneRestartConvictsNobody(t *testing.T) {
	// What one of two instances holds at that moment ends in good order.
	host := held(double{})
	host.bounded = boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
		switch name {
		case journal.StreamBoundedBusy1, journal.StreamBoundedIdle, journal.StreamControlB:
			return 8 * time.Second
		case journal.StreamBoundedBusy2, journal.StreamBoundedPlain:
			return 6500 * time.Millisecond
		}
		return otherwise
	}}
	for leg, verdict := range judge(t, host) {
		if verdict.Result == judges.Fail {
			t.Errorf("%s: convicted by a restart: %s", leg, describe(verdict))
		}
	}
}

// Who may not listen any longer is not held.
func TestStreamsOfALapsedCredentialConvictNobody(t *testing.T) {
	ended := false
	host := held(double{bounded: plain(declared), stream: func(name string, a *reply) {
		if ended && strings.HasPrefix(name, "bounded-stream/plain") {
			*a = reply{status: 401, body: refusal("unauthenticated")}
		}
	}})
	host.bounded.ended = func(string, *journal.Ended) { ended = true }
	unproven(t, host, legHoldOpen, "held", "not accepted afterwards")
}

// One tenant's credential runs out and what the other holds ends in a restart:
// two moments, and neither is a decision about how long a stream is held.
func TestARestartBesideALapsedCredentialConvictsNobody(t *testing.T) {
	ended := false
	host := held(double{run: func(r *journal.Run) { r.Options.Patience = settle }, stream: func(name string, a *reply) {
		if ended && strings.HasPrefix(name, "bounded-stream/plain") {
			*a = reply{status: 401, body: refusal("unauthenticated")}
		}
	}})
	host.bounded = boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
		switch name {
		case journal.StreamControlA:
			return 5 * time.Second
		case journal.StreamBoundedPlain:
			return declared
		}
		return otherwise
	}, ended: func(name string, _ *journal.Ended) { ended = ended || name == journal.StreamBoundedPlain }}
	unproven(t, host, legHoldOpen, "held", "at one moment only")
}

// A host may end what was asked for with a credential that ran out, although
// the one that took its place is good.
func TestStreamsOfARenewedCredentialConvictNobody(t *testing.T) {
	host := held(double{bounded: plain(declared), published: func(s *story, name string) {
		if name == journal.EmitBoundedBusy {
			s.note(journal.TopicCredential, "a", journal.CredentialRenewed, "")
			s.note(journal.TopicCredential, "b", journal.CredentialRenewed, "")
		}
	}})
	unproven(t, host, legHoldOpen, "held", "was renewed meanwhile")
}

func TestHoldOpenConvicts(t *testing.T) {
	convictAll(t, legHoldOpen, []conviction{
		{"by-age", "held", held(double{bounded: plain(declared)}), nil},
		{"undeclared", "held", unbounded(double{bounded: plain(30 * time.Second)}), nil},
	})
	proxied := double{bounded: plain(declared), run: func(r *journal.Run) { r.Options.Direct = false }}
	unproven(t, held(proxied), legHoldOpen, "held", "not known to be direct")
}

func TestFrameBoundaryConvicts(t *testing.T) {
	convictAll(t, legBoundary, []conviction{
		{"data", "whole-frames", held(double{bounded: cut(everyOpted, "event", "data")}), nil},
		{"busy-only", "whole-frames", held(double{bounded: cut("bounded-stream/busy", "id")}), nil},
	})
	unproven(t, held(double{bounded: cut(journal.StreamBoundedBusy1, "data")}), legBoundary, "whole-frames", "at one moment only")
	unproven(t, held(double{bounded: cut(everyOpted, "data"), run: func(r *journal.Run) { r.Options.Direct = false }}), legBoundary, "whole-frames", "not known to be direct")
	unproven(t, held(double{bounded: opted(0)}), legBoundary, "whole-frames", "ended no stream")
}

// onResumed changes how often an event's frame comes on the resumed streams.
func onResumed(times int, emits ...string) double {
	return held(double{frame: func(w *wire) {
		for _, emit := range emits {
			if strings.HasPrefix(w.stream, "bounded-stream/resumed") && strings.HasPrefix(w.emit, emit) {
				w.times = times
			}
		}
	}})
}

func TestResumeLosslessConvicts(t *testing.T) {
	convictAll(t, legLossless, []conviction{
		{"refused", "accepted", held(double{stream: func(name string, a *reply) {
			if strings.HasPrefix(name, "bounded-stream/resumed") {
				*a = reply{status: 409, body: refusal("host_event_resync_required")}
			}
		}}), nil},
		{"gap-lost", "complete", onResumed(0, journal.EmitBoundedGap), nil},
		{"all-lost-that-lay-before", "complete", held(double{backlog: func(stream string, owed []string) []string {
			if strings.HasPrefix(stream, "bounded-stream/") {
				return nil
			}
			return owed
		}}), nil},
		{"lost-before-the-end", "complete", held(double{frame: func(w *wire) {
			if strings.HasPrefix(w.stream, "bounded-stream/") && w.emit == again(journal.EmitBoundedBusy, 5) {
				w.times = 0
			}
		}}), nil},
		{"twice", "exactly-once", onResumed(2, journal.EmitBoundedGap), nil},
		{"inclusive", "exactly-once", held(double{backlog: func(stream string, owed []string) []string {
			if stream == journal.StreamBoundedResumed1 {
				return append([]string{again(journal.EmitBoundedBusy, 2)}, owed...)
			}
			return owed
		}}), nil},
	})
}

func TestResumeLosslessIsUnproven(t *testing.T) {
	aged := double{document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 0} }}
	unproven(t, held(aged), legLossless, "complete", "no whole number")
	unproven(t, held(double{bounded: opted(0)}), legLossless, "complete", "ended no stream")
}

func TestUnadvertisedHeldConvicts(t *testing.T) {
	age := func(prefix string) double {
		return unbounded(double{bounded: boundedHost{ends: func(name string, otherwise time.Duration) time.Duration {
			if strings.HasPrefix(name, prefix) {
				return 18 * time.Second
			}
			return otherwise
		}}})
	}
	convictAll(t, legUnadvertised, []conviction{
		{"busy", "held", age("bounded-stream/busy"), nil},
		{"idle", "held", age(journal.StreamBoundedIdle), nil},
	})
	proxied := age("bounded-stream/busy")
	run := proxied.run
	proxied.run = func(r *journal.Run) { run(r); r.Options.Direct = false }
	unproven(t, proxied, legUnadvertised, "held", "not known to be direct")
}

func TestBoundedStreamGates(t *testing.T) {
	for _, leg := range append(boundedLegs(), legUnadvertised) {
		verdicts := judges.Verdicts(newStory(t, double{}).run())
		for _, verdict := range verdicts {
			if verdict.Leg == leg && (verdict.Result != judges.Skipped || !strings.Contains(verdict.Reason, "--long")) {
				t.Errorf("%s without --long: %s", leg, describe(verdict))
			}
		}
	}
	for _, leg := range boundedLegs()[1:] {
		gates(t, unbounded(double{}), leg, judges.Inapplicable, "declares no bound")
	}
	gates(t, held(double{}), legUnadvertised, judges.Inapplicable, "maxStreamAgeSec")
	gates(t, held(double{document: declares(10)}), legBoundary, judges.Inapplicable, "bounds no stream")
	gates(t, held(double{document: func(d document) { delete(facet(d), "replay") }}), legLossless, judges.Inapplicable, "hostEvents.replay")
}

// A run that broke off anywhere convicts nobody.
func TestAnyBeginningOfALongRunConvictsNobody(t *testing.T) {
	story := newStory(t, held(double{drops: []string{"inboxes", "delivery", "webhook", "tenancy", "trigger", "replay", "refusal"}}))
	story.run()
	for cut := range len(story.records) {
		for _, verdict := range judges.Verdicts(journal.Fold(journal.Evidence{}, story.records[:cut])) {
			if verdict.Result == judges.Fail {
				t.Fatalf("after %d of %d records %s: %s", cut, len(story.records), verdict.Leg, describe(verdict))
			}
		}
	}
}

func TestCloseNotesAreAdvisory(t *testing.T) {
	verdict := judge(t, held(double{bounded: boundedHost{mute: true}, run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }}))[legBoundedClose]
	notes := 0
	for _, finding := range verdict.Findings {
		if finding.Outcome == judges.Advisory && (strings.Contains(finding.Message, "retry") || strings.Contains(finding.Message, "without traffic")) {
			notes++
		}
	}
	if verdict.Result != judges.Pass || notes != 2 {
		t.Errorf("%d notes: %s", notes, describe(verdict))
	}
}
