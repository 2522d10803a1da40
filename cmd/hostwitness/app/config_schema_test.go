package app

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

// schemaPaths gives the pointer of every member that a schema has, with * for
// any entry of a list.
func schemaPaths(t *testing.T, root, schema map[string]any, at string) []string {
	t.Helper()
	if reference, ok := schema["$ref"].(string); ok {
		inner, ours := strings.CutPrefix(reference, "#/$defs/")
		if !ours {
			return nil // what another document defines
		}
		return schemaPaths(t, root, root["$defs"].(map[string]any)[inner].(map[string]any), at)
	}
	var paths []string
	members, _ := schema["properties"].(map[string]any)
	for name, member := range members {
		paths = append(paths, at+"/"+name)
		paths = append(paths, schemaPaths(t, root, member.(map[string]any), at+"/"+name)...)
	}
	if items, ok := schema["items"].(map[string]any); ok {
		inner := schemaPaths(t, root, items, at+"/*")
		if len(inner) > 0 {
			paths = append(append(paths, at+"/*"), inner...)
		}
	}
	return paths
}

// The schema, the table that advice comes from, the reader and the settings of a
// run know the same members.
func TestConfigSchemaAndReaderKnowTheSameMembers(t *testing.T) {
	text, err := schemas.Source(schemas.Config)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(schemaPaths(t, schema, schema, "")))
	if len(want) < 40 {
		t.Fatalf("the schema has only %q", want)
	}
	var known []string
	for _, member := range configMembers() {
		known = append(known, member.path)
	}
	slices.Sort(known)
	if diff := cmp.Diff(want, known); diff != "" {
		t.Errorf("members of the schema (-) and of the table (+):\n%s", diff)
	}
	read, err := parseConfig("c.yaml", []byte(soundConfig), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The three commands are of one shape, and each says a part of it.
	anyCommand := strings.NewReplacer("/expire/", "/*/", "/remove/", "/*/", "/restart/", "/*/")
	said := map[string]bool{}
	for path := range read.document.places {
		said[anyCommand.Replace(generalPath(path))] = true
	}
	for _, path := range want {
		if !said[anyCommand.Replace(path)] {
			t.Errorf("soundConfig does not say %s", path)
		}
	}
	encoded, err := json.Marshal(read.document.value)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(new(configContent)); err != nil {
		t.Errorf("the reader does not know a member of the schema: %v", err)
	}
}

// Every member of the root, and of the objects that only group settings, is
// taken into the run by one setting.
func TestEveryMemberIsTaken(t *testing.T) {
	taken := map[string]bool{"/waivers": true} // which readWaivers takes
	for _, s := range settings() {
		if taken[s.path] {
			t.Errorf("%s is taken twice", s.path)
		}
		taken[s.path] = true
	}
	for _, member := range configMembers() {
		inside := member.path[:strings.LastIndex(member.path, "/")]
		grouped := member.path == "/webhook" || member.path == "/commands"
		if (inside == "" || inside == "/webhook" || inside == "/commands") && !grouped && !taken[member.path] {
			t.Errorf("no setting takes %s", member.path)
		}
		delete(taken, member.path)
	}
	if len(taken) > 0 {
		t.Errorf("there is no member %q", slices.Sorted(maps.Keys(taken)))
	}
}

// What the schema alone refuses, the reader refuses too, and the other way round
// where the schema's description does not say that it is checked beside it.
func TestConfigSchemaAgreesWithTheReader(t *testing.T) {
	beside := []string{
		"a host that is no URL", "a host with a query", "a time without end", "a deadline out of bounds", "a deadline of nothing", "one tenant twice",
		"a workspace twice", "within another's workspace", "within twice", "more workspaces than needed", "an empty program", "words and a text",
		"a NUL in a word", "a command that takes long", "an event in a shell's text", "an event in a restart", "a mistyped event",
	}
	tried := 0
	for name, test := range badConfigs() {
		document, err := parseYAML("c.yaml", []byte(test[0]))
		if err != nil || strings.Contains(test[1], "credential") || strings.Contains(test[1], "here stands a password") || strings.Contains(test[1], "stands a PEM") || strings.Contains(test[1], "stands the secret") {
			continue // which no schema sees
		}
		tried++
		accepted := len(schemas.ValidateValue(schemas.Config, document.value)) == 0
		if accepted != slices.Contains(beside, name) {
			t.Errorf("%s: the schema accepts it: %v", name, accepted)
		}
	}
	if tried < 50 {
		t.Errorf("only %d files were tried", tried)
	}
}
