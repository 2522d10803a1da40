package judges

import (
	"bytes"

	"hostwitness/witness/journal"
)

// startsLikeStream says that a body begins as an event stream does: with a
// comment or one of its fields, after a byte order mark or not.
func startsLikeStream(body *journal.Bytes) bool {
	if body == nil {
		return false
	}
	content := bytes.TrimLeft(bytes.TrimPrefix(body.Content(), []byte("\ufeff")), "\r\n")
	for _, start := range []string{":", "data:", "event:", "id:", "retry:"} {
		if bytes.HasPrefix(content, []byte(start)) {
			return true
		}
	}
	return false
}

func beginning(body *journal.Bytes) string {
	const shown = 16
	if body == nil {
		return "with nothing that was kept"
	}
	content := body.Content()
	return quoted(string(content[:min(len(content), shown)]))
}
