package schemas

import (
	"fmt"
	"strconv"
)

// beyond checks what JSON Schema has no keyword for: that one member differs from entry to entry.
// It takes values of any shape, since the schema may have found them wrong already.
func beyond(schema Name, value any) []Problem {
	switch schema {
	case HostEvents:
		return repeated(value, []string{"types"}, "type")
	default:
		return nil
	}
}

// repeated reports every entry of the array under path whose member says what an earlier entry's said.
func repeated(value any, path []string, member string) []Problem {
	first := map[string]int{}
	var problems []Problem
	for i, entry := range list(lookup(value, path)) {
		text, ok := lookup(entry, []string{member}).(string)
		if !ok {
			continue
		}
		earlier, twice := first[text]
		if !twice {
			first[text] = i
			continue
		}
		at := pointer(append(append([]string{}, path...), strconv.Itoa(i), member)...)
		message := fmt.Sprintf("is %s, which entry %d says already", clip(text), earlier)
		problems = append(problems, Problem{Path: at, Keyword: KeywordUnique, Message: message})
	}
	return problems
}
