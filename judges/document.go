package judges

import (
	"fmt"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// document is a recorded body that has to be a JSON object, as far as it can
// be judged.
type document struct {
	object map[string]any // nil when it is not one
	fault  string         // why not
	unsure string         // why a fault of it proves nothing
}

func readDocument(body *journal.Bytes) document {
	if body == nil {
		return document{fault: "no bytes", unsure: "its bytes were not kept"}
	}
	read := document{unsure: doubt(*body)}
	object, err := schemas.ParseObject(body.Content())
	if err != nil {
		read.fault = err.Error()
		return read
	}
	read.object = object
	return read
}

// doubt says why the recorded bytes are not those that the host sent, "" when
// they are.
func doubt(body journal.Bytes) string {
	switch {
	case body.Cut:
		return fmt.Sprintf("only part of its %d bytes was kept", body.Length)
	case len(body.Redacted) > 0:
		return "a secret (" + body.Redacted[0].Name + ") stood in its bytes and was replaced"
	}
	return ""
}

// text gives a member that is a string.
func (d document) text(member string) (string, bool) {
	text, ok := d.object[member].(string)
	return text, ok
}

func (d document) has(member string) bool {
	_, there := d.object[member]
	return there
}

// suiteFault gives the problem that is this build's own, "" for none: it must
// never become a verdict about a host.
func suiteFault(problems []schemas.Problem) string {
	for _, problem := range problems {
		if problem.Keyword == schemas.KeywordSchema {
			return "this build cannot apply its schema: " + problem.Message
		}
	}
	return ""
}
