package judges

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// asObject gives a value that is a JSON object, else nil.
func asObject(value any) map[string]any {
	object, _ := value.(map[string]any)
	return object
}

// membersOf lists the names of an object's members, sorted and quoted.
func membersOf(object map[string]any) string {
	names := slices.Sorted(maps.Keys(object))
	for i, name := range names {
		names[i] = strconv.QuoteToASCII(clipped(name))
	}
	if len(names) == 0 {
		return "none"
	}
	const most = 12
	if len(names) > most {
		names = append(names[:most:most], "...")
	}
	return strings.Join(names, ", ")
}
