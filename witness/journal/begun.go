package journal

import (
	"bytes"
	"slices"
)

// begun names the fields of a block that stand in what a stream left unfinished,
// also one of which only the beginning of the name came. Comments, unknown
// fields and a byte order mark are none.
func begun(unfinished []byte) []string {
	var fields []string
	unfinished = bytes.TrimPrefix(unfinished, []byte("\ufeff"))
	for _, line := range bytes.FieldsFunc(unfinished, func(c rune) bool { return c == '\r' || c == '\n' }) {
		name, _, whole := bytes.Cut(line, []byte(":"))
		for _, field := range []string{"event", "data", "id", "retry"} {
			is := string(name) == field || !whole && bytes.HasPrefix([]byte(field), name)
			if is && !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}
