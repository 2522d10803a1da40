package schemas_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

// FuzzParseStrict holds the reader to the standard one: it gives the same value where it accepts, and it accepts exactly
// the documents that encoding/json takes without repairing, dropping or exceeding anything.
func FuzzParseStrict(f *testing.F) {
	for _, seed := range []string{
		envelope, `{"a":1,"a":2}`, `["\ud83d"]`, `["\ud83d\ude00"]`, "\"\xff\"", `{} {}`, ``, `[[[[]]]]`, `"\\ud800"`, `1e9999999`,
		`{"\u0061":[null,true,-0.5e-3]}`, "\ufeff{}", `{"a":{"a":":"},"\ufffd":"` + "\ufffd" + `"}`, `{"\u0061":1,"a":1}`,
		strings.Repeat("[", schemas.MaxDepth+1) + strings.Repeat("]", schemas.MaxDepth+1),
		strings.Repeat("[", schemas.MaxDepth) + strings.Repeat("]", schemas.MaxDepth),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		value, err := schemas.ParseStrict(document)
		if want := strict(document); (err == nil) != want {
			t.Fatalf("error %v, but strict is %v", err, want)
		}
		// Not cmp.Diff: its time doubles with every level of nesting.
		if err == nil && !reflect.DeepEqual(standard(document), value) {
			t.Fatalf("value %v, but encoding/json has %v", value, standard(document))
		}
	})
}

// FuzzValidate holds every schema to say something readable of any bytes, and never to blame itself.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(envelope))
	f.Add([]byte(`{"types":[{"type":"a.b"},{"type":"a.b"}],"replay":{"minRetentionSeconds":1e99999999}}`))
	f.Add([]byte(`{"legs":[{"id":{},"rules":[{"id":[]}],"findings":[1]}],"totals":{"blocked":-1e9}}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		for _, name := range schemas.Names() {
			problems := schemas.Validate(name, document)
			for _, problem := range problems {
				if problem.Keyword == schemas.KeywordSchema || problem.Keyword == "" || problem.Message == "" || !utf8.ValidString(problem.String()) {
					t.Fatalf("%s: %+v", name, problem)
				}
			}
			if diff := cmp.Diff(problems, schemas.Validate(name, document)); diff != "" {
				t.Fatalf("%s: another answer the second time:\n%s", name, diff)
			}
		}
	})
}

// strict is an oracle that shares nothing with the reader: it compares what encoding/json made of the document with counts
// taken from the bytes. A dropped duplicate leaves more colons than members; a repaired surrogate leaves more replacement
// characters than were written.
func strict(document []byte) bool {
	if !json.Valid(document) || !utf8.Valid(document) {
		return false
	}
	outside := regexp.MustCompile(`"(\\.|[^"\\])*"`).ReplaceAll(document, nil)
	value := standard(document)
	return deepest(outside) <= schemas.MaxDepth &&
		bytes.Count(outside, []byte(":")) == membersIn(value) &&
		replacementsWritten(document) == replacementsIn(value)
}

func standard(document []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	return value
}

func deepest(outside []byte) int {
	depth, most := 0, 0
	for _, c := range outside {
		switch c {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth--
		}
	}
	return most
}

func membersIn(value any) int {
	count := 0
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			count += 1 + membersIn(member)
		}
	case []any:
		for _, entry := range v {
			count += membersIn(entry)
		}
	}
	return count
}

func replacementsWritten(document []byte) int {
	count := bytes.Count(document, []byte("\ufffd"))
	for _, escape := range regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`).FindAllString(string(document), -1) {
		if strings.EqualFold(escape, `\ufffd`) {
			count++
		}
	}
	return count
}

func replacementsIn(value any) int {
	count := 0
	switch v := value.(type) {
	case string:
		count = strings.Count(v, "\ufffd")
	case map[string]any:
		for name, member := range v {
			count += strings.Count(name, "\ufffd") + replacementsIn(member)
		}
	case []any:
		for _, entry := range v {
			count += replacementsIn(entry)
		}
	}
	return count
}
