package app

import (
	"path"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// rejudged is the report that a run of this build would have made of a journal.
func (p prepared) rejudged(records []journal.Record) (reports.Report, error) {
	evidence := journal.Fold(journal.Evidence{}, records)
	result := judged{records: records, evidence: evidence, verdicts: judges.Verdicts(evidence)}
	p.required = stillRequired(p.catalogue.Legs(), evidence.Run.Options.Require)
	return p.conclude(result, evidence.Ended.Reason)
}

// stillRequired gives the legs of this build that the patterns of an earlier
// run require. Its catalogue may have had others: what is not here any more
// cannot be asked for.
func stillRequired(legs []schemas.Leg, patterns []string) map[string]bool {
	required := make(map[string]bool)
	for _, leg := range legs {
		for _, pattern := range patterns {
			byLeg, _ := path.Match(pattern, leg.ID) // a pattern that is none was refused by the run
			byScenario, _ := path.Match(pattern, leg.Scenario)
			if byLeg || byScenario {
				required[leg.ID] = true
			}
		}
	}
	return required
}
