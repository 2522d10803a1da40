package judges_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legNoResume = "0236.ephemeral.no-resume"
	legNoFanOut = "0236.ephemeral.no-fan-out"
)

func ephemeral(change func(w *wire)) double {
	return double{frame: func(w *wire) {
		if w.class == journal.ClassEphemeral {
			change(w)
		}
	}}
}

func TestNoResumeConvicts(t *testing.T) {
	convictAll(t, legNoResume, []conviction{
		{"own-id", "no-id-field", ephemeral(func(w *wire) { w.idField, w.id = journal.FieldGiven, w.envelope["eventId"].(string) }), nil},
		{"empty", "no-id-field", ephemeral(func(w *wire) { w.idField = journal.FieldEmpty }), nil},
		{"a-number", "no-id-field", ephemeral(func(w *wire) { w.idField, w.id = journal.FieldGiven, "17" }), nil},
		{"last-durable-id", "no-id-field", ephemeral(func(w *wire) {
			w.idField, w.id = journal.FieldGiven, "evt-run.probe-a-durable-0000"
			if w.tenant == journal.TenantB {
				w.id = "evt-run.probe-b-durable-0000"
			}
		}), nil},
		{"after-a-durable-id", "not-redelivered", double{legacy: func(stream string, owed []string) []string {
			if stream == journal.StreamDeliveryAgain {
				return append([]string{journal.EmitDeliveryE1}, owed...)
			}
			return owed
		}}, nil},
		{"after-its-own-id", "not-redelivered", double{legacy: func(stream string, owed []string) []string {
			if stream == journal.StreamDeliveryOwnID {
				return []string{journal.EmitDeliveryE1}
			}
			return owed
		}}, nil},
		{"without-a-cursor", "not-redelivered", double{published: func(s *story, name string) {
			if name == journal.EmitDeliveryD3 {
				s.frame(journal.StreamDeliveryAgain, journal.EmitDeliveryE1)
			}
		}}, nil},
	})
}

func TestNoResumeAllows(t *testing.T) {
	for name, host := range map[string]double{
		"the id is no cursor": {stream: func(name string, a *reply) {
			if name == journal.StreamDeliveryOwnID {
				*a = reply{status: 400, body: refusal("validation_error")}
			}
		}},
		"the id ends the stream": {stream: func(name string, a *reply) {
			if name == journal.StreamDeliveryOwnID {
				*a = reply{status: 204}
			}
		}},
		"fan-out lag of an ephemeral event": {before: func(s *story, step string) {
			if step == "webhook" {
				s.emit("host-event-delivery/late", journal.TenantA, journal.ClassEphemeral)
				cursor := s.ids[journal.EmitDeliveryD1]
				s.stream("host-event-delivery/another", journal.TenantA, &cursor, false)
				s.frame("host-event-delivery/another", "host-event-delivery/late")
				s.leave("host-event-delivery/another")
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legNoResume) })
	}
	verdict := judge(t, double{deaf: true})[legNoResume]
	if got := rulesOf(verdict, judges.Advisory); verdict.Result != judges.Pass || len(got) != 1 {
		t.Errorf("Last-Event-ID not honoured: want a pass and one advisory, got %s", describe(verdict))
	}
}

func TestNoResumeUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"the later stream was refused", "not-redelivered", "host-event-delivery/resumed was not proven open", double{stream: status(journal.StreamDeliveryAgain, 400)}},
		{"the own id was denied", "not-redelivered", "host-event-delivery/own-id was not proven open", double{stream: status(journal.StreamDeliveryOwnID, 403)}},
		{"the later stream showed nothing", "not-redelivered", "host-event-delivery/own-id was not proven open", double{frame: func(w *wire) {
			if w.stream == journal.StreamDeliveryOwnID {
				w.times = 0
			}
		}}},
		{"the window was too short", "not-redelivered", "recorded for less than one settle window", double{published: func(s *story, name string) {
			if name == journal.EmitDeliveryD3 {
				s.end(journal.StreamDeliveryAgain, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
			}
		}}},
		{"no ephemeral frame came", "no-id-field", "no frame of an ephemeral event", ephemeral(func(w *wire) { w.times = 0 })},
		{"the control stream was refused", "no-id-field", "run/control-a was answered 403", double{
			stream: func(name string, a *reply) {
				status(journal.StreamControlA, 403)(name, a)
				status(journal.StreamControlB, 403)(name, a)
			},
			drops: []string{"delivery", "replay"},
		}},
		{"the scenario stopped", "not-redelivered", "no stream was asked for", double{drops: []string{"delivery"}}},
		{"the class changed", "no-id-field", "changed during the run", double{finish: typesOf(listsDurable)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legNoResume, test.rule, test.words) })
	}
}

