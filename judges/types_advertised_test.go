package judges_test

import (
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legTypes = "0236.types.advertised"

// beside lets a frame of somebody else's host event come after every event of
// ours that is seen on the first control stream.
func beside(foreign journal.Foreign) double {
	return double{published: func(s *story, name string) {
		if s.owners[name] == journal.TenantA {
			s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
				Stream: journal.StreamControlA, Offset: s.offsets[journal.StreamControlA], Dispatched: true,
				EventField: journal.FieldGiven, IDField: journal.FieldAbsent, Foreign: &foreign,
			}})
		}
	}}
}

// whole is what is kept of a whole envelope of somebody else's.
func whole(kind, class string) journal.Foreign {
	return journal.Foreign{
		Type: kind, Class: class, EventID: "evt-of-somebody-else", Length: 200,
		Members: []string{"eventId", "type", "timestamp", "delivery", "payload"},
	}
}

func changed(foreign journal.Foreign, change func(*journal.Foreign)) journal.Foreign {
	change(&foreign)
	return foreign
}

// vendor lists a durable type of the host's own.
func vendor(host double) double {
	host.document = typesOf(listsDurable, listsEphemeral, listing("acme.order-placed", "durable"))
	return host
}

func TestTypesAdvertisedConvicts(t *testing.T) {
	convictAll(t, legTypes, []conviction{
		{"a-foreign-frame", "listed", beside(whole("acme.order-placed", "durable")), nil},
		{"in-the-envelope-alone", "listed", beside(changed(whole("message", "durable"), func(f *journal.Foreign) { f.Kind = "acme.order-placed" })), nil},
		{"with-a-workspace", "listed", beside(changed(whole("acme.order-placed", "durable"), func(f *journal.Foreign) { f.Members = append(f.Members, "workspaceId") })), nil},
		{"presence", "listed", beside(whole("channel.presence", "ephemeral")), nil},
		{"an-own-frame", "listed", double{frame: func(w *wire) {
			if w.class == journal.ClassDurable {
				w.envelope["type"] = "acme.order-placed"
			}
		}}, []string{legEnvelope}},
		{"an-own-delivery", "listed", hostEvent(func(e map[string]any) { e["type"] = "acme.order-placed" }), []string{legVariant}},
		{"a-foreign-delivery", "listed", double{published: func(s *story, name string) {
			if name == journal.EmitWebhookD1 {
				foreign := whole("acme.order-placed", "durable")
				s.record(journal.Record{Kind: journal.KindDelivery, Delivery: &journal.Delivery{Inbox: journal.InboxA, Method: "POST", Foreign: &foreign, Answered: 200}})
			}
		}}, nil},
		{"another-class", "class", vendor(beside(whole("acme.order-placed", "ephemeral"))), nil},
		{"no-class-at-all", "class", vendor(beside(whole("acme.order-placed", "transient"))), nil},
		{"an-own-class", "class", double{frame: func(w *wire) {
			if w.class == journal.ClassDurable {
				w.envelope["delivery"] = "Durable"
			}
		}}, []string{legEnvelope}},
	})
}

func TestTypesAdvertisedAllows(t *testing.T) {
	drop := func(member string) journal.Foreign {
		return changed(whole("acme.notice", "durable"), func(f *journal.Foreign) {
			var kept []string
			for _, name := range f.Members {
				if name != member {
					kept = append(kept, name)
				}
			}
			f.Members = kept
		})
	}
	for name, host := range map[string]double{
		"a listed type":                    vendor(beside(whole("acme.order-placed", "durable"))),
		"a heartbeat like an envelope":     beside(whole("heartbeat.evaluated", "durable")),
		"a heartbeat by its envelope":      beside(changed(whole("message", "durable"), func(f *journal.Foreign) { f.Kind = "heartbeat.stateChanged" })),
		"no delivery":                      beside(drop("delivery")),
		"no timestamp":                     beside(drop("timestamp")),
		"a run event":                      beside(changed(whole("run.completed", "durable"), func(f *journal.Foreign) { f.Members = append(f.Members, "runId") })),
		"an eventId of another form":       beside(changed(whole("acme.notice", "durable"), func(f *journal.Foreign) { f.EventID = "17" })),
		"a type of another form":           beside(whole("Notice", "durable")),
		"the event field alone is another": vendor(beside(changed(whole("message", "durable"), func(f *journal.Foreign) { f.Kind = "acme.order-placed" }))),
		"nothing at all":                   beside(journal.Foreign{Length: 12}),
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legTypes) })
	}
}

