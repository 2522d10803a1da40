package bundle

import (
	"slices"

	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
)

// PageFile is the rendering of the report for people, which alone shows the
// command of the run.
const PageFile = "report.html"

// renderings holds what people and CI read to the report: a page that says
// otherwise is believed, whatever the report says. Another build may write them
// otherwise, and is only told of. Where something is against the report, the
// journal or the page, which alone has the command, they are not looked at.
func (e *examination) renderings() error {
	answer := &e.outcome.Verdicts
	if len(answer.Refusals) > 0 || !slices.Contains(e.whole, PageFile) {
		return nil
	}
	if e.evidence.Run.Suite != e.verifier.Suite {
		answer.notice("", "", "the pages for people and CI are not compared with the report, for another build wrote them: believe the report")
		return nil
	}
	digests, err := e.verifier.Render(*e.report, e.records, reports.AgainOf(e.page))
	if err != nil {
		return err
	}
	for _, member := range e.manifest.Files {
		digest, rendered := digests[member.Name]
		if rendered && slices.Contains(e.whole, member.Name) && digest != member.SHA256 && member.Name != ReportFile {
			answer.refuse(refusal.ReportDiffers, member.Name, "it is not what this build writes of the report")
		}
	}
	return nil
}
