package canonical

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf8"

	"hostwitness/schemas"
)

// checkText refuses what can be told from the bytes alone. The shape comes before
// the syntax, because encoding/json calls a very deep document malformed.
func checkText(document []byte) error {
	switch {
	case len(document) > MaxSize:
		return &Error{TooLong, fmt.Sprintf("the document has %d bytes; at most %d are read", len(document), MaxSize)}
	case bytes.HasPrefix(document, []byte("\ufeff")):
		return &Error{LeadingMark, "the document begins with a byte order mark; write it without one"}
	case !utf8.Valid(document):
		return &Error{InvalidUTF8, "the document is not UTF-8"}
	}
	if err := checkShape(document); err != nil {
		return err
	}
	return checkSyntax(document)
}

// checkShape bounds the stack and the memory that reading takes.
func checkShape(document []byte) error {
	depth, values := shapeOf(document)
	switch {
	case depth > schemas.MaxDepth:
		return &Error{TooDeep, fmt.Sprintf("the document is nested deeper than %d levels", schemas.MaxDepth)}
	case values > MaxValues:
		return &Error{TooMany, fmt.Sprintf("the document holds more than %d members and entries", MaxValues)}
	}
	return nil
}

func checkSyntax(document []byte) error {
	var whole json.RawMessage
	err := json.Unmarshal(document, &whole)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &syntax):
		return &Error{Syntax, fmt.Sprintf("not one JSON value: %v", err)}
	}
	at := max(int(syntax.Offset)-1, 0)
	if unwritable.Match(document[wordAt(document, at):]) {
		return &Error{InvalidNumber, fmt.Sprintf("NaN or an infinity at byte %d; JSON has no such number", at)}
	}
	return &Error{Syntax, fmt.Sprintf("not one JSON value: %v at byte %d", syntax, at)}
}

// unwritable is how programs write the doubles that JSON cannot.
var unwritable = regexp.MustCompile(`^(?i)[+-]?(nan|inf)`)

// wordAt gives where the word begins that a syntax error stands in.
func wordAt(document []byte, at int) int {
	for at > 0 && at <= len(document) && wordByte(document[at-1]) {
		at--
	}
	return min(at, len(document))
}

func wordByte(c byte) bool {
	return c == '-' || c == '+' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// shapeOf tells how deep arrays and objects lie in each other, and how many
// members and entries there are, one too many for each of them that is empty. Of
// what is no JSON it tells something.
func shapeOf(document []byte) (deepest, values int) {
	depth, inString := 0, false
	for at := 0; at < len(document); at++ {
		switch c := document[at]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			at++
		case inString:
		case c == '[' || c == '{':
			depth++
			values++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		case c == ',':
			values++
		}
	}
	return deepest, values
}

// escape takes one escape of a well-formed document at a time: a pair of
// surrogates, else a half of one (the group), else any other.
var escape = regexp.MustCompile(`\\(?:u[dD][89aAbB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)`)

// whyNotStrict names what the strict reader found in a document that checkText
// let pass: nothing but these two is left.
func whyNotStrict(document []byte) Class {
	for _, found := range escape.FindAllSubmatchIndex(document, -1) {
		if found[2] >= 0 {
			return LoneSurrogate
		}
	}
	return DuplicateName
}

// checkNumbers refuses numbers that no double is near to.
func checkNumbers(value any) error {
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			if err := checkNumbers(member); err != nil {
				return err
			}
		}
	case []any:
		for _, entry := range v {
			if err := checkNumbers(entry); err != nil {
				return err
			}
		}
	case json.Number:
		return checkNumber(string(v))
	}
	return nil
}

// mostShown is how much of a number a message repeats.
const mostShown = 40

func checkNumber(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return nil
	}
	shown := text
	if len(shown) > mostShown {
		shown = shown[:mostShown] + "…"
	}
	return &Error{NumberOverflow, "the number " + shown + " is beyond every double; write it as a string"}
}
