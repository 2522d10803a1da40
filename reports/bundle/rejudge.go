package bundle

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/compare"
	"hostwitness/reports/waiver"
)

// compare holds the recorded report to the one that this build makes of the
// same journal.
func (e *examination) compare(again reports.Report) {
	answer := &e.outcome.Verdicts
	rejudging := compare.Rejudging{Run: e.evidence.Run, Recorded: *e.report, Rejudged: again, Build: e.verifier.Suite}
	differences := rejudging.Differences()
	excused := false
	for _, difference := range differences {
		name, what := nameOf(difference), whatOf(difference)
		if difference.Excused {
			excused = true
			e.unconfirmed(difference)
			answer.notice(name, difference.Leg, what)
			continue
		}
		answer.refuse(name, difference.Leg, what)
	}
	e.compareGiven(again, excused)
}

// unconfirmed keeps the leg of a difference that another catalogue excuses: its
// recorded verdict is neither confirmed nor refuted. That the catalogue did not
// have the leg is the signer's word too, so that it is among them: a leg that
// failed could have been left out of a catalogue that nobody else has.
func (e *examination) unconfirmed(difference compare.Difference) {
	legs := &e.outcome.Run.Unconfirmed
	if difference.Leg != "" && !slices.Contains(*legs, difference.Leg) {
		*legs = append(*legs, reports.OneLine(difference.Leg, 120))
	}
}

// compareGiven holds what also depends on what the operator gave: the build, the
// exit code and the waivers. They follow only where no other revision speaks.
func (e *examination) compareGiven(again reports.Report, excused bool) {
	answer := &e.outcome.Verdicts
	if again.ExitCode != e.report.ExitCode {
		difference := fmt.Sprintf("the exit code is %d, and the journal and the waivers give %d", e.report.ExitCode, again.ExitCode)
		if excused {
			answer.notice(refusal.ReportDiffers, ReportFile, difference)
		} else {
			answer.refuse(refusal.ReportDiffers, ReportFile, difference)
		}
	}
	if !reflect.DeepEqual(again.Host.Build, e.report.Host.Build) {
		answer.refuse(refusal.ReportDiffers, ReportFile, "it names another build of the host than the journal")
	}
	if !excused && !slices.EqualFunc(again.Waivers, e.report.Waivers, e.sameWaiver) {
		answer.refuse(refusal.ReportDiffers, ReportFile, "it says otherwise what became of the waivers that the manifest lists")
	}
	waived := map[string]string{}
	for _, leg := range again.Legs {
		waived[leg.ID] = waiverText(leg)
	}
	for _, leg := range e.report.Legs {
		if now, known := waived[leg.ID]; known && now != waiverText(leg) && !excused {
			answer.refuse(refusal.ReportDiffers, leg.ID, "the waivers of the manifest excuse it otherwise than the report says")
		}
	}
}

// sameWaiver compares what a waiver came to. Another build may say why in other
// words.
func (e *examination) sameWaiver(now, was waiver.Matched) bool {
	if e.evidence.Run.Suite != e.verifier.Suite {
		now.Why, was.Why = "", ""
	}
	return now == was
}

func waiverText(leg reports.Leg) string {
	if leg.Waived == nil {
		return ""
	}
	text, err := json.Marshal(leg.Waived)
	if err != nil {
		return ""
	}
	return string(text)
}

// nameOf gives the name under which a difference is told.
func nameOf(difference compare.Difference) refusal.Name {
	switch difference.What {
	case compare.DifferentVerdict, compare.DifferentRules, compare.DifferentWording:
		return refusal.VerdictDiffers
	case compare.DifferentRevision, compare.UnknownLeg, compare.MissingLeg:
		if difference.Excused {
			return refusal.RevisionDiffers
		}
	}
	return refusal.ReportDiffers
}

func whatOf(difference compare.Difference) string {
	const cells = 200
	if difference.Recorded == "" && difference.Rejudged == "" {
		return reports.OneLine(difference.Why, cells)
	}
	return fmt.Sprintf("recorded %s, judged again %s (%s)", orNothing(difference.Recorded, cells), orNothing(difference.Rejudged, cells),
		reports.OneLine(difference.Why, cells))
}

func orNothing(text string, cells int) string {
	if text == "" {
		return "nothing"
	}
	return reports.OneLine(text, cells)
}
