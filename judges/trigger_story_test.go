package judges_test

import (
	"hostwitness/witness/journal"
)

const pathTrigger = "/host/events/test"

// trigger calls the test trigger for each class and, where it is served for one,
// in ways that have to be refused.
func (s *story) trigger() {
	claims := journal.ParseClaims([]byte(asJSON(s.document)))
	durable, ephemeral := claims.TriggerServes(journal.ClassDurable), claims.TriggerServes(journal.ClassEphemeral)
	for _, call := range []struct {
		name, class string
		served      bool
	}{
		{journal.EmitTriggerDurable, journal.ClassDurable, durable}, {journal.EmitTriggerEphemeral, journal.ClassEphemeral, ephemeral},
	} {
		switch {
		case call.served:
			s.emit(call.name, journal.TenantA, call.class)
		case durable || ephemeral:
			s.exchange(call.name, journal.TenantA, "POST", pathTrigger, reply{status: 400, body: refusal("validation_error")})
		default:
			s.exchange(call.name, journal.TenantA, "POST", pathTrigger, reply{status: 404, body: refusal("not_found")})
		}
	}
	switch {
	case durable && ephemeral:
		s.callRefused(journal.ClassDurable, journal.ClassEphemeral)
	case durable:
		s.callRefused(journal.ClassDurable)
	case ephemeral:
		s.callRefused(journal.ClassEphemeral)
	}
}

func (s *story) callRefused(served ...string) {
	s.call(journal.CallTriggerRepeated, map[string]any{"delivery": served[0]}, reply{status: 202, body: map[string]any{
		"eventId": s.ids["host-event-trigger/"+served[0]], "type": journal.ReservedType(served[0]),
	}})
	invalid := reply{status: 400, body: refusal("validation_error")}
	s.call(journal.CallTriggerNoClass, map[string]any{}, invalid)
	s.call(journal.CallTriggerOtherClass, map[string]any{"delivery": "both"}, invalid)
	named := func(name string) string { return name }
	for _, class := range served {
		s.call(named(journal.CallTriggerMember), map[string]any{"delivery": class, "further": 1}, invalid)
		s.call(named(journal.CallTriggerPayload), map[string]any{"delivery": class, "payload": map[string]any{}}, invalid)
		s.call(named(journal.CallTriggerType), map[string]any{"delivery": class, "type": journal.ReservedType(class)}, invalid)
		s.call(named(journal.CallTriggerUnknownWorkspace), map[string]any{"delivery": class, "workspaceId": "nowhere"}, reply{status: 404, body: refusal("not_found")})
		named = journal.SecondClass
	}
	if s.host.before != nil {
		s.host.before(s, "trigger-after")
	}
	named = func(name string) string { return name }
	for _, class := range served {
		s.emit(named(journal.EmitTriggerAfter), journal.TenantA, class)
		named = journal.SecondClass
	}
}

// call calls the test trigger with a body of its own.
func (s *story) call(name string, body map[string]any, a reply) {
	s.exchange(name, journal.TenantA, "POST", pathTrigger, a)
	request := &s.records[len(s.records)-1].Exchange.Request
	request.Body = recorded(asJSON(body))
	if s.host.sent != nil {
		s.host.sent(name, request)
	}
}
