package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/schemas"
)

// Bounds on what is in a report. Each leg may be refused by itself, and an
// object of two bytes takes some hundred when it is read.
const (
	maxLegs    = 1000
	maxObjects = 100_000 // legs, findings and waivers, as far as braces tell
)

// readReport reads the report. What it says of itself that cannot be is told by
// its own name; whatever else is no report of this suite is one answer. Either
// is about the verdicts, not an error.
func (e *examination) readReport(document []byte) {
	answer := &e.outcome.Verdicts
	if objects := bytes.Count(document, []byte("{")); objects > maxObjects {
		answer.refuse(refusal.TooLarge, ReportFile, fmt.Sprintf("it has %d legs and findings, more than %d", objects, maxObjects))
		return
	}
	report, err := decodeReport(document)
	if len(report.Legs) > maxLegs {
		answer.refuse(refusal.TooLarge, ReportFile, fmt.Sprintf("it has %d legs, more than %d", len(report.Legs), maxLegs))
		return
	}
	if err == nil {
		_, err = schemas.ParseObject(document)
	}
	if err != nil {
		answer.refuse(refusal.ReportInvalid, ReportFile, trimmed(err))
		return
	}
	named := contradictions(report)
	answer.Refusals = append(answer.Refusals, named...)
	if _, err := reports.ReadJSON(newReader(document)); err != nil && len(named) == 0 {
		answer.refuse(refusal.ReportInvalid, ReportFile, trimmed(err))
		return
	}
	e.report = &report
}

// decodeReport takes in the members that a report has and stops at any other,
// before all of a document that is none is made into values.
func decodeReport(document []byte) (reports.Report, error) {
	var report reports.Report
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&report)
	return report, err
}

// contradictions are what no list of results may say of itself, whoever judged.
func contradictions(report reports.Report) []refusal.Refusal {
	var found []refusal.Refusal
	refuse := func(name refusal.Name, of, format string, arguments ...any) {
		found = append(found, refusal.Refusal{Name: name, Of: reports.OneLine(of, 120), Detail: fmt.Sprintf(format, arguments...)})
	}
	var counted reports.Totals
	seen := map[string]bool{}
	for _, leg := range report.Legs {
		if seen[leg.ID] || seen[leg.Requirement] {
			refuse(refusal.DuplicateRequirement, leg.ID, "there are two results of it")
		}
		seen[leg.ID], seen[leg.Requirement] = true, true
		counted.Add(leg.Result)
		if leg.Result != judges.Pass && leg.Reason == "" {
			refuse(refusal.ReasonMissing, leg.ID, "it is %s without a reason", leg.Result)
		}
		if leg.Result == judges.Pass && leg.Assertions == 0 {
			refuse(refusal.VacuousPass, leg.ID, "it passed, and nothing was asserted")
		}
		if asserted := assertions(leg); asserted != leg.Assertions {
			refuse(refusal.AssertionCount, leg.ID, "it says %d assertions, and its findings are %d", leg.Assertions, asserted)
		}
	}
	if counted != report.Totals {
		refuse(refusal.TotalsMismatch, ReportFile, "the totals are not those of its legs")
	}
	return found
}

func assertions(leg reports.Leg) int {
	count := 0
	for _, finding := range leg.Findings {
		if finding.Outcome == judges.Holds || finding.Outcome == judges.Violated {
			count++
		}
	}
	return count
}
