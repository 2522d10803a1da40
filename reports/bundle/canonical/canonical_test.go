package canonical_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"hostwitness/reports/bundle/canonical"
	"hostwitness/schemas"
)

func TestRefusalsBeyondTheVectors(t *testing.T) {
	for _, test := range []struct {
		name, document string
		want           canonical.Class
	}{
		{"nil", "", canonical.Syntax},
		{"one level too deep", nested(schemas.MaxDepth + 1), canonical.TooDeep},
		{"too deep for encoding/json", nested(10_001), canonical.TooDeep},
		{"too deep and unfinished", strings.Repeat(`{"a":[`, 5000), canonical.TooDeep},
		{"one value too many", many(canonical.MaxValues + 1), canonical.TooMany},
		{"one byte too long", `"` + strings.Repeat("a", canonical.MaxSize-1) + `"`, canonical.TooLong},
		{"a half before a twin", `{"a":"\ud800","a":1}`, canonical.LoneSurrogate},
		{"a twin whose text looks like a half", `{"\\ud800":1,"\\ud800":2}`, canonical.DuplicateName},
		{"a twin beside a whole pair", `{"\ud83d\ude00":1,"b":1,"b":2}`, canonical.DuplicateName},
		{"a huge exponent", `{"a":[1e999999999999]}`, canonical.NumberOverflow},
		{"a huge mantissa", strings.Repeat("9", 100_000), canonical.NumberOverflow},
		{"a byte order mark alone", "\ufeff", canonical.LeadingMark},
		{"a byte order mark behind", "{}\ufeff", canonical.Syntax},
		{"a word that begins like an infinity, as text", `["inf" inf]`, canonical.InvalidNumber},
	} {
		t.Run(test.name, func(t *testing.T) {
			form, err := canonical.Canonical([]byte(test.document))
			var refused *canonical.Error
			if !errors.As(err, &refused) || refused.Class != test.want {
				t.Fatalf("form of %d bytes, error %v, want %s", len(form), err, test.want)
			}
			if len(err.Error()) > 300 || strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Errorf("message %q", err)
			}
		})
	}
}

func TestLimitsAreReached(t *testing.T) {
	for _, document := range []string{
		nested(schemas.MaxDepth),
		many(canonical.MaxValues),
		`"` + strings.Repeat(",", canonical.MaxValues+1) + `"`,
		`"` + strings.Repeat("a", canonical.MaxSize-2) + `"`,
		`"` + strings.Repeat("[", 2*schemas.MaxDepth) + `"`,
		`"\"` + strings.Repeat("{", 2*schemas.MaxDepth) + `"`,
	} {
		form, err := canonical.Canonical([]byte(document))
		if err != nil || string(form) != document {
			t.Errorf("a document of %d bytes: form of %d bytes, %v", len(document), len(form), err)
		}
	}
}

// TestInputIsLeftAlone shows that a caller may go on to use what he gave.
func TestInputIsLeftAlone(t *testing.T) {
	document := []byte(` {"b":[1.0,"\u0041"],"a":{}} `)
	before := bytes.Clone(document)
	form, err := canonical.Canonical(document)
	if err != nil || string(form) != `{"a":{},"b":[1,"A"]}` {
		t.Fatalf("form %q, %v", form, err)
	}
	if !bytes.Equal(before, document) {
		t.Errorf("the document is now %q", document)
	}
}

func many(values int) string { return "[" + strings.Repeat("0,", values-1) + "0]" }

func nested(levels int) string {
	return strings.Repeat("[", levels) + strings.Repeat("]", levels)
}

// FuzzCanonical holds the form to what it promises: it is its own form, it says
// what the document says, and a document is refused or has a form, never both.
func FuzzCanonical(f *testing.F) {
	all := readVectors(f)
	for _, vector := range all.Canonical {
		f.Add(vector.bytes())
	}
	for _, vector := range all.Errors {
		if document := vector.bytes(); len(document) < 10_000 { // a long one is all that the fuzzer then works on
			f.Add(document)
		}
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		form, err := canonical.Canonical(document)
		if err != nil {
			var refused *canonical.Error
			if form != nil || !errors.As(err, &refused) || strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Fatalf("form %q with error %q", form, err)
			}
			return
		}
		again, err := canonical.Canonical(form)
		if err != nil || !bytes.Equal(form, again) {
			t.Fatalf("the form of %q is %q, %v", form, again, err)
		}
		if !reflect.DeepEqual(decoded(t, document), decoded(t, form)) {
			t.Fatalf("%q does not say what %q says", form, document)
		}
	})
}

// decoded reads with the standard reader, for which a number is a double.
func decoded(t *testing.T, document []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		t.Fatalf("encoding/json refuses %q: %v", document, err)
	}
	return value
}
