package judges_test

import "hostwitness/witness/journal"

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
