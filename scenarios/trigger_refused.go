package scenarios

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// callRefused calls the test trigger in ways that a host has to refuse, those
// that name a class for each that it serves (RFC 0241 §B.2, §B.4). Each body
// differs from the lawful one in one thing.
func (s *Session) callRefused(ctx context.Context, served []Event) {
	s.callWith(ctx, journal.CallTriggerNoClass, map[string]any{})
	s.callWith(ctx, journal.CallTriggerOtherClass, map[string]any{"delivery": "both"})
	for k, event := range served {
		for _, call := range []struct {
			name, member string
			value        any
		}{
			{journal.CallTriggerMember, "hostwitness", true},
			{journal.CallTriggerPayload, "payload", map[string]any{}},
			{journal.CallTriggerType, "type", journal.ReservedType(event.Class)},
			{journal.CallTriggerUnknownWorkspace, "workspaceId", unknownWorkspace()},
		} {
			s.callWith(ctx, numbered(call.name, k+1), map[string]any{"delivery": event.Class, call.member: call.value})
		}
	}
}

func (s *Session) callWith(ctx context.Context, name string, members map[string]any) {
	body, _ := json.Marshal(members) // texts, truths and empty objects always marshal
	s.exchange(ctx, witness.Call{
		Name: name, Tenant: journal.TenantA, Method: http.MethodPost, Path: pathTrigger,
		Header: postHeader(), Body: body,
	})
}

// unknownWorkspace is an id of the grammar that no host has given.
func unknownWorkspace() string { return "hostwitness-" + rand.Text() }
