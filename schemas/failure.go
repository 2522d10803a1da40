package schemas

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// failure is one keyword of one schema that one value does not satisfy.
type failure struct {
	keyword string
	schema  map[string]any
	path    []string
	value   any
}

func (f failure) problems() []Problem {
	switch f.keyword {
	case "required":
		return f.missing()
	case "additionalProperties":
		return f.unknown()
	default:
		return []Problem{f.problem(f.path, f.message())}
	}
}

func (f failure) problem(path []string, message string) Problem {
	return Problem{Path: pointer(path...), Keyword: f.keyword, Message: message}
}

func (f failure) missing() []Problem {
	object, _ := f.value.(map[string]any)
	var problems []Problem
	for _, name := range list(f.schema["required"]) {
		if _, there := object[fmt.Sprint(name)]; !there {
			problems = append(problems, f.problem(append(slices.Clone(f.path), fmt.Sprint(name)), "is missing"))
		}
	}
	return problems
}

func (f failure) unknown() []Problem {
	object, _ := f.value.(map[string]any)
	members, _ := f.schema["properties"].(map[string]any)
	message := "must not be there: this object is empty"
	if len(members) > 0 {
		message = "must not be there: the members of this object are " + strings.Join(slices.Sorted(maps.Keys(members)), ", ")
	}
	var problems []Problem
	for name := range object {
		if _, known := members[name]; !known {
			problems = append(problems, f.problem(append(slices.Clone(f.path), name), message))
		}
	}
	return problems
}

// message words the keywords that our schemas use. One with a pattern, a format or a length has a short description too.
func (f failure) message() string {
	switch f.keyword {
	case "type":
		return fmt.Sprintf("is %s, but must be %s", describe(f.value), article(fmt.Sprint(f.schema["type"])))
	case "enum":
		return fmt.Sprintf("is %s, but must be %s", shown(f.value), choice(list(f.schema["enum"])))
	case "pattern", "format", "minLength":
		return fmt.Sprintf("is %s, which is not %v", shown(f.value), f.schema["description"])
	case "minimum":
		return fmt.Sprintf("is %s, but must be at least %v", shown(f.value), f.schema["minimum"])
	case "maximum":
		return fmt.Sprintf("is %s, but must be at most %v", shown(f.value), f.schema["maximum"])
	case "minItems":
		return fmt.Sprintf("has %d entries, but must have at least %v", len(list(f.value)), f.schema["minItems"])
	default:
		return fmt.Sprintf("does not satisfy the schema's %q", f.keyword)
	}
}

func list(value any) []any {
	entries, _ := value.([]any)
	return entries
}

func choice(values []any) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = shown(value)
	}
	return strings.Join(texts, " or ")
}

// describe names the JSON type of a value; for a number it gives the number, since "a number" hides a fraction.
func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case json.Number:
		return "the number " + shorten(v.String())
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return fmt.Sprintf("a Go value of type %T", value)
	}
}

func article(schemaType string) string {
	if strings.Contains("aeiou", schemaType[:1]) {
		return "an " + schemaType
	}
	return "a " + schemaType
}

// shown gives a short value as it stands and names the type of a long one.
func shown(value any) string {
	switch v := value.(type) {
	case string:
		return clip(v)
	case json.Number:
		return shorten(v.String())
	case bool:
		return strconv.FormatBool(v)
	default:
		return describe(value)
	}
}

// mostShown is how many bytes of a text of the host a message repeats.
const mostShown = 80

// clip quotes a text in ASCII, so that look-alike and invisible characters show, and cuts it.
func clip(text string) string {
	if len(text) <= mostShown {
		return strconv.QuoteToASCII(text)
	}
	return fmt.Sprintf("%s... (%d bytes)", strconv.QuoteToASCII(strings.ToValidUTF8(text[:mostShown], "")), len(text))
}

func shorten(text string) string {
	if len(text) <= mostShown {
		return text
	}
	return fmt.Sprintf("%s... (%d characters)", text[:mostShown], len(text))
}
