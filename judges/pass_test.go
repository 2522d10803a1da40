package judges_test

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

func TestAConformingHostPassesEveryLeg(t *testing.T) {
	var legs []string
	for _, judge := range judges.All() {
		if !strings.HasPrefix(judge.Leg, "0247.") && judge.Leg != legUnlisted { // asked for, or does not bind it
			legs = append(legs, judge.Leg)
		}
	}
	passes(t, double{shapes: true}, legs...)
}

// What an operator or a host may lawfully do changes no verdict.
func TestAConformingHostPassesInManyShapes(t *testing.T) {
	for name, host := range map[string]double{
		"heartbeats with ids and comments": {published: func(s *story, _ string) {
			for _, stream := range append([]string{}, s.open...) {
				s.record(journal.Record{Kind: journal.KindComment, Comment: &journal.Comment{Stream: stream, Length: 5}})
				s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
					Stream: stream, Offset: s.offsets[stream], Dispatched: true, EventField: journal.FieldGiven, Event: "heartbeat.evaluated",
					IDField: journal.FieldGiven, ID: "7", Foreign: &journal.Foreign{Type: "heartbeat.evaluated"},
				}})
				s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
					Stream: stream, Offset: s.offsets[stream], EventField: journal.FieldAbsent, IDField: journal.FieldAbsent, Retry: "3000",
					Foreign: &journal.Foreign{Length: 12},
				}})
			}
		}},
		"other members in the record": {document: func(d document) { facet(d)["status"], facet(d)["colour"] = "active", "green" }},
		"an anonymous stream that shows nothing": {stream: func(name string, a *reply) {
			if name == journal.StreamAnonymous {
				*a = reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
			}
		}},
		"no webhook ids that name tenants": {webhookID: func(inbox, _ string) string { return "hook-of-" + strings.ReplaceAll(inbox, "/", "-") }},
		"unknown cursors accepted without replay=required": {stream: func(name string, a *reply) {
			if name == journal.StreamLegacyUnknown {
				*a = reply{status: 400, body: refusal("validation_error")}
			}
		}},
		"other headers on every refusal": {stream: func(name string, a *reply) {
			if a.status == 409 {
				a.header = map[string]string{"X-Request-Id": name}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host) })
	}
}
