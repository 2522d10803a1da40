package schemas_test

import (
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
		{"a surrogate in UTF-8", "\"\xed\xa0\x80\"", "byte 1 is not valid UTF-8"},
		{"a member twice", `{"a":1,"b":{"a":1,"a":2}}`, `the member "a" is there twice in one object, again before byte 21`},
		{"a member twice, once escaped", `{"a":1,"\u0061":2}`, `the member "a" is there twice in one object, again before byte 15`},
		{"a high surrogate alone", `["\ud83d"]`, "the escape at byte 2 is one half of a surrogate pair"},
		{"a low surrogate alone", `["x\uDE00"]`, "the escape at byte 3 is one half of a surrogate pair"},
		{"two high surrogates", `["\ud83d\ud83d\ude00"]`, "the escape at byte 2 is one half of a surrogate pair"},
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
