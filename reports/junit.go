package reports

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"hostwitness/judges"
)

// The document that WriteJUnit writes: a suite for every scenario and a case for every leg.
type (
	junitRun struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Timestamp  string          `xml:"timestamp,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitCounts struct {
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Skipped  int    `xml:"skipped,attr"`
		Time     string `xml:"time,attr"` // seconds
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name       string        `xml:"name,attr"`
		Class      string        `xml:"classname,attr"`
		Assertions int           `xml:"assertions,attr"`
		Time       string        `xml:"time,attr"`
		Failure    *junitProblem `xml:"failure"`
		Error      *junitProblem `xml:"error"`
		Skipped    *junitProblem `xml:"skipped"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",cdata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a failed leg is a failure, a blocked one an error, a skipped or inapplicable one
// skipped, each with its reason. A waived failure stays a failure, since a waiver changes no result. A leg that had to pass and
// did not is a failure whatever its result; its type is then "required". A stale waiver is a failure in a suite of its own, of
// the type "stale-waiver". So failures may be more than the report's failed legs.
// The times of a scenario's legs overlap: a suite's time is its scenario's, not their sum.
func WriteJUnit(w io.Writer, view View) error {
	report := view.Report
	run := junitRun{
		Name:        words(clean(report.Suite.Name, nameLimit), clean(report.Host.URL, detailLimit)),
		junitCounts: view.junitCountsOf(report.Legs, report.DurationMs),
	}
	for _, group := range report.scenarios() {
		run.Suites = append(run.Suites, view.junitSuite(group))
	}
	if stale := view.junitWaivers(); stale != nil {
		run.Suites = append(run.Suites, *stale)
		run.Tests += stale.Tests
		run.Failures += stale.Failures
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(run); err != nil {
		return fmt.Errorf("encode junit.xml: %w", err)
	}
	out.WriteByte('\n')
	return write(w, out.Bytes(), "junit.xml")
}

// junitCountsOf counts a leg that had to pass and did not as a failure and as nothing else.
func (v View) junitCountsOf(legs []Leg, durationMs int64) junitCounts {
	var totals Totals
	for _, leg := range legs {
		if v.lacking(leg) {
			totals.ExecutedFail++
			continue
		}
		totals.Add(leg.Result)
	}
	return junitCounts{
		Tests:    totals.Sum(),
		Failures: totals.ExecutedFail,
		Errors:   totals.Blocked,
		Skipped:  totals.Skipped + totals.Inapplicable,
		Time:     junitTime(durationMs),
	}
}

func junitTime(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

func (v View) junitSuite(group scenario) junitSuite {
	report := v.Report
	var longest int64
	for _, leg := range group.legs {
		longest = max(longest, leg.DurationMs)
	}
	suite := junitSuite{
		Name:        clean(group.name, nameLimit),
		junitCounts: v.junitCountsOf(group.legs, longest),
		Timestamp:   clean(report.StartedAt, nameLimit),
		Properties:  junitProperties(report),
	}
	for _, leg := range group.legs {
		suite.Cases = append(suite.Cases, v.junitCase(leg))
	}
	return suite
}

func junitProperties(report Report) []junitProperty {
	return []junitProperty{
		{"host", clean(report.Host.URL, detailLimit)},
		{"suite", words(clean(report.Suite.Name, nameLimit), clean(report.Suite.Version, nameLimit))},
		{"trigger", triggerSentence(report)},
	}
}

func (v View) junitCase(leg Leg) junitCase {
	entry := junitCase{
		Name:       clean(leg.ID, nameLimit),
		Class:      clean(leg.Scenario, nameLimit),
		Assertions: leg.Assertions,
		Time:       junitTime(leg.DurationMs),
	}
	problem := &junitProblem{Message: clean(leg.Reason, detailLimit), Type: clean(string(leg.Result), nameLimit)}
	if v.lacking(leg) && leg.Result != judges.Fail {
		problem.Message = "required, but " + clean(string(leg.Result), nameLimit) + ": " + problem.Message
		problem.Type = "required"
		problem.Text = v.junitText(leg)
		entry.Failure = problem
		return entry
	}
	switch leg.Result {
	case judges.Fail:
		entry.Failure = problem
		problem.Text = v.junitText(leg)
		if waived := waivedWords(leg); waived != "" {
			problem.Message = "waived " + waived + "; " + problem.Message
		}
	case judges.Blocked:
		entry.Error = problem
		problem.Text = v.junitText(leg)
	case judges.Skipped, judges.Inapplicable:
		problem.Message = clean(string(leg.Result), nameLimit) + ": " + problem.Message
		problem.Type = ""
		entry.Skipped = problem
	case judges.Pass:
	}
	return entry
}

// junitText tells what a reader of a CI page needs without the evidence at hand.
func (v View) junitText(leg Leg) string {
	var text strings.Builder
	findings, more := grave(leg)
	for _, finding := range findings {
		fmt.Fprintf(&text, "\n%s %s: %s\n", clean(string(finding.Outcome), nameLimit), finding.names(), clean(finding.Message, detailLimit))
		if finding.Expected != "" {
			fmt.Fprintf(&text, "  expected %s\n", clean(finding.Expected, detailLimit))
		}
		if finding.Observed != "" {
			fmt.Fprintf(&text, "  seen     %s\n", clean(finding.Observed, detailLimit))
		}
		lines, hidden := v.slice(finding.Finding, recordsShown)
		for _, record := range lines {
			fmt.Fprintf(&text, "  %s\n", record)
		}
		if hidden > 0 && len(lines) > 0 {
			fmt.Fprintf(&text, "  and %s\n", moreRecords(finding.Finding, hidden))
		}
	}
	if more > 0 {
		fmt.Fprintf(&text, "\nand %s in report.json\n", plural(more, "more finding", "more findings"))
	}
	if leg.Result == judges.Blocked {
		for _, note := range v.says(leg) {
			fmt.Fprintf(&text, "\nthe run says: %s\n", note)
		}
	}
	if command := v.again(leg.ID); command != "" {
		fmt.Fprintf(&text, "\nagain: %s\n", command)
	}
	return text.String()
}
