package app

import (
	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// rejudged is the report that a run of this build would have made of a journal.
func (p prepared) rejudged(records []journal.Record) (reports.Report, error) {
	evidence := journal.Fold(journal.Evidence{}, records)
	result := judged{records: records, evidence: evidence, verdicts: judges.Verdicts(evidence)}
	p.required = requiredBy(evidence.Run, p.catalogue.Legs()).legs
	return p.conclude(result, evidence.Ended.Reason)
}
