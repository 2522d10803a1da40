package schemas

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// beyond checks what JSON Schema has no keyword for: that a member differs from entry to entry, and that counts are right.
// It takes values of any shape, since the schema may have found them wrong already.
func beyond(schema Name, value any) []Problem {
	switch schema {
	case HostEvents:
		return repeated(value, []string{"types"}, "type")
	case Report:
		return append(repeated(value, []string{"legs"}, "id"), miscounted(value)...)
	case LegCatalogue:
		return slices.Concat(
			repeated(value, []string{"asked"}, "name"), repeated(value, []string{"legs"}, "id"), catalogueRules(value))
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

// catalogueRules holds the rules of every leg apart by id, and a requirement to the id of its leg.
func catalogueRules(value any) []Problem {
	var problems []Problem
	for i, leg := range list(lookup(value, []string{"legs"})) {
		problems = append(problems, repeated(value, []string{"legs", strconv.Itoa(i), "rules"}, "id")...)
		id, requirement := lookup(leg, []string{"id"}), lookup(leg, []string{"requirement"})
		if requirement != fmt.Sprint("openwop.requirement.", id) && requirement != fmt.Sprint("hostwitness.requirement.", id) {
			at := pointer("legs", strconv.Itoa(i), "requirement")
			problems = append(problems, Problem{Path: at, Keyword: KeywordUnique, Message: "is not named after its leg " + shown(id)})
		}
	}
	return problems
}

// miscounted holds the totals of a report to its legs, and the assertions of a leg to its findings.
func miscounted(report any) []Problem {
	totals := map[string]string{
		"executedPass": "executed-pass", "executedFail": "executed-fail",
		"skipped": "skipped", "inapplicable": "inapplicable", "blocked": "blocked",
	}
	var problems []Problem
	legs := list(lookup(report, []string{"legs"}))
	for total, result := range totals {
		count := counted(legs, "result", result)
		problems = append(problems, miscount(report, []string{"totals", total}, count, "legs that are "+result)...)
	}
	for i, leg := range legs {
		findings := list(lookup(leg, []string{"findings"}))
		count := counted(findings, "outcome", "holds") + counted(findings, "outcome", "violated")
		problems = append(problems, miscount(report, []string{"legs", strconv.Itoa(i), "assertions"}, count, "findings that hold or are violated")...)
	}
	return problems
}

func counted(entries []any, member, text string) int {
	count := 0
	for _, entry := range entries {
		if lookup(entry, []string{member}) == text {
			count++
		}
	}
	return count
}

func miscount(document any, path []string, want int, what string) []Problem {
	number, ok := lookup(document, path).(json.Number)
	if !ok || number.String() == strconv.Itoa(want) {
		return nil
	}
	message := fmt.Sprintf("is %s, but the count of %s is %d", shown(number), what, want)
	return []Problem{{Path: pointer(path...), Keyword: KeywordCount, Message: message}}
}
