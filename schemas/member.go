package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Members returns the names of the members of an object, in the order in which the document gives them.
// It errs where ParseObject errs.
func Members(document []byte) ([]string, error) {
	if _, err := ParseObject(document); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(document))
	if _, err := decoder.Token(); err != nil {
		return nil, fmt.Errorf("read the opening brace: %w", err)
	}
	names := []string{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("read a member name: %w", err)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("pass over the member %v: %w", token, err)
		}
		names = append(names, fmt.Sprint(token))
	}
	return names, nil
}
