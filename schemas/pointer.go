package schemas

import (
	"strconv"
	"strings"
)

// pointer builds a JSON pointer (RFC 6901) from its parts.
func pointer(parts ...string) string {
	var text strings.Builder
	for _, part := range parts {
		text.WriteByte('/')
		text.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return text.String()
}

// parts takes a JSON pointer apart.
func parts(path string) []string {
	if path == "" {
		return nil
	}
	pieces := strings.Split(path[1:], "/")
	for i, piece := range pieces {
		pieces[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(piece)
	}
	return pieces
}

// lookup returns what lies in a parsed document under the given parts, or nil.
func lookup(value any, path []string) any {
	for _, part := range path {
		switch container := value.(type) {
		case map[string]any:
			value = container[part]
		case []any:
			index, err := strconv.Atoi(part)
			if err != nil || index < 0 || index >= len(container) {
				return nil
			}
			value = container[index]
		default:
			return nil
		}
	}
	return value
}
