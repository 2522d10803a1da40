package judges_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legEnvelope = "0236.host-event.envelope"

// conviction is a host that breaks one rule.
type conviction struct {
	name string
	rule string
	host double
	also []string // other legs that fail for it too
}

func convictAll(t *testing.T, leg string, convictions []conviction) {
	t.Helper()
	for _, c := range convictions {
		t.Run(c.rule+"/"+c.name, func(t *testing.T) {
			convicts(t, c.host, leg, c.rule, c.also...)
		})
	}
}

// frames changes every frame of the first tenant's delivery events.
func frames(change func(w *wire)) double {
	return double{frame: func(w *wire) {
		if strings.HasPrefix(w.emit, "host-event-delivery/") {
			change(w)
		}
	}}
}

func member(name string, value any) double {
	return frames(func(w *wire) { w.envelope[name] = value })
}

func durable(change func(w *wire)) double {
	return frames(func(w *wire) {
		if w.class == journal.ClassDurable {
			change(w)
		}
	})
}

func typesOf(listings ...map[string]any) func(document) {
	return func(d document) { facet(d)["types"] = listings }
}

func listing(kind, class string) map[string]any {
	return map[string]any{"type": kind, "delivery": class}
}

var (
	listsDurable   = listing(journal.TypeTestDurable, "durable")
	listsEphemeral = listing(journal.TypeTestEphemeral, "ephemeral")
)

func TestEnvelopeConvicts(t *testing.T) {
	convictAll(t, legEnvelope, []conviction{
		{"type-twice", "facet", double{document: typesOf(listsDurable, listsEphemeral, listsDurable)}, nil},
		{"type-in-two-classes", "facet", double{document: typesOf(listsDurable, listsEphemeral, listing(journal.TypeTestDurable, "ephemeral"))}, nil},
		{"unknown-class", "facet", double{document: typesOf(listsDurable, listsEphemeral, listing("acme.thing", "lasting"))}, nil},
		{"presence-unlisted", "presence-listed", double{document: func(d document) { d["channelPresence"] = map[string]any{} }}, nil},
		{"presence-durable", "presence-listed", double{document: func(d document) {
			d["channelPresence"] = map[string]any{}
			typesOf(listsDurable, listsEphemeral, listing("channel.presence", "durable"))(d)
		}}, nil},
		{"presence-without-record", "presence-listed", double{document: func(d document) {
			d["channelPresence"] = map[string]any{}
			delete(d, "hostEvents")
		}, drops: []string{"controls", "inboxes", "webhook", "trigger"}}, nil},
		{"one-durable-lost", "delivered", double{frame: func(w *wire) {
			if w.emit == journal.EmitDeliveryD2 {
				w.times = 0
			}
		}}, nil},
		{"ephemeral-lost", "delivered", double{frame: func(w *wire) {
			if w.class == journal.ClassEphemeral {
				w.times = 0
			}
		}}, nil},
		{"everything-lost", "delivered", double{frame: func(w *wire) { w.times = 0 }}, nil},
		{"durable-lost-ephemeral-not", "delivered", double{frame: func(w *wire) {
			if w.class == journal.ClassDurable {
				w.times = 0
			}
		}}, nil},
		{"second-tenant-lost", "delivered", double{frame: func(w *wire) {
			if w.emit == journal.EmitTenancyB1 {
				w.times = 0
			}
		}}, nil},
		{"other-id-everywhere", "delivered", durable(func(w *wire) {
			w.id = "evt-of-somebody-else"
			w.envelope["eventId"] = w.id
		}), []string{"0250.resume-backlog"}},
		{"plain-text", "media-type", double{stream: func(name string, a *reply) {
			if name == journal.StreamControlA {
				a.header["Content-Type"] = "text/plain"
			}
		}}, nil},
		{"absent", "event-field", frames(func(w *wire) { w.eventField = journal.FieldAbsent }), nil},
		{"empty", "event-field", frames(func(w *wire) { w.eventField = journal.FieldEmpty }), nil},
		{"other", "event-field", frames(func(w *wire) { w.event = "message" }), nil},
		{"class-changes", "delivery-class", double{finish: typesOf(listsDurable, listing(journal.TypeTestEphemeral, "durable"))}, []string{legTypes}},
		{"name-twice", "data-json", durable(func(w *wire) {
			w.raw = strings.Replace(asJSON(w.envelope), "{", `{"delivery":"durable",`, 1)
		}), nil},
		{"not-json", "data-json", durable(func(w *wire) { w.raw = asJSON(w.envelope) + "," }), nil},
		{"ephemeral-not-json", "data-json", frames(func(w *wire) {
			if w.class == journal.ClassEphemeral {
				w.raw = "event " + asJSON(w.envelope)
			}
		}), nil},
		{"array", "data-json", durable(func(w *wire) { w.raw = "[" + asJSON(w.envelope) + "]" }), nil},
		{"run-id", "no-run-position", member("runId", "tenant-a/run-1"), nil},
		{"run-id-null", "no-run-position", member("runId", nil), nil},
		{"sequence", "no-run-position", member("sequence", 7), nil},
		{"extra", "members", member("source", "x"), nil},
		{"no-timestamp", "members", frames(func(w *wire) { delete(w.envelope, "timestamp") }), nil},
		{"no-payload", "members", frames(func(w *wire) { delete(w.envelope, "payload") }), nil},
		{"no-event-id", "members", durable(func(w *wire) { delete(w.envelope, "eventId") }), nil},
		{"other-than-answered", "event-id", durable(func(w *wire) { w.envelope["eventId"] = "evt-of-somebody-else" }), nil},
		{"number", "event-id", durable(func(w *wire) { w.envelope["eventId"] = 12345 }), nil},
		{"other-type", "event-type", frames(func(w *wire) { w.envelope["type"] = "host-test.something-else" }), []string{legTypes}},
		{"number", "event-type", frames(func(w *wire) { w.envelope["type"] = 5 }), nil},
		{"other-class", "delivery-class", durable(func(w *wire) { w.envelope["delivery"] = "ephemeral" }), []string{legTypes}},
		{"no-class", "delivery-class", durable(func(w *wire) { w.envelope["delivery"] = "lasting" }), []string{legTypes}},
		{"space-for-t", "timestamp", member("timestamp", "2026-01-02 03:04:05Z"), nil},
		{"years-ago", "timestamp", member("timestamp", "1970-01-01T00:00:00Z"), nil},
		{"anew-on-a-resumed-stream", "timestamp", frames(func(w *wire) {
			if w.stream != journal.StreamControlA && w.class == journal.ClassDurable {
				w.envelope["timestamp"] = startedAt.Add(time.Minute).Format(time.RFC3339)
			}
		}), nil},
		{"no-offset", "timestamp", member("timestamp", "2026-01-02T03:04:05"), nil},
		{"not-empty", "payload", member("payload", map[string]any{"n": 1}), nil},
		{"no-object", "payload", member("payload", "text"), nil},
		{"empty", "workspace", member("workspaceId", ""), nil},
		{"number", "workspace", member("workspaceId", 3), nil},
		{"absent", "durable-id", durable(func(w *wire) { w.idField = journal.FieldAbsent }), nil},
		{"empty", "durable-id", durable(func(w *wire) { w.idField = journal.FieldEmpty }), nil},
		{"other", "durable-id", durable(func(w *wire) { w.id = "12" }), nil},
		{"given-twice", "event-id-unique", double{id: func(name, id string) string {
			if name == journal.EmitTriggerDurable {
				return "evt-host-event-delivery.D2-durable-0000"
			}
			return id
		}}, nil},
		{"counted-per-tenant", "event-id-unique", double{id: func(name, id string) string {
			return strings.NewReplacer("tenancy.B1", "tenancy.x1", "tenancy.A1", "tenancy.x1").Replace(id)
		}}, nil},
	})
}

