package schemas_test

import (
	"strings"
	"testing"

	"hostwitness/schemas"
)

// A waivers file: what is lawful, and for every refusal the place and the keyword that refuses it.
func TestWaiversFile(t *testing.T) {
	const sound = `{"waivers":[{"leg":"0250.shape","rule":"positive-accepted","reason":"known","issue":"HOST-1","expires":"2030-02-28"}]}`
	for _, test := range []struct{ name, old, replacement, path, keyword string }{
		{"sound", ``, ``, "", ""},
		{"without what may be left out", `"rule":"positive-accepted",`, ``, "", ""},
		{"empty", `{"waivers":[{"leg":"0250.shape","rule":"positive-accepted","reason":"known","issue":"HOST-1","expires":"2030-02-28"}]}`, `{"waivers":[]}`, "", ""},
		{"a list alone", sound, `[]`, "", "type"},
		{"no list", sound, `{}`, "/waivers", "required"},
		{"null for a list", sound, `{"waivers":null}`, "/waivers", "type"},
		{"a key beside the list", `{"waivers"`, `{"host":"x","waivers"`, "/host", "additionalProperties"},
		{"an entry that is a text", sound, `{"waivers":["0250.shape"]}`, "/waivers/0", "type"},
		{"an unknown key", `"issue"`, `"ticket"`, "/waivers/0/ticket", "additionalProperties"},
		{"no leg", `"leg":"0250.shape",`, ``, "/waivers/0/leg", "required"},
		{"a leg that is a number", `"0250.shape"`, `250`, "/waivers/0/leg", "type"},
		{"an empty rule", `"positive-accepted"`, `""`, "/waivers/0/rule", "pattern"},
		{"no reason", `"reason":"known",`, ``, "/waivers/0/reason", "required"},
		{"an empty reason", `"known"`, `""`, "/waivers/0/reason", "pattern"},
		{"a blank reason", `"known"`, `" \t "`, "/waivers/0/reason", "pattern"},
		{"an empty issue", `"HOST-1"`, `""`, "/waivers/0/issue", "pattern"},
		{"no day", `,"expires":"2030-02-28"`, ``, "/waivers/0/expires", "required"},
		{"a day that no calendar has", `2030-02-28`, `2030-02-30`, "/waivers/0/expires", "format"},
		{"a day in another form", `2030-02-28`, `28.02.2030`, "/waivers/0/expires", "format"},
		{"a moment", `2030-02-28`, `2030-02-28T00:00:00Z`, "/waivers/0/expires", "format"},
		{"a month", `2030-02-28`, `2030-02`, "/waivers/0/expires", "format"},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := strings.Replace(sound, test.old, test.replacement, 1)
			if document == sound && test.old != "" {
				t.Fatalf("%s is not in the file", test.old)
			}
			problems := schemas.Validate(schemas.Waivers, []byte(document))
			if test.keyword == "" {
				if len(problems) > 0 {
					t.Fatalf("refused: %s", schemas.Summary(problems, 5))
				}
				return
			}
			if len(problems) == 0 || problems[0].Path != test.path || problems[0].Keyword != test.keyword {
				t.Errorf("problems %v, want the first to be %s by %s", problems, test.path, test.keyword)
			}
		})
	}
}
