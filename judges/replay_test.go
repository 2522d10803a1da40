package judges_test

import (
	"slices"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legBacklog     = "0250.resume-backlog"
	legNotReplayed = "0250.ephemeral-not-replayed"
)

// on changes the backlog of one of the three resumes.
func on(stream string, change func(owed []string) []string) double {
	return double{backlog: func(name string, owed []string) []string {
		if name == stream {
			return change(owed)
		}
		return owed
	}}
}

func without(name string) func([]string) []string {
	return func(owed []string) []string {
		return slices.DeleteFunc(owed, func(other string) bool { return other == name })
	}
}

func first(names ...string) func([]string) []string {
	return func(owed []string) []string { return append(names, owed...) }
}

func resumesAnswered(change func(a *reply)) double {
	return double{stream: func(name string, a *reply) {
		if slices.Contains(coreStreams(), name) {
			change(a)
		}
	}}
}

// mute keeps live events from the three resumed streams.
func mute(w *wire) {
	if w.emit == journal.EmitReplayD4 && slices.Contains(coreStreams(), w.stream) {
		w.times = 0
	}
}

func TestResumeBacklogConvicts(t *testing.T) {
	convictAll(t, legBacklog, []conviction{
		{"refused", "accepted", resumesAnswered(func(a *reply) { *a = reply{status: 409, body: refusal("host_event_resync_required")} }), nil},
		{"one-refused", "accepted", double{stream: func(name string, a *reply) {
			if name == journal.StreamReplayMiddle {
				*a = reply{status: 404, body: refusal("not_found")}
			}
		}}, nil},
		{"forbidden", "accepted", resumesAnswered(func(a *reply) { *a = reply{status: 403, body: refusal("forbidden")} }), nil},
		{"json", "accepted", resumesAnswered(func(a *reply) { a.header = map[string]string{"Content-Type": "application/json"} }), []string{legEnvelope}},
		{"reset", "accepted", resumesAnswered(func(a *reply) { *a = reply{fault: "reset"} }), nil},
		{"twin-refused", "accepted", double{stream: status(journal.StreamAcceptedBefore, 409)}, nil},
		{"middle-lost", "complete", on(journal.StreamReplayFirst, without(journal.EmitReplayD2)), nil},
		{"last-lost", "complete", on(journal.StreamReplayFirst, without(journal.EmitReplayD3)), nil},
		{"lost-after-the-middle", "complete", on(journal.StreamReplayMiddle, without(journal.EmitReplayD3)), nil},
		{"silently-live", "complete", double{backlog: func(string, []string) []string { return nil }}, nil},
		{"twice-in-the-backlog", "exactly-once", on(journal.StreamReplayFirst, func(owed []string) []string { return append(owed, owed[0]) }), nil},
		{"backwards", "order", on(journal.StreamReplayFirst, func(owed []string) []string {
			slices.Reverse(owed)
			return owed
		}), nil},
		{"inclusive", "cursor-excluded", on(journal.StreamReplayMiddle, first(journal.EmitReplayD2)), nil},
		{"inclusive-at-the-head", "cursor-excluded", on(journal.StreamReplayLast, first(journal.EmitReplayD3)), nil},
		{"from-the-start", "only-later", on(journal.StreamReplayMiddle, first(journal.EmitReplayD1)), nil},
		{"from-long-ago", "only-later", on(journal.StreamReplayLast, first(journal.EmitProbeA)), nil},
		{"never-live", "live", double{frame: mute}, nil},
		{"one-never-live", "live", double{frame: func(w *wire) {
			if w.stream == journal.StreamReplayMiddle {
				mute(w)
			}
		}}, nil},
		{"ended-after-the-backlog", "live", double{before: func(s *story, step string) {
			if step == "replay-live" {
				for _, stream := range coreStreams() {
					s.end(stream, journal.Ended{How: journal.EndedClean})
				}
			}
		}}, nil},
	})
}

// An event that another scenario caused in between is owed like any other.
func TestResumeBacklogOwesWhatOtherScenariosCaused(t *testing.T) {
	convicts(t, double{before: func(s *story, step string) {
		if step == "replay-live" {
			s.frame(journal.StreamReplayLast, journal.EmitTriggerDurable)
		}
	}}, legBacklog, "only-later")
}