func TestEphemeralGates(t *testing.T) {
	for _, leg := range []string{legNoResume, legNoFanOut, "0250.ephemeral-not-replayed"} {
		gates(t, double{document: typesOf(listsDurable)}, leg, judges.Inapplicable, "lists no ephemeral type")
		gates(t, double{document: typesOf(listsDurable, listing("channel.presence", "ephemeral"))}, leg,
			judges.Blocked, "no ephemeral event can be caused")
		gates(t, double{document: typesOf(listsEphemeral), before: probeEphemeral}, leg, judges.Inapplicable, "lists no durable type")
	}
}

// Only what is about calls of the trigger itself does not bind such a host.
func TestTheSeamIsARoad(t *testing.T) {
	for leg, verdict := range judge(t, neither(double{})) {
		want := judges.Pass
		if strings.HasPrefix(leg, "0241.trigger.") && leg != legTrigger {
			want = judges.Inapplicable
		}
		if verdict.Result != want && !strings.HasSuffix(leg, ".shape") {
			t.Errorf("%s: want %s, got %s", leg, want, describe(verdict))
		}
	}
}

func TestNoFanOutConvicts(t *testing.T) {
	deliverEphemeral := func(inbox string, tenant journal.Tenant) double {
		return double{published: func(s *story, name string) {
			if s.classes[name] == journal.ClassEphemeral && s.owners[name] == tenant && len(s.inboxes) > 1 {
				s.deliver(inbox, name)
			}
		}}
	}
	convictAll(t, legNoFanOut, []conviction{
		{"to-its-own-tenant", "not-fanned-out", deliverEphemeral(journal.InboxA, journal.TenantA), nil},
		{"to-the-second-inbox", "not-fanned-out", deliverEphemeral(journal.InboxB, journal.TenantB), nil},
		{"wrapped", "not-fanned-out", double{
			published: deliverEphemeral(journal.InboxA, journal.TenantA).published,
			deliver: func(p *parcel) {
				if p.emit == journal.EmitWebhookE1 {
					p.body = map[string]any{"batch": []any{p.body}}
				}
			},
		}, nil},
		{"of-somebody-else", "not-fanned-out", double{published: func(s *story, name string) {
			if name == journal.EmitWebhookE1 {
				s.hand(parcel{inbox: journal.InboxA, method: "POST", header: map[string]string{}, body: map[string]any{
					"hostEvent": map[string]any{"eventId": "evt-of-somebody-else", "type": "channel.presence", "delivery": "ephemeral"},
				}})
			}
		}}, nil},
	})
}

func TestNoFanOutUnproven(t *testing.T) {
	dropped := func(names ...string) double {
		return double{deliver: func(p *parcel) {
			for _, name := range names {
				if p.emit == name || name == "" {
					p.times = 0
				}
			}
		}}
	}
	tests := []struct {
		name, words string
		host        double
	}{
		{"nothing was delivered", "did not get a durable event", dropped("")},
		{"no ephemeral event was seen", "never seen on a control stream", ephemeral(func(w *wire) { w.times = 0 })},
		{"the recorder was full", "stood open for", double{before: func(s *story, step string) {
			if step == "delivery" {
				s.note(journal.TopicRecorder, "", "what may be written down is used up", "")
			}
		}}},
		{"the window was too short for the slowest", "less than the window of", double{
			deliver: func(p *parcel) {
				if p.emit == journal.EmitWebhookD2 && p.inbox == journal.InboxA {
					p.after = time.Minute
				}
			},
			drops: []string{"delivery", "tenancy", "trigger", "replay", "refusal"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legNoFanOut, "not-fanned-out", test.words) })
	}
}

// A violation that was seen is never hidden by what could not be measured.
func TestAnIDIsFoundWhereOnlyEphemeralEventsExist(t *testing.T) {
	host := ephemeral(func(w *wire) { w.idField = journal.FieldEmpty })
	host.document, host.before = typesOf(listsEphemeral), probeEphemeral
	convicts(t, host, legNoResume, "no-id-field")
}
