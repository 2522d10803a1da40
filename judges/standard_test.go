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

func (s *story) standing() {
	s.register(journal.InboxA, journal.TenantA, "durable")
	if s.has(journal.TenantB) {
		s.register(journal.InboxB, journal.TenantB, "durable")
	}
	if slices.Contains(journal.ParseClaims([]byte(asJSON(s.document))).Algorithms, journal.AlgorithmStandard) {
		s.register(journal.InboxStandard, journal.TenantA, "durable")
	}
}

func (s *story) register(name string, tenant journal.Tenant, classes ...string) {
	var types []string
	for _, class := range classes {
		types = append(types, s.kind(class))
	}
	s.subscribe(name, tenant, types...)
}

// subscribe registers an inbox for types, which the host refuses when one of
// them is not listed as durable.
func (s *story) subscribe(name string, tenant journal.Tenant, types ...string) {
	if s.document["webhooks"] == nil {
		return
	}
	claims, refused := journal.ParseClaims([]byte(asJSON(s.document))), false
	for _, kind := range types {
		refused = refused || claims.ClassOf(kind) != journal.ClassDurable
	}
	s.tenants[name] = tenant
	s.record(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{
		Action: journal.ActionRegister, Name: name, Tenant: tenant, Path: "/webhooks",
		Body: recorded(asJSON(map[string]any{"url": "http://receiver.test/" + name, "events": types})),
	}})
	a := reply{status: 201, body: map[string]any{"webhookId": s.webhookID(name), "secret": "<removed>"}, secret: true}
	if refused {
		a = reply{status: 400, body: refusal("validation_error")}
	}
	a = s.exchange(name, tenant, "POST", "/webhooks", a)
	s.note(journal.TopicSecret, name, secretKey(name), "")
	if a.status == 201 {
		s.inboxes = append(s.inboxes, name)
	}
}

