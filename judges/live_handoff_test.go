package judges_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

const (
	legHandoff = "0250.live-handoff"
	secondH    = journal.EmitHandoff + "~2"
	thirdH     = journal.EmitHandoff + "~3"
)

// crossing changes how often a frame of one event comes on some streams.
func crossing(emit string, times int, streams ...string) double {
	return double{frame: func(w *wire) {
		if w.emit == emit && slices.Contains(streams, w.stream) {
			w.times = times
		}
	}}
}

func TestLiveHandoffConvicts(t *testing.T) {
	convictAll(t, legHandoff, []conviction{
		{"first-lost", "no-gap", crossing(journal.EmitHandoff, 0, journal.StreamHandoffOld), nil},
		{"middle-lost", "no-gap", crossing(secondH, 0, journal.StreamHandoffNew), nil},
		{"last-lost", "no-gap", crossing(thirdH, 0, againStream), nil},
		{"all-lost", "no-gap", double{frame: func(w *wire) {
			if strings.HasPrefix(w.emit, journal.EmitHandoff) && w.stream == journal.StreamHandoffOld {
				w.times = 0
			}
		}}, nil},
		{"never-live", "no-gap", double{frame: func(w *wire) {
			behind := strings.HasPrefix(w.emit, journal.EmitHandoff) || w.emit == journal.EmitReplayD3
			if w.stream == journal.StreamHandoffOld && behind {
				w.times = 0
			}
		}}, nil},
		{"skipped-on-a-stream-that-is-left", "no-gap", double{
			frame: crossing(secondH, 0, journal.StreamHandoffAgain).frame,
			before: func(s *story, step string) {
				if step == "handoff-drop" { // the consumer will resume behind both
					s.emit("x/behind", journal.TenantA, journal.ClassDurable)
				}
			},
		}, nil},
		{"twice", "exactly-once", crossing(secondH, 2, journal.StreamHandoffOld), nil},
		{"twice-on-one-that-is-left", "exactly-once", crossing(secondH, 2, journal.StreamHandoffAgain), nil},
		{"twice-after-a-quiet-resume", "exactly-once", crossing(journal.EmitReplayD4, 2, journal.StreamReplayLast), nil},
		{"late", "order", double{
			frame: crossing(journal.EmitHandoff, 0, journal.StreamHandoffOld).frame,
			before: func(s *story, step string) {
				if step == "handoff" {
					s.late(journal.StreamHandoffOld, journal.EmitHandoff)
				}
			},
		}, nil},
		{"before-the-backlog", "order", double{backlog: func(stream string, owed []string) []string {
			if stream != journal.StreamHandoffNew {
				return owed
			}
			return slices.DeleteFunc(owed, func(name string) bool { return name == journal.EmitReplayD2 })
		}, before: func(s *story, step string) {
			if step == "handoff" {
				s.late(journal.StreamHandoffNew, journal.EmitReplayD2)
			}
		}}, []string{legBacklog}},
	})
}

func TestLiveHandoffUnproven(t *testing.T) {
	ended := func(how journal.How, kind string) double {
		return double{before: func(s *story, step string) {
			if step == "handoff" {
				s.end(journal.StreamHandoffOld, journal.Ended{How: how, Fault: faultOf(kind)})
			}
		}}
	}
	lostAndBroken := ended(journal.EndedFault, "reset")
	lostAndBroken.frame = crossing(secondH, 0, journal.StreamHandoffOld).frame
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"the stream broke before it came", "no-gap", "did not come", lostAndBroken},
		{"refused", "no-gap", "was answered 429", double{stream: status(journal.StreamHandoffOld, 429)}},
		{"not asked for", "no-gap", "was not asked for", double{drops: []string{"replay"}}},
		{"the cursor was old", "no-gap", "may have been", double{
			document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 1} },
		}},
		{"the bound cannot be read", "exactly-once", "no whole number of at least 1", double{
			document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 0} },
		}},
		{"the bound changed", "order", "hostEvents.replay in the discovery document changed", double{finish: func(d document) {
			facet(d)["replay"] = map[string]any{"minRetentionSeconds": 7200}
		}}},
		{"nothing was caused", "no-gap", "no event was caused while", double{
			answer: func(name string, a *reply) {
				if strings.HasPrefix(name, journal.EmitHandoff) {
					*a = reply{status: 429}
				}
			},
			before: func(s *story, step string) { s.wait(100 * time.Millisecond) },
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legHandoff, test.rule, test.words) })
	}
}

func TestLiveHandoffAllows(t *testing.T) {
	for name, host := range map[string]double{
		"no ephemeral type":                           {document: typesOf(listsDurable)},
		"a cause that was refused":                    call(secondH, func(a *reply) { *a = reply{status: 500} }),
		"a cause without an answer whose event comes": call(secondH, func(a *reply) { *a = reply{fault: "reset"} }),
		"slow events":                                 {published: func(s *story, _ string) { s.wait(20 * time.Millisecond) }},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legHandoff, legBacklog) })
	}
}
