package app

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
)

// retelling is how one public report of a real fault is told again: by doubles, each a form of it, by ways in which
// hosts are bad, or not at all for a reason.
type retelling struct {
	doubles []string // that bear its number, in the order of their ids
	vices   []string
	reason  string
}

// retellings are those of all reports. B01 to B12 are defects that must be convicted, B13 to B16 lawful and must not
// be, B17 to B20 are about what the suite itself has to survive.
func retellings() map[string]retelling {
	return map[string]retelling{
		"B01": {doubles: []string{"handoff-late-while-writing", "handoff-loses-while-writing"}}, // order and gap
		"B02": {doubles: []string{"resume-inclusive"}},
		"B03": {doubles: []string{"unknown-cursor-live"}},
		"B04": {doubles: []string{"cursor-refused-409-in-stream", "cursor-refused-inside-stream"}}, // second and first form
		"B05": {doubles: []string{
			"foreign-cursor-403-unknown-404", "foreign-cursor-by-code", // a and b
			"refusal-echoes-cursor", "refusal-with-request-id", // both forms of c
		}},
		"B06": {doubles: []string{"bus-process-wide"}},
		"B07": {reason: "a large payload cannot be asked for: the events of the trigger have an empty payload, and the seam takes a type alone"},
		"B08": {doubles: []string{"webhook-signature-over-compact-form"}},
		"B09": {doubles: []string{"retry-is-another-message", "standard-id-by-attempt"}}, // the body, and the delivery id
		"B10": {doubles: []string{"stream-withheld"}},
		"B11": {doubles: []string{"ephemeral-fanned-out"}},
		"B12": {doubles: []string{"ephemeral-journaled", "ephemeral-journaled-with-id", "ephemeral-with-id-as-cursor"}}, // b, a and c
		"B13": {doubles: []string{"content-type-charset", "content-type-quoted"}},
		"B14": {doubles: []string{
			"comments-between-frames", "comments-empty", "comments-inside-frames", "line-ends-cr", "line-ends-crlf", "line-ends-torn",
		}},
		"B15": {doubles: []string{"colon-with-two-spaces", "colon-without-space", "data-in-several-lines"}},
		"B16": {doubles: []string{"frames-without-data", "retry-and-keep-alive"}},
		"B17": {doubles: []string{"busy-with-large-events"}, vices: []string{"has-one-endless-line"}},
		"B18": {vices: []string{"hangs", "drips-headers", "drips-json", "drips-a-stream"}}, // at every stage of a run
		"B19": {doubles: []string{"headers-with-first-event"}},
		"B20": {vices: []string{"fails-always", "limits-always"}}, // at the trigger: no leg that rests on it passes
	}
}

// Every report is told again in each of its forms, by what bears its number and by nothing else, or there is a
// reason why not.
func TestPublicReportsAreRetoldWhole(t *testing.T) {
	told := make(map[string][]string)
	for _, one := range slices.Concat(sabotage.All(), variant.All()) {
		if one.Case != "" {
			told[one.Case] = append(told[one.Case], one.ID)
		}
	}
	var bad []string
	for _, one := range vices() {
		bad = append(bad, one.name)
	}
	want := retellings()
	for number := range 20 {
		report := fmt.Sprintf("B%02d", number+1)
		expected, listed := want[report]
		if !listed || (len(expected.doubles)+len(expected.vices) == 0) != (expected.reason != "") {
			t.Errorf("%s is told by nothing, or has a reason beside what tells it", report)
		}
		slices.Sort(told[report])
		if diff := cmp.Diff(expected.doubles, told[report]); diff != "" {
			t.Errorf("%s (-listed +told):\n%s", report, diff)
		}
		for _, vice := range expected.vices {
			if !slices.Contains(bad, vice) {
				t.Errorf("%s: no bad host %s", report, vice)
			}
		}
		delete(told, report)
		delete(want, report)
	}
	if len(told)+len(want) > 0 {
		t.Errorf("reports that are not there: %v %v", slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(want)))
	}
}
