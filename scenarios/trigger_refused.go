package scenarios

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// callRefused calls the test trigger in ways that a host has to refuse, for a
// class that it serves (RFC 0241 §B.2, §B.4). Each body differs from the lawful
// one in one thing.
func (s *Session) callRefused(ctx context.Context, class string) {
	for _, call := range []struct {
		name string
		body map[string]any
	}{
		{journal.CallTriggerMember, map[string]any{"delivery": class, "hostwitness": true}},
		{journal.CallTriggerPayload, map[string]any{"delivery": class, "payload": map[string]any{}}},
		{journal.CallTriggerNoClass, map[string]any{}},
		{journal.CallTriggerOtherClass, map[string]any{"delivery": "both"}},
		{journal.CallTriggerUnknownWorkspace, map[string]any{"delivery": class, "workspaceId": unknownWorkspace()}},
	} {
		body, _ := json.Marshal(call.body) // texts, truths and empty objects always marshal
		s.exchange(ctx, witness.Call{
			Name: call.name, Tenant: journal.TenantA, Method: http.MethodPost, Path: pathTrigger,
			Header: postHeader(), Body: body,
		})
	}
}

// unknownWorkspace is an id of the grammar that no host has given.
func unknownWorkspace() string { return "hostwitness-" + rand.Text() }
