package reports

import (
	"encoding/json"
	"fmt"
	"time"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// Input is everything a Report is made from. Nothing else is read, no clock and no file.
type Input struct {
	Legs     []schemas.Leg    // the catalogue, in its order
	Verdicts []judges.Verdict // one for each leg, in any order
	Evidence journal.Evidence // what the verdicts were judged from
	Records  []journal.Record // the journal, in order; without it every leg's duration is 0
	Waivers  waiver.Effect    // what the waivers of the run came to, by these verdicts
	ExitCode int              // decided by the command
}

// New puts verdicts into the order of the catalogue, counts them and adds the facts of the run.
// Text is cleaned and bounded; results are taken as they are.
//
// It errs where the list is not whole (a leg without a verdict or with two, a verdict of no leg) and where the outcome is
// not valid by schemas.Report, which is a fault of the suite. A run that was broken off makes a report like any other: the
// reason of every blocked leg then tells how far the run came.
func New(input Input) (Report, error) {
	legs, err := join(input)
	if err != nil {
		return Report{}, fmt.Errorf("build the report: %w", err)
	}
	report := Report{
		Suite:      suiteOf(input.Evidence.Run.Suite),
		Host:       hostOf(input),
		Discovery:  discoveryOf(input.Evidence),
		StartedAt:  input.Evidence.Run.StartedAt,
		DurationMs: input.Evidence.EndedAt.Milliseconds(),
		Trigger:    triggerOf(input.Evidence),
		Totals:     count(legs),
		ExitCode:   input.ExitCode,
		Legs:       legs,
		Waivers:    waiversOf(input.Waivers),
	}
	if err := check(report); err != nil {
		return Report{}, fmt.Errorf("build the report: %w", err)
	}
	return report, nil
}

func join(input Input) ([]Leg, error) {
	verdicts := make(map[string]judges.Verdict, len(input.Verdicts))
	for _, verdict := range input.Verdicts {
		if _, twice := verdicts[verdict.Leg]; twice {
			return nil, fmt.Errorf("leg %s has two verdicts", verdict.Leg)
		}
		verdicts[verdict.Leg] = verdict
	}
	spans := spansOf(input.Records)
	stop := brokenOff(input.Evidence)
	legs := make([]Leg, 0, len(input.Legs))
	for _, entry := range input.Legs {
		verdict, ok := verdicts[entry.ID]
		if !ok {
			return nil, fmt.Errorf("leg %s has no verdict", entry.ID)
		}
		delete(verdicts, entry.ID)
		leg := legOf(entry, verdict, spans[entry.Scenario])
		if leg.Result == judges.Blocked && stop != "" {
			leg.Reason += " (" + stop + ")"
		}
		leg.Waived = waivedOf(input.Waivers, leg)
		legs = append(legs, leg)
	}
	for leg := range verdicts {
		return nil, fmt.Errorf("there is a verdict of %q, which the catalogue does not have", leg)
	}
	return legs, nil
}

func legOf(entry schemas.Leg, verdict judges.Verdict, span span) Leg {
	leg := Leg{
		ID:          entry.ID,
		Requirement: entry.Requirement,
		Revision:    entry.Revision,
		Scenario:    entry.Scenario,
		Result:      verdict.Result,
		Assertions:  verdict.Assertions,
		Reason:      bounded(verdict.Reason),
		DurationMs:  span.length().Milliseconds(),
		Findings:    make([]judges.Finding, 0, len(verdict.Findings)),
	}
	for _, finding := range verdict.Findings {
		finding.Rule = bounded(finding.Rule)
		finding.Message = bounded(finding.Message)
		finding.Expected = bounded(finding.Expected)
		finding.Observed = bounded(finding.Observed)
		leg.Findings = append(leg.Findings, finding)
	}
	return leg
}

// brokenOff says how far a run came that did not end by itself, "" when it did.
func brokenOff(evidence journal.Evidence) string {
	reason := "the journal has no end"
	if evidence.Ended != nil {
		switch evidence.Ended.Reason {
		case journal.EndComplete:
			return ""
		case journal.EndInterrupted:
			reason = "the run was interrupted"
		case journal.EndTimeout:
			reason = "the run's time was up"
		default:
			reason = "the suite broke the run off"
		}
	}
	return fmt.Sprintf("%s after %s, at record %d", reason, seconds(evidence.EndedAt), evidence.Last)
}

// check holds a report to its schema, which holds its totals to its legs and their assertions to their findings.
func check(report Report) error {
	document, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("encode it: %w", err)
	}
	if problems := schemas.Validate(schemas.Report, document); len(problems) > 0 {
		return fmt.Errorf("it is not valid: %s", schemas.Summary(problems, 5))
	}
	return nil
}

func seconds(d time.Duration) string {
	return fmt.Sprintf("%.3f s", d.Seconds())
}
