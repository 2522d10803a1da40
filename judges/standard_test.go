package judges_test

import (
	"maps"
	"slices"
	"time"

	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// double changes what the story's conforming host does. Nil members change
// nothing.
type double struct {
	document  func(document)                              // at the start, and at the end unless finish is there
	finish    func(document)                              // at the end only
	run       func(*journal.Run)                          // what the operator gave
	answer    func(name string, a *reply)                 // to an exchange
	sent      func(name string, r *journal.Request)       // of a call of the trigger that is to be refused
	stream    func(name string, a *reply)                 // to a request for a stream
	id        func(name, id string) string                // the id of an event
	frame     func(w *wire)                               // each frame
	backlog   func(stream string, owed []string) []string // of a strict resume
	legacy    func(stream string, owed []string) []string // of another resume
	deaf      bool                                        // Last-Event-ID is not honoured without replay=required
	deliver   func(p *parcel)                             // each delivery
	webhookID func(inbox, id string) string
	published func(s *story, name string) // after an event came where it belongs
	before    func(s *story, step string) // before a step of the run
	undated   bool                        // its answers have no Date
	skew      time.Duration               // of the host's clock
	drops     []string                    // steps that do not take place
	shapes    bool                        // the shape vectors are on record
	bounded   boundedHost                 // how long it holds streams, where the run asks for that
}

func sortedNames[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

func conforming() document {
	return document{
		"protocolVersions": []string{"2.0"},
		"hostEvents": map[string]any{
			"status": "active",
			"types": []map[string]any{
				{"type": journal.TypeTestDurable, "delivery": "durable"},
				{"type": journal.TypeTestEphemeral, "delivery": "ephemeral"},
			},
			"replay": map[string]any{"minRetentionSeconds": 3600},
		},
		"webhooks": map[string]any{"signatureAlgorithms": []string{"v1"}},
	}
}

func facet(d document) map[string]any { return d["hostEvents"].(map[string]any) }

// step is one part of the standard run.
type step struct {
	name  string
	drive func(*story)
}

func steps() []step {
	return []step{
		{"shapes", (*story).shapes},
		{"controls", (*story).controls},
		{"inboxes", (*story).standing},
		{"delivery", (*story).delivery},
		{"webhook", (*story).webhook},
		{"tenancy", (*story).tenancy},
		{"trigger", (*story).trigger},
		{"replay", (*story).strictReplay},
		{"refusal", (*story).refusal},
		{"bounded", (*story).boundedStreams},
	}
}

// run tells the standard run against a host.
func (s *story) run() journal.Evidence {
	run := journal.Run{
		ID: "run-1", Host: "http://host.test", StartedAt: startedAt.Format(time.RFC3339Nano),
		Options:     journal.Options{Settle: settle, Patience: patience},
		Credentials: []journal.Credential{{Tenant: journal.TenantA, Source: "A", State: journal.CredentialGiven}, {Tenant: journal.TenantB, Source: "B", State: journal.CredentialGiven}},
		Receiver:    journal.Receiver{State: journal.ReceiverReady},
	}
	for _, judge := range judges.All() {
		run.Legs = append(run.Legs, judge.Leg)
	}
	if s.host.run != nil {
		s.host.run(&run)
	}
	s.record(journal.Record{Kind: journal.KindRun, Run: &run})
	s.document = conforming()
	if s.host.document != nil {
		s.host.document(s.document)
	}
	s.discover(journal.ExchangeDiscoveryStart, journal.AtStart, s.document)
	for _, step := range steps() {
		if s.host.before != nil {
			s.host.before(s, step.name)
		}
		if !slices.Contains(s.host.drops, step.name) && (s.host.shapes || step.name != "shapes") {
			step.drive(s)
		}
	}
	if s.host.finish != nil {
		s.host.finish(s.document)
	}
	s.discover(journal.ExchangeDiscoveryEnd, journal.AtEnd, s.document)
	s.leave(journal.StreamControlA, journal.StreamControlB, journal.StreamAnonymous)
	for _, inbox := range slices.Clone(s.inboxes) {
		s.exchange(inbox+"-unregister", s.tenants[inbox], "DELETE", "/webhooks/"+projected(s.webhookID(inbox)), reply{status: 204})
	}
	s.record(journal.Record{Kind: journal.KindEnd, End: &journal.End{Count: int64(len(s.records) + 1), Reason: journal.EndComplete}})
	return s.evidence()
}

func (s *story) shapes() {
	vectors, err := schemas.Vectors()
	if err != nil {
		s.t.Fatalf("read the shape vectors: %v", err)
	}
	for _, vector := range vectors {
		verdict := " invalid"
		if vector.Valid {
			verdict = " valid"
		}
		s.note(journal.TopicVector, vector.Name, vector.Leg+" "+string(vector.Schema)+verdict, vector.Document)
	}
}

func (s *story) has(tenant journal.Tenant) bool {
	for _, record := range s.records {
		if record.Run == nil {
			continue
		}
		for _, credential := range record.Run.Credentials {
			if credential.Tenant == tenant {
				return credential.State == journal.CredentialGiven
			}
		}
	}
	return false
}

func (s *story) controls() {
	s.stream(journal.StreamAnonymous, journal.Nobody, nil, false)
	s.stream(journal.StreamControlA, journal.TenantA, nil, false)
	s.cause(journal.EmitProbeA, journal.TenantA, journal.ClassDurable)
	if s.has(journal.TenantB) {
		s.stream(journal.StreamControlB, journal.TenantB, nil, false)
		s.cause(journal.EmitProbeB, journal.TenantB, journal.ClassDurable)
	}
}

// cause causes an event of a class that the host can be made to emit.
func (s *story) cause(name string, tenant journal.Tenant, class string) {
	claims := journal.ParseClaims([]byte(asJSON(s.document)))
	if via, _ := claims.Causes(class); via != "" && s.has(tenant) {
		s.emit(name, tenant, class)
	}
}

func (s *story) delivery() {
	s.cause(journal.EmitDeliveryD1, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitDeliveryE1, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitDeliveryD2, journal.TenantA, journal.ClassDurable)
	d1, e1 := s.ids[journal.EmitDeliveryD1], s.ids[journal.EmitDeliveryE1]
	if d1 == "" || e1 == "" {
		return
	}
	s.wait(settle)
	s.stream(journal.StreamDeliveryAgain, journal.TenantA, &d1, false)
	s.stream(journal.StreamDeliveryOwnID, journal.TenantA, &e1, false)
	s.stream(journal.StreamDeliveryFresh, journal.TenantA, nil, false)
	s.cause(journal.EmitDeliveryD3, journal.TenantA, journal.ClassDurable)
	s.wait(settle)
	s.leave(journal.StreamDeliveryAgain, journal.StreamDeliveryOwnID, journal.StreamDeliveryFresh)
}

func (s *story) tenancy() {
	s.cause(journal.EmitTenancyA1, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitTenancyB1, journal.TenantB, journal.ClassDurable)
	s.cause(journal.EmitTenancyAE, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitTenancyBE, journal.TenantB, journal.ClassEphemeral)
	s.cause(journal.EmitTenancyA2, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitTenancyB2, journal.TenantB, journal.ClassDurable)
	s.wait(settle)
	if cursor := s.ids[journal.EmitTenancyB1]; cursor != "" {
		s.stream(journal.StreamTenancyResumed, journal.TenantB, &cursor, s.replays())
		s.wait(s.slack())
		s.leave(journal.StreamTenancyResumed)
	}
}
