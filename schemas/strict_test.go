package schemas_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

func TestParseStrictRefuses(t *testing.T) {
	deep := strings.Repeat("[", schemas.MaxDepth+1) + strings.Repeat("]", schemas.MaxDepth+1)
	for _, test := range []struct{ name, document, want string }{
		{"nothing", "", "not one JSON value: unexpected end of JSON input at byte 0"},
		{"white space", " \n", "not one JSON value: unexpected end of JSON input at byte 1"},
		{"two values", "{} {}", "not one JSON value: invalid character '{' after top-level value at byte 3"},
		{"a byte order mark", "\ufeff{}", "not one JSON value: invalid character 'ï' looking for beginning of value at byte 0"},
		{"a byte that is not UTF-8", "{\"a\":\"\xff\"}", "byte 6 is not valid UTF-8"},
		{"a first byte that is not UTF-8", "\xff", "byte 0 is not valid UTF-8"},
		{"a surrogate in UTF-8", "\"\xed\xa0\x80\"", "byte 1 is not valid UTF-8"},
		{"a member twice", `{"a":1,"b":{"a":1,"a":2}}`, `the member "a" is there twice in one object, again before byte 21`},
		{"a member twice, once escaped", `{"a":1,"\u0061":2}`, `the member "a" is there twice in one object, again before byte 15`},
		{"a high surrogate alone", `["\ud83d"]`, "the escape at byte 2 is one half of a surrogate pair"},
		{"a low surrogate alone", `["x\uDE00"]`, "the escape at byte 3 is one half of a surrogate pair"},
		{"two high surrogates", `["\ud83d\ud83d\ude00"]`, "the escape at byte 2 is one half of a surrogate pair"},
		{"two low surrogates", `["\udfff\ude00"]`, "the escape at byte 2 is one half of a surrogate pair"},
		{"halves the wrong way round", `["\ude00\ud83d"]`, "the escape at byte 2 is one half of a surrogate pair"},
		{"a half in a member name", `{"\ud83d":1}`, "the escape at byte 2 is one half of a surrogate pair"},
		{"a half behind an escaped backslash", `["\\\ud83d"]`, "the escape at byte 4 is one half of a surrogate pair"},
		{"a comment", "{} // x", "not one JSON value: invalid character '/' after top-level value at byte 3"},
		{"a number with a leading zero", "01", "not one JSON value: invalid character '1' after top-level value at byte 1"},
		{"NaN", "NaN", "not one JSON value: invalid character 'N' looking for beginning of value at byte 0"},
		{"a control character in a string", "\"\t\"", "not one JSON value: invalid character '\\t' in string literal at byte 1"},
		{"too deep", deep, "nested deeper than 512 levels at byte 512"},
	} {
		t.Run(test.name, func(t *testing.T) {
			value, err := schemas.ParseStrict([]byte(test.document))
			if err == nil {
				t.Fatalf("accepted as %v", value)
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseStrictAccepts(t *testing.T) {
	deep := strings.Repeat("[", schemas.MaxDepth) + strings.Repeat("]", schemas.MaxDepth)
	for _, test := range []struct {
		name, document string
		want           any
	}{
		{"an object", ` {"b":[1,true,null],"a":{}} `, map[string]any{"b": []any{json.Number("1"), true, nil}, "a": map[string]any{}}},
		{"a number as written", "-1.50E+03", json.Number("-1.50E+03")},
		{"a number beyond any double", "1e9999999", json.Number("1e9999999")},
		{"a pair of surrogates", `"\uD83D\ude00"`, "\U0001f600"},
		{"what looks like an escape", `"\\ud83d"`, `\ud83d`},
		{"an escaped backslash before a pair", `"\\\\\ud83d\ude00"`, `\\` + "\U0001f600"},
		{"the replacement character itself", "\"\ufffd\"", "\ufffd"},
		{"NUL as an escape", `"\u0000"`, "\x00"},
		{"names that differ in form only", "{\"\u00e9\":1,\"e\u0301\":2}", map[string]any{"\u00e9": json.Number("1"), "e\u0301": json.Number("2")}},
		{"one name at two depths", `{"a":{"a":[{"a":1}]}}`, map[string]any{"a": map[string]any{"a": []any{map[string]any{"a": json.Number("1")}}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			value, err := schemas.ParseStrict([]byte(test.document))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, value); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := schemas.ParseStrict([]byte(deep)); err != nil {
		t.Errorf("%d levels: %v", schemas.MaxDepth, err)
	}
}

func TestParseObjectWantsAnObject(t *testing.T) {
	for document, want := range map[string]string{
		`[]`:    "the document is an array, not an object",
		`null`:  "the document is null, not an object",
		`"{}"`:  "the document is a string, not an object",
		`7`:     "the document is the number 7, not an object",
		`false`: "the document is a boolean, not an object",
		`{`:     "not one JSON value: unexpected end of JSON input at byte 0",
	} {
		if _, err := schemas.ParseObject([]byte(document)); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", document, err, want)
		}
	}
	if object, err := schemas.ParseObject([]byte(`{"a":1}`)); err != nil || len(object) != 1 {
		t.Errorf("object %v, error %v", object, err)
	}
}

func TestMembersKeepTheirOrder(t *testing.T) {
	got, err := schemas.Members([]byte(`{"z":{"inner":1},"a":[{"b":2}],"\u006d":null,"":0}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"z", "a", "m", ""}, got); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	for _, document := range []string{`[]`, `{"a":1,"a":1}`, `{`, ``} {
		if got, err := schemas.Members([]byte(document)); err == nil {
			t.Errorf("%s: members %q", document, got)
		}
	}
}
