package judges_test

import (
	"slices"

	"hostwitness/witness/journal"
)

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