// What a host kept may be of types that it listed before the run. Behind an
// event of the run, or on a strict resume, there is nothing old.
func TestEventsFromBeforeTheRunConvictNobody(t *testing.T) {
	on := func(stream string, replay bool, class string) double {
		return double{published: func(s *story, name string) {
			if name != journal.EmitDeliveryD1 {
				return
			}
			foreign := whole("acme.retired-thing", class)
			s.record(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionOpen, Name: stream, Tenant: journal.TenantB, Replay: replay}})
			s.record(journal.Record{Kind: journal.KindOpened, Opened: &journal.Opened{Stream: stream, Status: 200, Header: []journal.Header{{Name: "Content-Type", Value: "text/event-stream"}}}})
			s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
				Stream: stream, Dispatched: true, EventField: journal.FieldGiven, IDField: journal.FieldGiven, Foreign: &foreign,
			}})
		}}
	}
	const other = "host-event-delivery/of-another-cursor"
	passes(t, on(other, false, journal.ClassDurable), legTypes)
	convicts(t, on(other, false, journal.ClassEphemeral), legTypes, "listed")
	convicts(t, on(other, true, journal.ClassDurable), legTypes, "listed")
}

// Where no durable event can be caused nothing tells that a stream is done with
// what the host kept, and an ephemeral one may overtake that.
func TestKeptEventsThatAnEphemeralOneOvertookConvictNobody(t *testing.T) {
	host := beside(whole(journal.TypeTestDurable, "durable"))
	host.document, host.before = typesOf(listsEphemeral), probeEphemeral
	passes(t, host, legTypes, legReserved)
	host = beside(whole("acme.retired-thing", "ephemeral"))
	host.document, host.before = typesOf(listsEphemeral), probeEphemeral
	convicts(t, host, legTypes, "listed")
}

func TestTypesAdvertisedUnproven(t *testing.T) {
	growing := beside(whole("acme.order-placed", "durable"))
	growing.finish = typesOf(listsDurable, listsEphemeral, listing("acme.order-placed", "durable"))
	unproven(t, growing, legTypes, "listed", "changed during the run")

	silent := double{drops: []string{"controls", "inboxes", "delivery", "webhook", "tenancy", "trigger", "replay", "refusal"}}
	unproven(t, silent, legTypes, "listed", "was not asked for")

	unread := beside(whole("acme.order-placed", "durable"))
	unread.answer = func(name string, a *reply) {
		if name == journal.ExchangeDiscoveryEnd {
			a.status = 503
		}
	}
	unproven(t, unread, legTypes, "listed", "was not read again")
}

func TestTypesAdvertisedGates(t *testing.T) {
	gates(t, double{document: typesOf()}, legTypes, judges.Inapplicable, "lists no type")
	gates(t, double{document: func(d document) { delete(d, "hostEvents") }}, legTypes, judges.Inapplicable, "does not claim host events")
}

func TestAClassThatChangesIsConvicted(t *testing.T) {
	host := double{finish: typesOf(listsDurable, listing(journal.TypeTestEphemeral, "durable"))}
	verdict := judge(t, host)[legTypes]
	if got := rulesOf(verdict, judges.Violated); len(got) != 1 || got[0] != "class" {
		t.Errorf("want it violated for class alone, got %s", describe(verdict))
	}
}
