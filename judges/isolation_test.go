package judges_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legIsolation = "0236.host-event.tenant-isolation"

// leak writes a frame of an event to a stream of somebody else.
func leak(event, stream string) double {
	return double{published: func(s *story, name string) {
		if name == event {
			s.frame(stream, name)
		}
	}}
}

// shared says that nothing names the tenants of the two credentials.
func shared(host double) double {
	host.webhookID = func(inbox, _ string) string { return "hook-of-" + strings.ReplaceAll(inbox, "/", "-") }
	return host
}

func foreignFrame(stream string, foreign journal.Foreign) func(*story) {
	return func(s *story) {
		s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
			Stream: stream, Offset: s.offsets[stream], Dispatched: true, EventField: journal.FieldAbsent, IDField: journal.FieldAbsent, Foreign: &foreign,
		}})
	}
}

func after(event string, then func(*story)) double {
	return double{published: func(s *story, name string) {
		if name == event {
			then(s)
		}
	}}
}

func TestIsolationConvicts(t *testing.T) {
	a1 := "evt-host-event-tenancy.A1-durable-0000"
	convictAll(t, legIsolation, []conviction{
		{"a-to-b", "durable-stream", leak(journal.EmitTenancyA1, journal.StreamControlB), nil},
		{"b-to-a", "durable-stream", leak(journal.EmitTenancyB2, journal.StreamControlA), nil},
		{"outside-the-tenancy-scenario", "durable-stream", leak(journal.EmitDeliveryD1, journal.StreamControlB), nil},
		{"one-way-with-unnamed-tenants", "durable-stream", shared(leak(journal.EmitTenancyA1, journal.StreamControlB)), nil},
		{"all-one-way-with-unnamed-tenants", "durable-stream", shared(double{published: func(s *story, name string) {
			if s.owners[name] == journal.TenantA && s.classes[name] == journal.ClassDurable {
				s.frame(journal.StreamControlB, name)
			}
		}}), nil},
		{"a-to-b", "ephemeral-stream", leak(journal.EmitTenancyAE, journal.StreamControlB), nil},
		{"b-to-a", "ephemeral-stream", leak(journal.EmitTenancyBE, journal.StreamControlA), nil},
		{"on-a-resumed-stream", "ephemeral-stream", double{before: func(s *story, step string) {
			if step == "replay-live" {
				s.frame(journal.StreamReplayFirst, journal.EmitTenancyBE)
			}
		}}, nil},
		{"backlog", "resumed-stream", on(journal.StreamReplayFirst, func(owed []string) []string {
			return append(owed, journal.EmitTenancyB1)
		}), []string{legReplayScope}},
		{"legacy-backlog", "resumed-stream", double{legacy: func(stream string, owed []string) []string {
			return append(owed, journal.EmitProbeB)
		}}, nil},
		{"open-to-all", "anonymous-stream", double{
			stream: func(name string, a *reply) {
				if name == journal.StreamAnonymous {
					*a = reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
				}
			},
			published: func(s *story, name string) {
				if name == journal.EmitTenancyB1 {
					s.frame(journal.StreamAnonymous, name)
				}
			},
		}, nil},
		{"without-a-second-credential", "anonymous-stream", double{
			run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] },
			stream: func(name string, a *reply) {
				if name == journal.StreamAnonymous {
					*a = reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
				}
			},
			published: func(s *story, name string) {
				if name == journal.EmitTenancyA1 {
					s.frame(journal.StreamAnonymous, name)
				}
			},
		}, nil},
		{"a-to-b", "inbox", after(journal.EmitTenancyA1, func(s *story) { s.deliver(journal.InboxB, journal.EmitTenancyA1) }), []string{legScope}},
		{"wrapped", "inbox", after(journal.EmitTenancyA1, func(s *story) {
			s.hand(parcel{inbox: journal.InboxB, method: "POST", header: map[string]string{}, body: map[string]any{"batch": a1}})
		}), []string{legScope}},
		{"comment", "mention", after(journal.EmitTenancyA1, func(s *story) {
			s.record(journal.Record{Kind: journal.KindComment, Comment: &journal.Comment{Stream: journal.StreamControlB, Mentions: []string{a1}}})
		}), nil},
		{"another-frame", "mention", after(journal.EmitTenancyA1, foreignFrame(journal.StreamControlB, journal.Foreign{Type: "acme.audit", Mentions: []string{a1}})), nil},
		{"its-own-frame", "mention", double{frame: func(w *wire) {
			if w.emit == journal.EmitTenancyB1 {
				w.raw = strings.Replace(asJSON(w.envelope), "{", `{ "previous" : "`+a1+`",`, 1)
			}
		}}, []string{legEnvelope}},
		{"id-field-of-its-own-frame", "mention", double{frame: func(w *wire) {
			if w.emit == journal.EmitTenancyB1 {
				w.id = a1
			}
		}}, []string{legEnvelope}},
		{"unfinished", "mention", after(journal.EmitRefusalAbove, func(s *story) {
			s.end(journal.StreamControlB, journal.Ended{How: journal.EndedLeft, Unfinished: &journal.Foreign{Mentions: []string{a1}}})
		}), nil},
	})
}

