package judges_test

import (
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legReplayScope = "0250.replay-tenant-scope"

func TestReplayScopeConvicts(t *testing.T) {
	const foreign = "evt-host-event-strict-replay.F-durable-0000"
	convictAll(t, legReplayScope, []conviction{
		{"first-position", "not-replayed", on(journal.StreamReplayFirst, first(journal.EmitReplayForeign)), []string{legIsolation}},
		{"middle-position", "not-replayed", on(journal.StreamReplayMiddle, first(journal.EmitReplayForeign)), []string{legIsolation}},
		{"from-before-the-cursor", "not-replayed", on(journal.StreamReplayLast, first(journal.EmitTenancyB1)), []string{legIsolation}},
		{"the-other-direction", "not-replayed", on(journal.StreamTenancyResumed, first(journal.EmitTenancyA2)), []string{legIsolation}},
		{"after-an-old-cursor", "not-replayed", double{
			document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 1} },
			backlog:  on(journal.StreamReplayFirst, first(journal.EmitReplayForeign)).backlog,
		}, []string{legIsolation}},
		{"in-a-frame-of-the-backlog", "not-mentioned", double{frame: func(w *wire) {
			if w.stream == journal.StreamReplayFirst && w.emit == journal.EmitReplayD3 {
				w.envelope["workspaceId"] = foreign
			}
		}}, []string{legIsolation}},
	})
}

func TestReplayScopeUnproven(t *testing.T) {
	tests := []struct {
		name, words string
		host        double
	}{
		{"no second credential", "no second credential was given", double{run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }}},
		{"nothing of the log came", "no stream of tenant a was resumed over an event of the other tenant", double{backlog: func(string, []string) []string { return nil }}},
		{"not resumed", "no stream of tenant a was resumed", double{drops: []string{"replay"}}},
		{"the second tenant was not resumed", "host-event-tenancy/resumed-b was answered 500", double{stream: status(journal.StreamTenancyResumed, 500)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			unproven(t, test.host, legReplayScope, "not-replayed", test.words)
			unproven(t, test.host, legReplayScope, "not-mentioned", test.words)
		})
	}
}

func TestReplayScopeGate(t *testing.T) {
	gates(t, double{document: func(d document) { delete(facet(d), "replay") }}, legReplayScope, judges.Inapplicable, "no hostEvents.replay")
}
