package schemas_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

const envelope = `{"eventId":"evt-0123456789abcdef","type":"example.thing-happened","timestamp":"2025-10-09T08:53:20Z","delivery":"durable","payload":{"n":1}}`

// What Validate says of a document, word for word: these sentences are what the operator of a host reads.
func TestValidateTellsWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		name     string
		schema   schemas.Name
		document string
		want     []string
	}{
		{"a sound envelope", schemas.Envelope, envelope, nil},
		{"bytes after the value", schemas.Envelope, envelope + "x", []string{`document: not one JSON value: invalid character 'x' after top-level value at byte 140`}},
		{"not an object", schemas.Envelope, `[]`, []string{"document: is an array, but must be an object"}},
		{
			"members missing and too many", schemas.Envelope,
			`{"runId":"r","sequence":3,"a/b~c %":1,"eventId":"evt-0123456789abcdef","type":"a.b","payload":{}}`,
			[]string{
				"/a~1b~0c %: must not be there: the members of this object are delivery, eventId, payload, timestamp, type, workspaceId",
				"/delivery: is missing",
				"/runId: must not be there: the members of this object are delivery, eventId, payload, timestamp, type, workspaceId",
				"/sequence: must not be there: the members of this object are delivery, eventId, payload, timestamp, type, workspaceId",
				"/timestamp: is missing",
			},
		},
		{
			"every member wrong", schemas.Envelope,
			`{"eventId":"short","type":"Bad","timestamp":"2025-10-09 08:53:20Z","delivery":"later","workspaceId":"","payload":[]}`,
			[]string{
				`/delivery: is "later", but must be "durable" or "ephemeral"`,
				`/eventId: is "short", which is not an event id (16 to 128 characters out of A-Z a-z 0-9 . _ ~ -)`,
				`/payload: is an array, but must be an object`,
				`/timestamp: is "2025-10-09 08:53:20Z", which is not an RFC 3339 date-time`,
				`/type: is "Bad", which is not a host-event type (two lower-case kebab-case parts joined by one dot)`,
				`/workspaceId: is "", which is not a workspace id (1 to 128 characters out of A-Z a-z 0-9 . _ ~ -)`,
			},
		},
		{
			"reserved type with a payload", schemas.Envelope,
			`{"eventId":"evt-0123456789abcdef","type":"host-test.durable-triggered","timestamp":"2025-10-09T08:53:20Z","delivery":"durable","payload":{"n":1}}`,
			[]string{"/payload/n: must not be there: this object is empty"},
		},
		{
			"one thing that two places of the schema ask for", schemas.Envelope,
			`{"eventId":"evt-0123456789abcdef","type":"channel.presence","timestamp":"2025-10-09T08:53:20Z","delivery":"ephemeral","payload":[]}`,
			[]string{"/payload: is an array, but must be an object"},
		},
		{
			"envelope inside a delivery", schemas.Delivery, `{"hostEvent":{"payload":null},"event":{}}`,
			[]string{
				"/event: must not be there: the members of this object are hostEvent",
				"/hostEvent/delivery: is missing",
				"/hostEvent/eventId: is missing",
				"/hostEvent/payload: is null, but must be an object",
				"/hostEvent/timestamp: is missing",
				"/hostEvent/type: is missing",
			},
		},
		{"no retention", schemas.Replay, `{"minRetentionSeconds":0}`, []string{"/minRetentionSeconds: is 0, but must be at least 1"}},
		{"half a second", schemas.Replay, `{"minRetentionSeconds":0.5}`, []string{"/minRetentionSeconds: is the number 0.5, but must be an integer"}},
		{"no types", schemas.HostEvents, `{"types":[]}`, []string{"/types: has 0 entries, but must have at least 1"}},
		{
			"a type twice", schemas.HostEvents,
			`{"types":[{"type":"a.b","delivery":"durable"},{"type":"c.d","delivery":"durable"},{"type":"a.b","delivery":"ephemeral"}]}`,
			[]string{`/types/2/type: is "a.b", which entry 0 says already`},
		},
		{"an error code without letters", schemas.Error, `{"error":"","message":""}`, []string{`/error: is "", which is not an error code`}},
		{"a schema that is not there", "nothing", `{}`, []string{`document: there is no schema "nothing"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, problem := range schemas.Validate(test.schema, []byte(test.document)) {
				got = append(got, problem.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReady(t *testing.T) {
	if err := schemas.Ready(); err != nil {
		t.Fatal(err)
	}
}