func TestResumeBacklogUnproven(t *testing.T) {
	retention := func(seconds int) double {
		return double{document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": seconds} }}
	}
	agedAndRefused := retention(1)
	agedAndRefused.stream = resumesAnswered(func(a *reply) { *a = reply{status: 409, body: refusal("host_event_resync_required")} }).stream
	agedAndWrong := retention(1)
	agedAndWrong.backlog = func(stream string, owed []string) []string {
		if !slices.Contains(coreStreams(), stream) {
			return owed
		}
		return []string{journal.EmitProbeA, journal.EmitReplayD1, journal.EmitReplayD1}
	}
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"the cursors were old", "accepted", "may have been", agedAndRefused},
		{"the cursors were old and what came was wrong", "complete", "may have been", agedAndWrong},
		{"the bound cannot be read", "accepted", "no whole number of at least 1", retention(0)},
		{"rate limited", "accepted", "was answered 429", resumesAnswered(func(a *reply) { *a = reply{status: 429} })},
		{"not asked for", "complete", "host-event-strict-replay/first was not asked for", double{drops: []string{"replay"}}},
		{"the control stream was refused", "complete", "run/control-a was answered 403", double{stream: status(journal.StreamControlA, 403), drops: []string{"replay"}}},
		{"nothing live was caused", "live", "no event caused after", call(journal.EmitReplayD4, func(a *reply) { *a = reply{status: 429} })},
		{"the bound changed", "complete", "hostEvents.replay in the discovery document changed", double{finish: func(d document) {
			facet(d)["replay"] = map[string]any{"minRetentionSeconds": 7200}
		}}},
		{"the stream broke in the backlog", "complete", "did not come", double{
			backlog: func(string, []string) []string { return nil },
			before: func(s *story, step string) {
				if step == "replay-live" {
					for _, stream := range coreStreams() {
						s.end(stream, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
					}
				}
			},
		}},
		{"one stream was ended by the way", "live", "no event caused after", double{before: func(s *story, step string) {
			if step == "replay-live" {
				s.end(journal.StreamReplayFirst, journal.Ended{How: journal.EndedClean})
			}
		}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legBacklog, test.rule, test.words) })
	}
}

func TestResumeBacklogAllows(t *testing.T) {
	for name, host := range map[string]double{
		"a bound of centuries": {document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 9000000000000} }},
		"durable only":         {document: typesOf(listsDurable)},
		// Two events of which neither was seen before the other was caused have
		// no order between them.
		"concurrent events in either order": {before: func(s *story, step string) {
			if step != "replay" {
				return
			}
			for _, name := range []string{"x/one", "x/two"} {
				s.ids[name], s.classes[name], s.owners[name] = "evt-concurrent-"+name[2:]+"-0000", journal.ClassDurable, journal.TenantA
				s.names[s.ids[name]] = name
				s.record(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{
					Action: journal.ActionEmit, Name: name, Tenant: journal.TenantA, Class: journal.ClassDurable, Type: journal.TypeTestDurable,
					Via: journal.ViaTrigger, Key: "key-of-" + name,
				}})
			}
			for _, name := range []string{"x/two", "x/one"} {
				s.exchange(name, journal.TenantA, "POST", "/host/events/test", reply{status: 202, body: map[string]any{"eventId": s.ids[name], "type": journal.TypeTestDurable}})
				s.record(journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{
					Name: name, Exchange: name, Status: 202, Accepted: true, EventID: s.ids[name], Type: journal.TypeTestDurable,
				}})
				s.frame(journal.StreamControlA, name)
			}
		}},
		"comments and retry before the backlog": {published: func(s *story, _ string) { s.wait(time.Millisecond) }},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legBacklog) })
	}
}

func TestNotReplayedConvicts(t *testing.T) {
	convictAll(t, legNotReplayed, []conviction{
		{"from-the-first", "not-replayed", on(journal.StreamReplayFirst, func(owed []string) []string {
			return slices.Insert(owed, 1, journal.EmitReplayE)
		}), nil},
		{"from-the-middle", "not-replayed", on(journal.StreamReplayMiddle, first(journal.EmitReplayE)), nil},
		{"from-the-last", "not-replayed", on(journal.StreamReplayLast, first(journal.EmitReplayE)), nil},
		{"from-another-scenario", "not-replayed", on(journal.StreamReplayLast, first(journal.EmitDeliveryE1)), nil},
		{"after-an-old-cursor", "not-replayed", double{
			document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 1} },
			backlog:  on(journal.StreamReplayFirst, first(journal.EmitReplayE)).backlog,
		}, nil},
	})
}

func TestNotReplayedUnproven(t *testing.T) {
	tests := []struct {
		name, words string
		host        double
	}{
		{"the backlog was not gone through", "so the backlog was not gone through", on(journal.StreamReplayFirst, without(journal.EmitReplayD3))},
		{"a resume was refused", "was answered 409", double{stream: status(journal.StreamReplayLast, 409)}},
		{"nothing live came", "nothing caused after host-event-strict-replay/E was seen on host-event-strict-replay/last", double{frame: mute}},
		{"no ephemeral event was seen", "no ephemeral event had been seen", ephemeral(func(w *wire) { w.times = 0 })},
		{"not asked for", "was not asked for", double{drops: []string{"replay"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legNotReplayed, "not-replayed", test.words) })
	}
}

func TestReplayGates(t *testing.T) {
	for _, leg := range []string{legBacklog, legNotReplayed, legHandoff, "0250.cursor-refused", "0250.refusal-uniform", "0250.legacy-unchanged"} {
		gates(t, double{document: func(d document) { delete(facet(d), "replay") }}, leg, judges.Inapplicable, "no hostEvents.replay")
	}
}