func TestIsolationBlockedBySecondCredential(t *testing.T) {
	credential := func(state journal.CredentialState) double {
		return double{run: func(r *journal.Run) { r.Credentials[1].State = state }}
	}
	everything := double{published: func(s *story, name string) {
		for _, stream := range []string{journal.StreamControlA, journal.StreamControlB} {
			if s.tenants[stream] != s.owners[name] && s.tenants[stream] != "" {
				s.frame(stream, name)
			}
		}
	}}
	bound := everything
	bound.webhookID = func(inbox, _ string) string { return "tenant-a/hook-" + inbox[len(inbox)-1:] }
	late := everything
	late.published = func(s *story, name string) {
		if name == journal.EmitProbeA {
			s.wait(2 * settle) // the second control stream cannot show what was before it
		}
		everything.published(s, name)
	}
	tests := []struct {
		name, words string
		host        double
	}{
		{"nothing tells them apart and the second came late", "either both belong to one tenant", shared(late)},
		{"not named at all", "no second credential was given", double{run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }}},
		{"missing", "no second credential was given; set B", credential(journal.CredentialMissing)},
		{"empty", "the second credential (B) is empty", credential(journal.CredentialEmpty)},
		{"the same", "the second credential (B) equals the first", credential(journal.CredentialSame)},
		{"refused", "the second credential (B) was refused: run/control-b was answered 401", double{stream: status(journal.StreamControlB, 401)}},
		{"bound to the first tenant", "is bound to the first tenant: both webhook ids begin with tenant-a/", bound},
		{"nothing tells them apart", "either both belong to one tenant, or the host does not keep tenants apart", shared(everything)},
		{"it can cause nothing", "run/probe-b could not be caused: answered 403", double{answer: func(name string, a *reply) {
			if strings.HasPrefix(name, "run/probe-b") || strings.Contains(name, "/B") || name == journal.EmitReplayForeign {
				*a = reply{status: 403, body: refusal("forbidden")}
			}
		}}},
		{"it sees all and can cause nothing", "either both belong to one tenant", shared(double{
			answer: func(name string, a *reply) {
				if strings.HasPrefix(name, "run/probe-b") || strings.Contains(name, "/B") || name == journal.EmitReplayForeign {
					*a = reply{status: 403, body: refusal("forbidden")}
				}
			},
			published: everything.published,
		})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verdicts := judge(t, test.host)
			for _, rule := range []string{"durable-stream", "ephemeral-stream", "resumed-stream", "inbox", "mention"} {
				wantUnproven(t, verdicts[legIsolation], legIsolation, rule, test.words)
			}
			wantUnproven(t, verdicts[legUniform], legUniform, "foreign", test.words)
			for _, rule := range []string{"not-delivered", "not-named"} {
				wantUnproven(t, verdicts[legScope], legScope, rule, test.words)
			}
		})
	}
}

func TestIsolationUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"no later event of the second tenant", "durable-stream", "nothing caused after", double{frame: func(w *wire) {
			if w.tenant == journal.TenantB && w.emit != journal.EmitProbeB && w.stream == journal.StreamControlB {
				w.times = 0
			}
		}, drops: []string{"delivery"}}},
		{"the event itself was never seen", "ephemeral-stream", "never seen on a control stream of its own tenant", ephemeral(func(w *wire) {
			if w.tenant == journal.TenantB {
				w.times = 0
			}
		})},
		{"an ephemeral type that none can ask for", "ephemeral-stream", "no ephemeral event can be caused", double{document: typesOf(listsDurable, listing("channel.presence", "ephemeral"))}},
		{"no resumed stream", "resumed-stream", "no such stream was asked for", double{drops: []string{"delivery", "tenancy", "replay", "refusal"}}},
		{"the receiver is not there", "inbox", "--webhook-url", double{run: func(r *journal.Run) { r.Receiver = journal.Receiver{State: journal.ReceiverNotGiven} }}},
		{"the second inbox got nothing", "inbox", "run/inbox-b did not get", double{deliver: func(p *parcel) {
			if p.inbox == journal.InboxB {
				p.times = 0
			}
		}}},
		{"the second inbox has no subscription", "inbox", "the registration of run/inbox-b was answered 500", double{answer: func(name string, a *reply) {
			if name == journal.InboxB {
				*a = reply{status: 500}
			}
		}}},
		{"the anonymous stream broke", "anonymous-stream", "not answered (reset", double{stream: func(name string, a *reply) {
			if name == journal.StreamAnonymous {
				*a = reply{fault: "reset"}
			}
		}}},
		{"the anonymous stream was short", "anonymous-stream", "was open for no event", double{
			stream: func(name string, a *reply) {
				if name == journal.StreamAnonymous {
					*a = reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
				}
			},
			before: func(s *story, step string) {
				if step == "inboxes" {
					s.end(journal.StreamAnonymous, journal.Ended{How: journal.EndedClean})
				}
			},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legIsolation, test.rule, test.words) })
	}
}

func TestIsolationAllows(t *testing.T) {
	for name, host := range map[string]double{
		// A host that counts ids per tenant breaks their uniqueness, which is
		// another leg's rule: an id that both tenants have tells nothing.
		"ids counted per tenant": {id: func(_, id string) string {
			return strings.NewReplacer("tenancy.B1", "tenancy.x1", "tenancy.A1", "tenancy.x1").Replace(id)
		}},
		// An id may be the beginning of a longer one.
		"ids that begin alike": {id: func(name, id string) string {
			return strings.NewReplacer("host-event-tenancy.A1-durable-0000", "host-event-number-1", "host-event-tenancy.B1-durable-0000", "host-event-number-12").Replace(id)
		}, frame: func(w *wire) {
			if w.emit == journal.EmitTenancyB1 {
				w.raw = asJSON(w.envelope)
			}
		}},
		"a page for who is not known": {
			stream: func(name string, a *reply) {
				if name == journal.StreamAnonymous {
					*a = reply{status: 200, header: map[string]string{"Content-Type": "text/html"}}
				}
			},
			before: func(s *story, step string) {
				if step == "inboxes" {
					s.end(journal.StreamAnonymous, journal.Ended{How: journal.EndedClean})
				}
			},
		},
		"a redirect for who is not known": {stream: func(name string, a *reply) {
			if name == journal.StreamAnonymous {
				*a = reply{fault: "redirect"}
			}
		}},
		"no webhooks":  {document: func(d document) { delete(d, "webhooks") }},
		"durable only": {document: typesOf(listsDurable)},
		"no replay":    {document: func(d document) { delete(facet(d), "replay") }},
		"slow events":  {published: func(s *story, _ string) { s.wait(50 * time.Millisecond) }},
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legIsolation) })
	}
}

func TestIsolationGates(t *testing.T) {
	gates(t, double{document: typesOf(listing("acme.thing", "durable")), drops: []string{"trigger"}}, legIsolation, judges.Blocked, "no durable event can be caused")
}
