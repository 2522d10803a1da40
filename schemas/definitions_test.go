package schemas_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"hostwitness/schemas"
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// Every schema, the shared grammar included, is valid draft 2020-12 and names itself.
func TestDefinitionsAreDraft202012(t *testing.T) {
	meta, err := jsonschema.NewCompiler().Compile(draft)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(schemas.Names(), "grammar") {
		document := definition(t, name)
		if err := meta.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if document["$schema"] != draft || document["$id"] != "urn:hostwitness:schema:"+string(name) || document["title"] == nil {
			t.Errorf("%s: $schema %v, $id %v, title %v", name, document["$schema"], document["$id"], document["title"])
		}
	}
}

func definition(t *testing.T, name schemas.Name) map[string]any {
	t.Helper()
	text, err := schemas.Source(name)
	if err != nil {
		t.Fatal(err)
	}
	document, err := schemas.ParseObject(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return document
}

// keywords are those that failure.go has words for, and those that only hold others together.
var keywords = regexp.MustCompile(`^(type|required|additionalProperties|enum|const|pattern|format|minimum|maximum|minItems|minLength|` +
	`properties|items|allOf|if|then|else|\$ref|\$defs|\$id|\$schema|title|description)$`)

// plain is what stands for itself in the library's locations, and the separators of those.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$#/"

// What the wording of problems and the taming of numbers rely on, and what keeps a pattern the same in every engine.
func TestDefinitionsKeepToWhatTheValidatorKnows(t *testing.T) {
	patterns := 0
	for _, name := range append(schemas.Names(), "grammar") {
		each(definition(t, name), "#", func(place string, schema map[string]any) {
			if strings.Trim(place, plain) != "" {
				t.Errorf("%s%s: a name that a library's location would encode", name, place)
			}
			for keyword := range schema {
				if !keywords.MatchString(keyword) {
					t.Errorf("%s%s: keyword %q has no words of ours", name, place, keyword)
				}
			}
			if schema["const"] != nil && !strings.Contains(place, "/if/") {
				t.Errorf("%s%s: const outside a condition has no words of ours", name, place)
			}
			if schema["type"] == "number" {
				t.Errorf("%s%s: tamed numbers keep their sign and wholeness only", name, place)
			}
			for _, keyword := range []string{"pattern", "format", "minLength"} {
				if schema[keyword] != nil && schema["description"] == nil {
					t.Errorf("%s%s: %s without a description to show the operator", name, place, keyword)
				}
			}
			if pattern, ok := schema["pattern"].(string); ok {
				patterns++
				checkPattern(t, string(name)+place, pattern)
			}
			if schema["properties"] != nil && schema["type"] == "object" {
				checkClosed(t, name, place, schema)
			}
		})
	}
	if patterns < 8 {
		t.Errorf("%d patterns were looked at", patterns)
	}
}

// each calls visit for every schema in a document, itself included.
func each(schema map[string]any, place string, visit func(string, map[string]any)) {
	visit(place, schema)
	for _, keyword := range []string{"properties", "$defs"} {
		members, _ := schema[keyword].(map[string]any)
		for name, member := range members {
			each(member.(map[string]any), place+"/"+keyword+"/"+name, visit)
		}
	}
	for _, keyword := range []string{"items", "if", "then", "else"} {
		if member, ok := schema[keyword].(map[string]any); ok {
			each(member, place+"/"+keyword, visit)
		}
	}
	all, _ := schema["allOf"].([]any)
	for _, member := range all {
		each(member.(map[string]any), place+"/allOf", visit)
	}
}

// checkPattern refuses what RE2 lacks, and what ECMA-262 and RE2 read differently: classes with a backslash letter
// (\d, \w, \s, \b, \p) and a dot outside a class, of which one takes line ends and the other does not.
func checkPattern(t *testing.T, place, pattern string) {
	t.Helper()
	if _, err := regexp.Compile(pattern); err != nil {
		t.Errorf("%s: %v", place, err)
	}
	if regexp.MustCompile(`\\[a-su-zA-Z]|\(\?`).MatchString(strings.NewReplacer(`\t`, "", `\r`, "", `\n`, "").Replace(pattern)) {
		t.Errorf("%s: pattern %s is not the same in every engine", place, pattern)
	}
	outside := regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(pattern, "")
	if strings.Contains(strings.ReplaceAll(outside, `\.`, ""), ".") {
		t.Errorf("%s: pattern %s has a bare dot", place, pattern)
	}
}

// checkClosed holds the list of objects that are open on purpose; every other one with members is closed.
func checkClosed(t *testing.T, name schemas.Name, place string, schema map[string]any) {
	t.Helper()
	open := map[string]bool{
		"host-events#": true, "host-events#/properties/types/items": true,
		"trigger-answer#": true, "webhook-answer#": true,
		"bundle#/$defs/suite": true, "bundle#/$defs/host": true, "bundle#/$defs/build": true, "bundle#/$defs/discovery": true,
		"bundle#/$defs/profile": true, "bundle#/$defs/results": true, "bundle#/$defs/totals": true, "bundle#/$defs/row": true,
		"bundle#/$defs/detail": true, "bundle#/$defs/nonPass": true, "bundle#/$defs/signature": true, "bundle#/$defs/verifierSignature": true,
	}[string(name)+place]
	if closed := schema["additionalProperties"] == false; closed == open {
		t.Errorf("%s%s: closed is %v", name, place, closed)
	}
}