func projected(id string) string {
	const escaped = "~2F"
	var text []byte
	for _, c := range []byte(id) {
		if c == '/' {
			text = append(text, escaped...)
			continue
		}
		text = append(text, c)
	}
	return string(text)
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

func (s *story) webhook() {
	s.register(journal.InboxEphemeralOnly, journal.TenantA, "ephemeral")
	s.register(journal.InboxEphemeralBeside, journal.TenantA, "durable", "ephemeral")
	s.unlisted()
	s.register(journal.InboxDurableTwin, journal.TenantA, "durable")
	s.cause(journal.EmitWebhookD1, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitWebhookB1, journal.TenantB, journal.ClassDurable)
	s.cause(journal.EmitWebhookE1, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitWebhookD2, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitWebhookB2, journal.TenantB, journal.ClassDurable)
	s.wait(settle)
}

// unlisted asks for what is not listed, where a reserved type is not.
func (s *story) unlisted() {
	claims, suffix := journal.ParseClaims([]byte(asJSON(s.document))), ""
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		if reserved := journal.ReservedType(class); claims.ClassOf(reserved) == "" {
			s.subscribe(journal.InboxUnlisted+suffix, journal.TenantA, reserved)
			s.subscribe(journal.InboxUnlistedBeside+suffix, journal.TenantA, s.kind(journal.ClassDurable), reserved)
			suffix = "~2"
		}
	}
	if suffix != "" {
		s.subscribe(journal.InboxUnlistedVendor, journal.TenantA, "example.never-listed")
		s.subscribe(journal.InboxUnlistedPresent, journal.TenantA, "channel.presence")
	}
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

func (s *story) replays() bool {
	_, there := facet(s.document)["replay"]
	return there
}

func (s *story) strictReplay() {
	if s.document["hostEvents"] == nil || !s.replays() {
		return
	}
	s.cause(journal.EmitReplayD1, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitReplayD2, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitReplayE, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitReplayForeign, journal.TenantB, journal.ClassDurable)
	s.handoff()
	for _, resume := range []struct{ stream, cursor string }{
		{journal.StreamReplayFirst, journal.EmitReplayD1},
		{journal.StreamReplayMiddle, journal.EmitReplayD2},
		{journal.StreamReplayLast, journal.EmitReplayD3},
	} {
		if cursor := s.ids[resume.cursor]; cursor != "" {
			s.stream(resume.stream, journal.TenantA, &cursor, true)
		}
	}
	if s.host.before != nil {
		s.host.before(s, "replay-live")
	}
	s.wait(s.slack())
	s.cause(journal.EmitReplayD4, journal.TenantA, journal.ClassDurable)
	s.wait(s.slack())
	s.leave(coreStreams()...)
}

// handoff causes events while streams are resumed, one of which is dropped
// (before that is the step "handoff-drop") and resumed.
func (s *story) handoff() {
	probe, d1 := s.probe(), s.ids[journal.EmitReplayD1]
	if probe != "" && d1 != "" {
		s.stream(journal.StreamHandoffOld, journal.TenantA, &probe, true)
		s.cause(journal.EmitHandoff, journal.TenantA, journal.ClassDurable)
		s.stream(journal.StreamHandoffNew, journal.TenantA, &d1, true)
		s.stream(journal.StreamHandoffAgain, journal.TenantA, &d1, true)
		s.cause(journal.EmitHandoff+"~2", journal.TenantA, journal.ClassDurable)
		if s.host.before != nil {
			s.host.before(s, "handoff-drop")
		}
		s.leave(journal.StreamHandoffAgain)
		second := s.ids[journal.EmitHandoff+"~2"]
		if second == "" {
			second = d1
		}
		s.stream(againStream, journal.TenantA, &second, true)
		if s.host.before != nil {
			s.host.before(s, "handoff")
		}
		s.cause(journal.EmitHandoff+"~3", journal.TenantA, journal.ClassDurable)
	}
	s.cause(journal.EmitReplayD3, journal.TenantA, journal.ClassDurable)
	s.wait(s.slack())
	s.leave(handoffStreams()...)
}

// probe gives the id of the probe that was seen.
func (s *story) probe() string {
	if late := s.ids[journal.EmitProbeA+"~2"]; late != "" {
		return late
	}
	return s.ids[journal.EmitProbeA]
}

const againStream = journal.StreamHandoffAgain + "~2"

func handoffStreams() []string {
	return []string{journal.StreamHandoffOld, journal.StreamHandoffNew, againStream}
}

func coreStreams() []string {
	return []string{journal.StreamReplayFirst, journal.StreamReplayMiddle, journal.StreamReplayLast}
}

// slack is how long the suite waits for what a resume owes: not at all when it
// comes, for its patience when it does not.
func (s *story) slack() time.Duration {
	if s.host.backlog != nil || s.host.frame != nil {
		return patience
	}
	return settle
}

const unknownCursor = "evt-never-issued-"

func (s *story) refusal() {
	if s.document["hostEvents"] == nil || !s.replays() {
		return
	}
	s.cause(journal.EmitRefusalBelow, journal.TenantB, journal.ClassDurable)
	s.cause(journal.EmitRefusalA, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitRefusalE, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitRefusalHead, journal.TenantA, journal.ClassDurable)
	s.ask(journal.StreamAcceptedBefore, s.ids[journal.EmitRefusalA], true)
	s.ask(journal.StreamUnknown1, unknownCursor+"1", true)
	s.ask(journal.StreamUnknown2, unknownCursor+"2", true)
	s.ask(journal.StreamMalformed, "{malformed}", true)
	s.ask(journal.StreamRefusedEphemeral, s.ids[journal.EmitRefusalE], true)
	s.ask(journal.StreamForeignBelow, s.ids[journal.EmitRefusalBelow], true)
	s.askAs(journal.TenantB, journal.StreamUnknownB, unknownCursor+"4", true)
	s.cause(journal.EmitRefusalAbove, journal.TenantB, journal.ClassDurable)
	s.ask(journal.StreamForeignAbove, s.ids[journal.EmitRefusalAbove], true)
	s.askAs(journal.Nobody, journal.StreamUncredentialedUnknown, unknownCursor+"5", true)
	s.askAs(journal.Nobody, journal.StreamUncredentialedKnown, s.ids[journal.EmitRefusalA], true)
	s.askAs(journal.Nobody, journal.StreamMadeUpCredential, unknownCursor+"6", true)
	s.ask(journal.StreamLegacyUnknown, unknownCursor+"3", false)
	s.stream(journal.StreamLegacyAccepted, journal.TenantA, nil, false)
	s.leave(journal.StreamLegacyAccepted)
	s.ask(journal.StreamAcceptedAfter, s.ids[journal.EmitRefusalA], true)
}

// ask asks for a stream and leaves it as soon as it was answered.
func (s *story) ask(name, cursor string, replay bool) {
	s.askAs(journal.TenantA, name, cursor, replay)
}

func (s *story) askAs(tenant journal.Tenant, name, cursor string, replay bool) {
	if cursor == "" {
		return
	}
	s.stream(name, tenant, &cursor, replay)
	s.leave(name)
}
