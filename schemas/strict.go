package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may lie in each other before ParseStrict refuses a document.
// It is our bound, not the protocol's: it keeps a hostile document from using up the stack.
const MaxDepth = 512

// ParseStrict reads one JSON value (RFC 8259) and is stricter than encoding/json: it refuses bytes that are not UTF-8,
// two members of one name in an object, an escape that is one half of a surrogate pair, nesting deeper than MaxDepth,
// and anything but white space after the value.
//
// The value is built of map[string]any, []any, string, json.Number (the text as it was written), bool and nil.
// The error says in one sentence what is wrong and, where a place is known, at which byte (counted from 0).
func ParseStrict(document []byte) (any, error) {
	if err := checkText(document); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	return parseValue(decoder, 0)
}

// ParseObject is ParseStrict for a document that has to be an object.
func ParseObject(document []byte) (map[string]any, error) {
	value, err := ParseStrict(document)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the document is %s, not an object", describe(value))
	}
	return object, nil
}

// checkText refuses what the token reader would let pass or repair: broken UTF-8, lone surrogates, bytes after the value.
func checkText(document []byte) error {
	if at := firstBadByte(document); at >= 0 {
		return fmt.Errorf("byte %d is not valid UTF-8", at)
	}
	var raw json.RawMessage
	if err := json.Unmarshal(document, &raw); err != nil {
		return textError(err)
	}
	if at := loneSurrogate(document); at >= 0 {
		return fmt.Errorf("the escape at byte %d is one half of a surrogate pair", at)
	}
	return nil
}

func textError(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("not one JSON value: %s at byte %d", syntax.Error(), max(syntax.Offset-1, 0))
	}
	return fmt.Errorf("not one JSON value: %w", err)
}

func firstBadByte(document []byte) int {
	for at := 0; at < len(document); {
		r, size := utf8.DecodeRune(document[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

func parseValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, fmt.Errorf("read a JSON token: %w", err)
	}
	delimiter, ok := token.(json.Delim)
	if !ok {
		return token, nil
	}
	if depth == MaxDepth {
		return nil, fmt.Errorf("nested deeper than %d levels at byte %d", MaxDepth, decoder.InputOffset()-1)
	}
	if delimiter == '{' {
		return parseObject(decoder, depth+1)
	}
	return parseArray(decoder, depth+1)
}

func parseObject(decoder *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("read a member name: %w", err)
		}
		name, ok := token.(string)
		if !ok {
			return nil, fmt.Errorf("read a member name: found %v", token)
		}
		if _, twice := object[name]; twice {
			return nil, fmt.Errorf("the member %s is there twice in one object, again before byte %d", clip(name), decoder.InputOffset())
		}
		if object[name], err = parseValue(decoder, depth); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return object, err
}

func parseArray(decoder *json.Decoder, depth int) (any, error) {
	array := []any{}
	for decoder.More() {
		value, err := parseValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := decoder.Token()
	return array, err
}
