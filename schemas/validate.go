package schemas

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// Ready compiles every schema. A command calls it before it does anything, so that a fault in this build ends it with its own
// words and never turns into a verdict about a host.
func Ready() error {
	_, err := load()
	return err
}

// Validate judges the bytes of a document by a schema. It returns nil when there is nothing wrong with it, else every
// problem once, sorted by path and keyword; the same bytes always give the same problems.
// The bytes must be strict JSON as ParseStrict reads it; where they are not, that is the only problem.
func Validate(schema Name, document []byte) []Problem {
	value, err := ParseStrict(document)
	if err != nil {
		return []Problem{{Keyword: KeywordJSON, Message: err.Error()}}
	}
	return ValidateValue(schema, value)
}

// ValidateValue is Validate for a value, or a part of a value, that ParseStrict returned. It does not change the value.
func ValidateValue(schema Name, value any) []Problem {
	all, err := load()
	if err != nil {
		return []Problem{{Keyword: KeywordSchema, Message: err.Error()}}
	}
	validator, ok := all.validators[schema]
	if !ok {
		return []Problem{{Keyword: KeywordSchema, Message: fmt.Sprintf("there is no schema %q", string(schema))}}
	}
	problems := all.problems(validator.Validate(tamed(value)), value)
	return ordered(append(problems, beyond(schema, value)...))
}

func (c *compiled) problems(err error, value any) []Problem {
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return []Problem{{Keyword: KeywordSchema, Message: fmt.Sprintf("apply the schema: %v", err)}}
	}
	var problems []Problem
	for _, leaf := range leaves(invalid) {
		problems = append(problems, c.worded(leaf, value)...)
	}
	return problems
}

// leaves are the errors that have no cause below them: the keywords that failed, not those that only passed the failure on.
func leaves(err *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(err.Causes) == 0 {
		return []*jsonschema.ValidationError{err}
	}
	var found []*jsonschema.ValidationError
	for _, cause := range err.Causes {
		found = append(found, leaves(cause)...)
	}
	return found
}

// worded puts a failed keyword into our own words, which need the schema around the keyword and the value it was applied to.
// The library's locations are JSON pointers that are percent-encoded besides; all names in our schemas are plain, so they
// need no decoding, and a name of the host's own choosing is never part of one.
func (c *compiled) worded(leaf *jsonschema.ValidationError, document any) []Problem {
	identifier, location, _ := strings.Cut(leaf.AbsoluteKeywordLocation, "#")
	where := parts(location)
	if len(where) == 0 {
		return []Problem{{Keyword: KeywordSchema, Message: leaf.Message}}
	}
	keyword := where[len(where)-1]
	schema, _ := lookup(c.sources[identifier], where[:len(where)-1]).(map[string]any)
	path := parts(leaf.InstanceLocation)
	return failure{keyword: keyword, schema: schema, path: path, value: lookup(document, path)}.problems()
}