func TestEnvelopeAllows(t *testing.T) {
	for name, host := range map[string]double{
		"media type with parameters": {stream: func(name string, a *reply) {
			if a.status == 200 {
				a.header["Content-Type"] = `Text/Event-Stream;charset="utf-8"`
			}
		}},
		"pretty data": frames(func(w *wire) { w.raw = strings.ReplaceAll(asJSON(w.envelope), ",", ",\n  ") }),
		"a workspace": member("workspaceId", "ws-1"),
		"frames repeated on live streams": frames(func(w *wire) {
			if !strings.HasPrefix(w.stream, "host-event-strict-replay/") {
				w.times = 2
			}
		}),
		"presence offered": {document: func(d document) {
			d["channelPresence"] = map[string]any{}
			typesOf(listsDurable, listsEphemeral, listing("channel.presence", "ephemeral"))(d)
		}},
		"a small fraction": member("timestamp", "2026-01-02t05:04:05.123456789012+02:00"),
	} {
		t.Run(name, func(t *testing.T) { passes(t, host) })
	}
}

func TestEnvelopeAdvises(t *testing.T) {
	verdict := judge(t, member("workspaceId", "ws-1"))[legEnvelope]
	if got := rulesOf(verdict, judges.Advisory); len(got) != 1 || got[0] != "workspace" {
		t.Errorf("an unasked workspace: want one advisory about it, got %s", describe(verdict))
	}
	verdict = judge(t, frames(func(w *wire) { w.times = 2 }))[legEnvelope]
	if got := rulesOf(verdict, judges.Advisory); len(got) != 1 || got[0] != "delivered" {
		t.Errorf("repeated frames: want one advisory about them, got %s", describe(verdict))
	}
}

func TestEnvelopeUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"control stream refused", "delivered", "run/control-a was answered 403", double{stream: status(journal.StreamControlA, 403)}},
		{"control stream is a page", "delivered", `run/control-a was answered 200 "text/html"`, double{
			stream: page,
			frame:  func(w *wire) { w.times = 0 },
		}},
		{"control stream broke", "delivered", "run/control-a was not answered (reset", double{stream: func(name string, a *reply) {
			if name == journal.StreamControlA {
				a.fault = "reset"
			}
		}}},
		{"no probe could be caused", "delivered", "run/probe-a could not be caused: answered 500", double{answer: func(name string, a *reply) {
			if strings.HasPrefix(name, "run/probe") || strings.HasPrefix(name, "host-event-") {
				*a = reply{status: 500}
			}
		}}},
		{"the stream ended on the way", "delivered", "host-event-trigger/durable was not seen on run/control-a", double{
			frame: func(w *wire) {
				if w.emit == journal.EmitTriggerDurable {
					w.times = 0
				}
			},
			published: breakAt(journal.EmitTriggerDurable),
		}},
		{"cut frames", "data-json", "only part of its", durable(func(w *wire) { w.cut, w.raw = true, asJSON(w.envelope)[:20] })},
		{"a secret in a bad frame", "members", "a secret (credential-a) stood in its bytes", frames(func(w *wire) {
			w.envelope["source"], w.secret = "<removed>", true
		})},
		{"types changed", "delivery-class", "hostEvents.types in the discovery document changed", double{finish: typesOf(listsDurable)}},
		{"nothing can be caused", "delivered", "neither host-test.durable-triggered", double{
			document: typesOf(listing("acme.thing", "durable")),
			drops:    []string{"trigger"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legEnvelope, test.rule, test.words) })
	}
}

// breakAt ends the control stream by a fault right after an event was
// published.
func breakAt(event string) func(*story, string) {
	return func(s *story, name string) {
		if name == event {
			s.end(journal.StreamControlA, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
		}
	}
}

func status(stream string, code int) func(string, *reply) {
	return func(name string, a *reply) {
		if name == stream {
			*a = reply{status: code, body: refusal("forbidden")}
		}
	}
}

func page(_ string, a *reply) {
	if a.status == 200 {
		a.header = map[string]string{"Content-Type": "text/html"}
	}
}

// A frame that was not kept as an event of this run still tells where it went.
func TestALostEventIsTracedByItsID(t *testing.T) {
	host := frames(func(w *wire) {
		if w.emit == journal.EmitDeliveryE1 {
			w.raw, w.event = asJSON(map[string]any{"type": "acme.wrapper", "inner": w.envelope}), "acme.wrapper"
		}
	})
	convicts(t, host, legEnvelope, "delivered")
	if verdict := judge(t, host)[legEnvelope]; !strings.Contains(verdict.Reason, "its id stands in frame") {
		t.Errorf("want the frame named in which the id stands, got %s", describe(verdict))
	}
}

func TestEnvelopeGates(t *testing.T) {
	gates(t, double{document: func(d document) { delete(d, "hostEvents") }, drops: []string{"controls", "inboxes", "webhook", "trigger"}},
		legEnvelope, judges.Inapplicable, "no hostEvents record")
	gates(t, double{answer: func(name string, a *reply) {
		if name == journal.ExchangeDiscoveryStart {
			a.status = 503
		}
	}}, legEnvelope, judges.Blocked, "status 503 instead of 200")
}

func TestEnvelopeIsJudgedWithOneClassAlone(t *testing.T) {
	for name, kinds := range map[string][]map[string]any{
		"durable alone":               {listsDurable},
		"ephemeral alone":             {listsEphemeral},
		"ephemeral that none can ask": {listsDurable, listing("channel.presence", "ephemeral")},
	} {
		t.Run(name, func(t *testing.T) {
			passes(t, double{document: typesOf(kinds...), before: probeEphemeral}, legEnvelope)
		})
	}
}

// probeEphemeral probes with the only class there is.
func probeEphemeral(s *story, step string) {
	if step == "inboxes" && s.ids[journal.EmitProbeA] == "" {
		s.cause(journal.EmitProbeA, journal.TenantA, journal.ClassEphemeral)
	}
}

func TestALateSubscriberIsNoLoss(t *testing.T) {
	passes(t, double{
		frame: func(w *wire) {
			if w.emit == journal.EmitProbeA {
				w.times = 0
			}
		},
		before: func(s *story, step string) {
			if step == "inboxes" {
				s.wait(500 * time.Millisecond)
				s.emit(journal.EmitProbeA+"~2", journal.TenantA, journal.ClassDurable)
			}
		},
	})
}
