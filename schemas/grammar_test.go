package schemas_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"hostwitness/schemas"
)

// grammarVector is one entry of fixtures/vectors/eventid.json.
type grammarVector struct {
	Value       string `json:"value"`
	Valid       bool   `json:"valid"`
	Note        string `json:"note"`
	Policy      bool   `json:"policy"`
	GoTimeParse *bool  `json:"go_time_parse"`
}

func grammarVectors(t *testing.T) map[string][]grammarVector {
	t.Helper()
	text, err := os.ReadFile("../fixtures/vectors/eventid.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		EventID       []grammarVector `json:"event_id"`
		DateTime      []grammarVector `json:"date_time"`
		HostEventType []grammarVector `json:"host_event_type"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return map[string][]grammarVector{"event_id": file.EventID, "date_time": file.DateTime, "host_event_type": file.HostEventType}
}

// Every recorded case, the two marked as policy included: our readings are those the file states
// (a second 60 at 23:59 UTC is taken on any day; a space for the T is not).
func TestGrammarsAgreeWithEveryRecordedCase(t *testing.T) {
	grammars := map[string]struct {
		accepts func(string) bool
		count   int
	}{
		"event_id":        {schemas.EventID, 56},
		"date_time":       {schemas.DateTime, 89},
		"host_event_type": {schemas.HostEventType, 57},
	}
	vectors := grammarVectors(t)
	for name, grammar := range grammars {
		if len(vectors[name]) != grammar.count {
			t.Errorf("%s: %d cases in the file, want %d", name, len(vectors[name]), grammar.count)
		}
		for _, vector := range vectors[name] {
			if got := grammar.accepts(vector.Value); got != vector.Valid {
				t.Errorf("%s %q: got %v, want %v (%s)", name, vector.Value, got, vector.Valid, vector.Note)
			}
		}
	}
}

// The reason for a date-time reader of our own: the standard library's is wrong in 13 of the recorded cases.
func TestStandardTimeParserIsNoSubstitute(t *testing.T) {
	wrong := 0
	for _, vector := range grammarVectors(t)["date_time"] {
		_, err := time.Parse(time.RFC3339, vector.Value)
		if (err == nil) != vector.Valid {
			wrong++
		}
	}
	if wrong != 13 {
		t.Errorf("time.Parse is wrong in %d cases, want 13", wrong)
	}
}

func TestTenantAndWorkspace(t *testing.T) {
	longest := strings.Repeat("t", 128)
	for _, valid := range []string{"a", "acme", longest, "~._-0Z"} {
		if !schemas.WorkspaceID(valid) || !schemas.Tenant(valid) || !schemas.Tenant("anon:"+valid) {
			t.Errorf("%q is refused", valid)
		}
	}
	for _, invalid := range []string{"", longest + "t", "a/b", "a b", "a\n", "ä", "@", "[", "`", "{", "\x00"} {
		if schemas.WorkspaceID(invalid) || schemas.Tenant(invalid) || schemas.Tenant("anon:"+invalid) {
			t.Errorf("%q is accepted", invalid)
		}
	}
	for _, invalid := range []string{"anon:", "anon:anon:a", "Anon:a", "anon"[:0]} {
		if schemas.Tenant(invalid) {
			t.Errorf("tenant %q is accepted", invalid)
		}
	}
	if schemas.WorkspaceID("anon:a") {
		t.Error("a workspace id takes the prefix of an anonymous tenant")
	}
}
