package schemas_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"hostwitness/schemas"
)

// The grammar functions and the patterns of the schemas are two writings of one rule. On texts close to the rule they agree.
func TestGrammarsAgreeWithTheSchemas(t *testing.T) {
	grammars := map[string]struct {
		accepts func(string) bool
		near    string
	}{
		"eventId":     {schemas.EventID, `[A-Za-z0-9._~-]{14,18}|[A-Za-z0-9._~-]{126,130}|[ -~]{16,18}|[A-Za-z]{15}[\x00-\x{17f}]`},
		"workspaceId": {schemas.WorkspaceID, `[A-Za-z0-9._~-]{0,3}|[A-Za-z0-9._~-]{126,130}|[\x00-\x{17f}]{1,2}`},
		"type":        {schemas.HostEventType, `[a-z0-9.-]{0,9}|[a-z0-9]{1,3}(-[a-z0-9]{0,2}){0,2}\.[a-z0-9]{1,3}(-[a-z0-9]{0,2}){0,2}[\n A-Z]?`},
		"timestamp": {schemas.DateTime, `[0-9]{4}-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{0,3})?([Zz]|[+-][0-2][0-9]:[0-6][0-9])|` +
			`20[0-9][0-9]-0[1-9]-[012][0-9]T(23:59|00:29|10:14):60(Z|\+00:30|-13:45)`},
	}
	accepted := map[string]int{}
	for member, grammar := range grammars {
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringMatching(grammar.near).Draw(t, "text")
			want := grammar.accepts(text)
			if want {
				accepted[member]++
			}
			if got := takenBySchema(t, member, text); got != want {
				t.Fatalf("%s %q: the schema says %v, the function %v", member, text, got, want)
			}
		})
		if accepted[member] == 0 {
			t.Errorf("no %s was accepted: the texts are not near enough to say anything", member)
		}
	}
}

// The recorded cases say the same through the schemas, whose library brings a date-time of its own that must not be used.
func TestSchemasAgreeWithEveryRecordedCase(t *testing.T) {
	members := map[string]string{"event_id": "eventId", "date_time": "timestamp", "host_event_type": "type"}
	for name, vectors := range grammarVectors(t) {
		for _, vector := range vectors {
			if got := takenBySchema(t, members[name], vector.Value); got != vector.Valid {
				t.Errorf("%s %q: the schema says %v, want %v (%s)", name, vector.Value, got, vector.Valid, vector.Note)
			}
		}
	}
}

func takenBySchema(t failer, member, text string) bool {
	t.Helper()
	object := map[string]any{
		"eventId": "evt-0123456789abcdef", "type": "a.b", "timestamp": "2025-10-09T08:53:20Z", "delivery": "durable", "payload": map[string]any{},
	}
	object[member] = text
	document, err := json.Marshal(object)
	if err != nil {
		t.Fatalf("write the envelope: %v", err)
	}
	for _, problem := range schemas.Validate(schemas.Envelope, document) {
		if problem.Member() == member {
			return false
		}
	}
	return true
}

// failer is what *testing.T and *rapid.T have in common here.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}
