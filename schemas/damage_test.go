package schemas

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every way to damage the catalogue is an error that names the place.
func TestDamagedCatalogueIsRefused(t *testing.T) {
	for _, test := range []struct{ name, old, replacement, want string }{
		{"an unknown key of a leg", "    revision: 1\n", "    revision: 1\n    colour: red\n", "/legs/0/colour: must not be there"},
		{"an unknown key of the file", "legs:\n", "version: 1\nlegs:\n", "/version: must not be there"},
		{"an unknown key of a rule", "      - id: positive-accepted\n", "      - id: positive-accepted\n        note: x\n", "/legs/0/rules/0/note: must not be there"},
		{"a key missing", "    revision: 1\n", "", "/legs/0/revision: is missing"},
		{"a key twice", "    revision: 1\n", "    revision: 1\n    revision: 1\n", `mapping key "revision" already defined`},
		{"a leg twice", "id: 0236.shape\n", "id: 0250.shape\n", `/legs/1/id: is "0250.shape", which entry 0 says already`},
		{"a rule twice", "id: negative-refused\n", "id: positive-accepted\n", `/legs/0/rules/1/id: is "positive-accepted", which entry 0 says already`},
		{"a requirement of another leg", "openwop.requirement.0250.shape", "openwop.requirement.0250.shapes", `/legs/0/requirement: is not named after its leg "0250.shape"`},
		{"a revision of zero", "revision: 1\n", "revision: 0\n", "/legs/0/revision: is 0, but must be at least 1"},
		{"a level of neither kind", "level: MUST\n", "level: MAY\n", `/legs/0/level: is "MAY", but must be "MUST" or "SHOULD"`},
		{"an RFC as a number", "rfc: \"0250\"\n", "rfc: 250\n", "/legs/0/rfc: is the number 250, but must be a string"},
		{"a section of no RFC", "section: §A\n", "section: Z\n", "/legs/0/section: is \"Z\", which is not a list of sections"},
		{"an empty text", "title: The replay facet has its closed shape\n", "title: \" \"\n", "/legs/0/title: is \" \", which is not a text that says something"},
		{"a tab where YAML wants spaces", "    revision: 1\n", "\trevision: 1\n", "read the catalogue: yaml:"},
		{"a usual cause of a rule that is not there", "      - cause: ", "      - rules: [native]\n        cause: ", "a usual cause of 0250.shape names the rule native, which is not there"},
		{"a condition of a leg that is not there", "    covers: [0236.webhook.retry-identity]\n", "    covers: [0236.webhook.retry]\n", "names 0236.webhook.retry, which is neither a leg nor a scenario"},
		{"an exception that is not there", "    except: [0250.legacy-unchanged]\n", "    except: [0250.legacy]\n", "names 0250.legacy, which is neither a leg nor a scenario"},
		{"a condition of another result", "  - result: blocked\n", "  - result: executed-pass\n", "/conditions/1/result"},
		{"a thing that is asked for twice", "  - name: restart\n", "  - name: volume\n", "/asked/1/name: is \"volume\""},
		{"a second document", "legs:\n", "---\nlegs: []\n---\nlegs:\n", "more than one YAML document"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(string(catalogueText), test.old, test.replacement, 1)
			if text == string(catalogueText) {
				t.Fatalf("%q is not in the catalogue", test.old)
			}
			index, err := readCatalogue([]byte(text), requirementsText)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("index %v, error %v, want %s", index != nil, err, test.want)
			}
		})
	}
	for name, text := range map[string]string{"nothing": "", "a list": "- a\n", "no legs": "legs: []\n", "a text": "x\n"} {
		if _, err := readCatalogue([]byte(text), requirementsText); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// What is given out belongs to the caller: a change to it does not show in the next reading.
func TestCatalogueIsReadAnew(t *testing.T) {
	first, err := Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	first.Legs()[0].Rules[0].Statement = "changed"
	first.Legs()[0].ID = "changed"
	second, err := Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	if leg := second.Legs()[0]; leg.ID != "0250.shape" || leg.Rules[0].Statement == "changed" {
		t.Errorf("the second reading has %+v", leg)
	}
}

func TestDamagedVectorsAreRefused(t *testing.T) {
	const sound = "leg: l\nvectors:\n  - {name: a, schema: replay, valid: true, why: w, document: '{}'}\n"
	vectors, err := parseVectors("l", []byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	want := []Vector{{Name: "a", Leg: "l", Schema: Replay, Valid: true, Document: "{}", Why: "w"}}
	if diff := cmp.Diff(want, vectors); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
	for _, test := range []struct{ name, old, replacement, want string }{
		{"an unknown key", "why: w", "why: w, colour: red", "field colour not found"},
		{"another leg", "leg: l", "leg: m", `the file is of leg "m"`},
		{"no name", "name: a", "name: ''", `vector 0 ("") lacks a name`},
		{"no reason", "why: w, ", "", `vector 0 ("a") lacks a name`},
		{"no verdict", "valid: true, ", "", `vector 0 ("a") lacks a name`},
		{"no document", ", document: '{}'", "", `vector 0 ("a") lacks a name`},
		{"a document that YAML took apart", "'{}'", "{}", "cannot unmarshal !!map into string"},
		{"an unknown schema", "schema: replay", "schema: grammar", `there is no schema "grammar"`},
		{"a name twice", "vectors:\n", "vectors:\n  - {name: a, schema: replay, valid: false, why: v, document: ''}\n", `vector "a" is there twice`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(sound, test.old, test.replacement, 1)
			if _, err := parseVectors("l", []byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
