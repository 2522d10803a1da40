package reports

import (
	"hostwitness/judges"
	"hostwitness/schemas"
)

// htmlFindings bounds the page: of a leg with more findings the rest is in report.json.
const htmlFindings = 60

func (v View) htmlScenario(group scenario) htmlScenario {
	page := htmlScenario{Name: clean(group.name, nameLimit)}
	for _, leg := range group.legs {
		page.Legs = append(page.Legs, v.htmlLeg(leg))
	}
	return page
}

func (v View) htmlLeg(leg Leg) htmlLeg {
	entry := v.entry(leg.ID)
	page := htmlLeg{
		ID:          clean(leg.ID, nameLimit),
		Result:      resultWord(leg),
		Tone:        tone(leg.Result),
		Open:        leg.Result == judges.Fail,
		Required:    v.lacking(leg),
		Title:       clean(entry.Title, detailLimit),
		Reference:   reference(entry),
		Requirement: clean(leg.Requirement, nameLimit),
		Revision:    leg.Revision,
		Rule:        clean(entry.Rule, reportLimit),
		Measured:    clean(entry.Measured, reportLimit),
		Reason:      clean(leg.Reason, dataLimit),
		Assertions:  plural(leg.Assertions, "assertion", "assertions"),
		Duration:    milliSeconds(leg.DurationMs),
	}
	if whole := clean(leg.Reason, reportLimit); whole != page.Reason {
		page.Whole = whole
	}
	if leg.Result == judges.Blocked {
		page.Says = v.says(leg)
		if len(page.Says) == 0 {
			page.ToDo = toDo
		}
	}
	page.Waived = waivedWords(leg)
	if leg.Result == judges.Fail || leg.Result == judges.Blocked || v.lacking(leg) {
		page.Again = v.again(leg.ID)
	}
	if leg.Result == judges.Fail {
		page.Usual = usualOf(entry, leg)
	}
	v.htmlFindings(&page, entry, leg.Findings)
	return page
}

// htmlFindings puts what holds apart from what a reader looks for.
func (v View) htmlFindings(page *htmlLeg, entry schemas.Leg, findings []judges.Finding) {
	ordered := byGravity(findings)
	shown := ordered[:min(htmlFindings, len(ordered))]
	for _, finding := range shown {
		if finding.Outcome == judges.Holds {
			page.Holding = append(page.Holding, v.htmlFinding(entry, finding))
			continue
		}
		page.Findings = append(page.Findings, v.htmlFinding(entry, finding))
	}
	if len(page.Holding) > 0 {
		page.Holds = plural(len(page.Holding), "finding holds", "findings hold")
	}
	page.More = len(ordered) - len(shown)
}

func reference(entry schemas.Leg) string {
	if entry.RFC == "" {
		return ""
	}
	return clean(words("RFC", entry.RFC, entry.Section+",", entry.Level), nameLimit)
}

func usualOf(entry schemas.Leg, leg Leg) []schemas.Failure {
	var usual []schemas.Failure
	for _, failure := range entry.FailuresOf(leg.violated()) {
		usual = append(usual, schemas.Failure{Cause: clean(failure.Cause, detailLimit), Mend: clean(failure.Mend, detailLimit)})
	}
	return usual
}

// byGravity orders findings: violated, unproven, advisory, holds, and as judged within each.
func byGravity(findings []judges.Finding) []judges.Finding {
	ordered := make([]judges.Finding, 0, len(findings))
	for _, outcome := range []judges.Outcome{judges.Violated, judges.Unproven, judges.Advisory, judges.Holds} {
		for _, finding := range findings {
			if finding.Outcome == outcome {
				ordered = append(ordered, finding)
			}
		}
	}
	return ordered
}

func (v View) htmlFinding(entry schemas.Leg, finding judges.Finding) htmlFinding {
	page := htmlFinding{
		Outcome:  clean(string(finding.Outcome), nameLimit),
		Tone:     findingTone(finding.Outcome),
		Rule:     clean(finding.Rule, nameLimit),
		Message:  clean(finding.Message, detailLimit),
		Expected: clean(finding.Expected, detailLimit),
		Observed: clean(finding.Observed, detailLimit),
		Open:     finding.Outcome == judges.Violated,
	}
	if rule, ok := entry.RuleByID(finding.Rule); ok {
		page.Statement = clean(rule.Statement, detailLimit)
	}
	var hidden int
	page.Lines, hidden = v.slice(finding, htmlRecords)
	switch {
	case len(page.Lines) == 0 && len(finding.Records) > 0:
		page.Label = "records " + seqs(finding.Records)
	case hidden > 0:
		page.Label = "journal, " + plural(len(page.Lines), "record", "records") + " of " + plural(len(finding.Records), "record", "records")
	case len(page.Lines) > 0:
		page.Label = "journal, " + plural(len(page.Lines), "record", "records")
	}
	return page
}

func findingTone(outcome judges.Outcome) string {
	switch outcome {
	case judges.Violated:
		return "bad"
	case judges.Unproven:
		return "open"
	case judges.Holds:
		return "good"
	default:
		return "calm"
	}
}
