package journal

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Bounds on what is kept of an envelope of others. Real ones are far below;
// without bounds a host could write its data into names.
const (
	maxNames    = 64  // member names
	maxNameText = 128 // bytes of a name, a type, a class or an id
)

// envelope is what is read of a JSON object to tell whose event it is. It is
// read as far as it goes: a broken object still has the members before the
// break. Of two members of one name the last counts, and both are listed.
type envelope struct {
	names     []string
	eventID   string
	kind      string // the member type
	class     string // the member delivery
	timestamp string
	inner     []byte // the member hostEvent, as it stands
}

func readEnvelope(raw []byte) envelope {
	var e envelope
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return e
	}
	for decoder.More() {
		token, err := decoder.Token()
		name, isName := token.(string)
		if err != nil || !isName {
			return e
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return e
		}
		e.member(name, value)
	}
	return e
}

func (e *envelope) member(name string, value json.RawMessage) {
	if len(e.names) < maxNames {
		e.names = append(e.names, name)
	}
	switch name {
	case "eventId":
		e.eventID = text(value)
	case "type":
		e.kind = text(value)
	case "delivery":
		e.class = text(value)
	case "timestamp":
		e.timestamp = text(value)
	case "hostEvent":
		e.inner = value
	}
}

// cutText keeps a text within the limit, and whole characters of it.
func cutText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
