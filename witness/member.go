package witness

import (
	"bytes"
	"encoding/json"
)

// addMember makes the texts of one member of a JSON object known as a secret.
// A body that is cut off is read as far as it goes.
func (s *secrets) addMember(body []byte, member, name string) {
	if member == "" {
		return
	}
	for _, raw := range memberValues(body, member) {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			s.add(name, text)
		}
	}
}

// memberValues gives the raw values of all members of that name at the top
// level of a JSON object, in order. What does not parse ends the reading.
func memberValues(object []byte, name string) []json.RawMessage {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var values []json.RawMessage
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return values
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return values
		}
		if key == name {
			values = append(values, value)
		}
	}
	return values
}

// memberText gives the text of the last member of that name, as most readers
// take it; "" when there is none or it is no text.
func memberText(object []byte, name string) string {
	values := memberValues(object, name)
	if len(values) == 0 {
		return ""
	}
	var text string
	if json.Unmarshal(values[len(values)-1], &text) != nil {
		return ""
	}
	return text
}
