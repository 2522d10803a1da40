package schemas_test

import (
	"testing"

	"hostwitness/schemas"
)

// The small bodies: what is lawful, what is not, and for every refusal the member and the keyword that refuses it.
func TestBodiesOfRequestsAndAnswers(t *testing.T) {
	const id = "evt-0123456789abcdef"
	for _, test := range []struct {
		schema                    schemas.Name
		document, member, keyword string
	}{
		{schemas.Error, `{"error":"validation_error","message":"no"}`, "", ""},
		{schemas.Error, `{"error":"validation_error","message":""}`, "", ""},
		{schemas.Error, `{"error":"a-code-of-its-own","message":"no","details":{"field":"events"}}`, "", ""},
		{schemas.Error, `{"error":"x","message":"no","details":{}}`, "", ""},
		{schemas.Error, `{"error":"x","message":"no","details":null}`, "details", "type"},
		{schemas.Error, `{"error":"x","message":"no","details":[]}`, "details", "type"},
		{schemas.Error, `{"error":"x","message":"no","details":"y"}`, "details", "type"},
		{schemas.Error, `{"error":"x"}`, "message", "required"},
		{schemas.Error, `{"message":"no"}`, "error", "required"},
		{schemas.Error, `{"error":{"code":"x"},"message":"no"}`, "error", "type"},
		{schemas.Error, `{"error":"x","message":null}`, "message", "type"},
		{schemas.Error, `{"error":"x","message":"no","status":400}`, "status", "additionalProperties"},
		{schemas.Error, `{"error":"x","message":"no","requestId":"r"}`, "requestId", "additionalProperties"},
		{schemas.Error, `"validation_error"`, "", "type"},
		{schemas.Error, `<html></html>`, "", schemas.KeywordJSON},

		{schemas.TriggerRequest, `{"delivery":"durable"}`, "", ""},
		{schemas.TriggerRequest, `{"delivery":"ephemeral","workspaceId":"ws-1"}`, "", ""},
		{schemas.TriggerRequest, `{}`, "delivery", "required"},
		{schemas.TriggerRequest, `{"delivery":"both"}`, "delivery", "enum"},
		{schemas.TriggerRequest, `{"delivery":"durable","workspaceId":""}`, "workspaceId", "pattern"},
		{schemas.TriggerRequest, `{"delivery":"durable","payload":{}}`, "payload", "additionalProperties"},

		{schemas.TriggerAnswer, `{"eventId":"` + id + `","type":"host-test.durable-triggered"}`, "", ""},
		{schemas.TriggerAnswer, `{"eventId":"` + id + `","type":"a.b","delivery":"durable"}`, "", ""},
		{schemas.TriggerAnswer, `{"eventId":"` + id + `"}`, "type", "required"},
		{schemas.TriggerAnswer, `{"type":"a.b"}`, "eventId", "required"},
		{schemas.TriggerAnswer, `{"eventId":"short","type":"a.b"}`, "eventId", "pattern"},
		{schemas.TriggerAnswer, `{"eventId":"` + id + `","type":"durable"}`, "type", "pattern"},
		{schemas.TriggerAnswer, `{"eventId":"` + id + `","type":null}`, "type", "type"},
		{schemas.TriggerAnswer, `["` + id + `"]`, "", "type"},

		{schemas.WebhookAnswer, `{"webhookId":"wh-1"}`, "", ""},
		{schemas.WebhookAnswer, `{"webhookId":"acme/wh-1","secret":"s","url":"https://example.com","events":[]}`, "", ""},
		{schemas.WebhookAnswer, `{"id":"wh-1"}`, "webhookId", "required"},
		{schemas.WebhookAnswer, `{"webhookId":""}`, "webhookId", "minLength"},
		{schemas.WebhookAnswer, `{"webhookId":7}`, "webhookId", "type"},
		{schemas.WebhookAnswer, `{"webhookId":"wh-1","secret":""}`, "secret", "minLength"},
		{schemas.WebhookAnswer, `{"webhookId":"wh-1","secret":null}`, "secret", "type"},
	} {
		problems := schemas.Validate(test.schema, []byte(test.document))
		if test.keyword == "" {
			if len(problems) > 0 {
				t.Errorf("%s %s: %s", test.schema, test.document, schemas.Summary(problems, 5))
			}
			continue
		}
		if len(problems) != 1 || problems[0].Member() != test.member || problems[0].Keyword != test.keyword {
			t.Errorf("%s %s: %+v, want %s of %q", test.schema, test.document, problems, test.keyword, test.member)
		}
	}
}
