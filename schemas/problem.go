package schemas

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a document.
type Problem struct {
	// Path is the JSON pointer (RFC 6901) of the value that is wrong; for a member that is missing or must not be
	// there, the pointer of that member. Empty for the document itself.
	Path string
	// Keyword is the schema keyword that is broken (type, required, additionalProperties, enum, pattern, format, minimum, maximum,
	// minItems, minLength), or one of ours: KeywordJSON, KeywordUnique, KeywordCount, KeywordSchema.
	Keyword string
	// Message says what is wrong, for the operator of a host, without the path. A text of the document is shortened in it.
	Message string
}

// Keywords beside those of JSON Schema.
const (
	// KeywordJSON: the bytes are not strict JSON, and no other problem is reported.
	KeywordJSON = "json"
	// KeywordUnique: an entry says again what an earlier one said and what must be said once.
	KeywordUnique = "unique"
	// KeywordCount: a number in the document is not the count of what it counts.
	KeywordCount = "count"
	// KeywordSchema: this suite's own fault, a schema that is not known or does not compile. Ready finds it beforehand.
	KeywordSchema = "schema"
)

// Member returns the name of the outermost member that the problem lies in, or "" when it is about the document itself.
func (p Problem) Member() string {
	if pieces := parts(p.Path); len(pieces) > 0 {
		return pieces[0]
	}
	return ""
}

// String is the path and the message in one line.
func (p Problem) String() string {
	if p.Path == "" {
		return "document: " + p.Message
	}
	return p.Path + ": " + p.Message
}

// Summary joins problems into one line, at most the given number of them, and tells how many more there are.
func Summary(problems []Problem, most int) string {
	shown := problems[:min(max(most, 0), len(problems))]
	texts := make([]string, 0, len(shown)+1)
	for _, problem := range shown {
		texts = append(texts, problem.String())
	}
	if left := len(problems) - len(shown); left > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", left))
	}
	return strings.Join(texts, "; ")
}

// ordered sorts problems by path, keyword and message and drops repetitions.
func ordered(problems []Problem) []Problem {
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}
