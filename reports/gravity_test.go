package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
)

// Rules that fall for one reason are one line with the records of all; what differs in a word, or in its outcome, stays apart.
func TestRulesOfOneReasonAreTogether(t *testing.T) {
	other := finding("order", judges.Violated, "nothing was caused", 9, 2)
	leg := Leg{Findings: []judges.Finding{
		finding("inbox", judges.Unproven, "nothing was caused", 7, 3),
		finding("first", judges.Holds, "nothing was caused", 1),
		finding("mention", judges.Unproven, "nothing was seen", 4),
		finding("stream", judges.Unproven, "nothing was caused", 3, 5),
		finding("inbox", judges.Unproven, "nothing was caused"),
		other,
	}}
	got, more := grave(leg)
	want := []alike{
		{Finding: other, rules: []string{"order"}, count: 1},
		{Finding: finding("inbox", judges.Unproven, "nothing was caused", 3, 5, 7), rules: []string{"inbox", "stream"}, count: 3},
		{Finding: finding("mention", judges.Unproven, "nothing was seen", 4), rules: []string{"mention"}, count: 1},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || more != 0 {
		t.Errorf("grave is %+v and %d more, want %+v", got, more, want)
	}
	if !slices.Equal(leg.Findings[0].Records, []int64{7, 3}) || !slices.Equal(other.Records, []int64{9, 2}) {
		t.Errorf("the report's own records were changed: %+v", leg.Findings)
	}
}

// What is not shown is counted in findings, not in lines.
func TestFindingsNotShownAreCounted(t *testing.T) {
	var leg Leg
	for i := range findingsShown + 2 {
		for _, rule := range []string{"one", "two"} {
			leg.Findings = append(leg.Findings, finding(rule, judges.Unproven, fmt.Sprint("reason ", i)))
		}
	}
	if got, more := grave(leg); len(got) != findingsShown || more != 4 {
		t.Errorf("%d lines and %d more findings, want %d and 4", len(got), more, findingsShown)
	}
}

// A finding shows a few of its records on the console, and says where the others are.
func TestRecordsNotShownAreInTheOtherReports(t *testing.T) {
	for count, want := range map[int]string{
		recordsShown: "", recordsShown + 1: "1 more in report.html", htmlRecords: "94 more in report.html", htmlRecords + 1: "95 more in report.json",
	} {
		view := failingView(t)
		view.Report.Waivers = nil // their table has cells like those of records
		records := make([]int64, count)
		for i := range records {
			records[i] = int64(i%16 + 1)
		}
		view.Report.Legs[2].Findings = []judges.Finding{finding("no-id-field", judges.Violated, "an id field", records...)}
		view.Report.Legs = view.Report.Legs[2:3]
		var out, page bytes.Buffer
		if err := WriteConsole(&out, view, ConsoleOptions{Quiet: true}); err != nil {
			t.Fatal(err)
		}
		if err := WriteHTML(&page, view); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.String(), " ms  "); got != min(count, recordsShown) {
			t.Errorf("%d of %d records are on the console", got, count)
		}
		if got := strings.Contains(out.String(), " more in report."); got != (want != "") || !strings.Contains(out.String(), want) {
			t.Errorf("of %d records the console does not say %q:\n%s", count, want, out.String())
		}
		if got := strings.Count(page.String(), `<td class="text">`); got != min(count, htmlRecords) {
			t.Errorf("%d of %d records are on the page", got, count)
		}
	}
}
