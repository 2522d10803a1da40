package app

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// rejudged is the report that a run of this build would have made of a journal.
func (p prepared) rejudged(records []journal.Record) (reports.Report, error) {
	evidence := journal.Fold(journal.Evidence{}, records)
	result := judged{records: records, evidence: evidence, verdicts: judges.Verdicts(evidence)}
	p.required = requiredBy(evidence.Run, p.catalogue.Legs()).legs
	return p.conclude(result, evidence.Ended.Reason)
}

// renderedAgain gives the digests of the files that a run of this build would
// have made of a report, given the command that it was run by.
func renderedAgain(catalogue *schemas.Index, report reports.Report, records []journal.Record, again string) (map[string]string, error) {
	required := requiredBy(journal.Fold(journal.Evidence{}, records[:1]).Run, catalogue.Legs()).legs
	view := reports.View{
		Report: report, Records: records, Legs: catalogue.Legs(), Again: again, Required: slices.Sorted(maps.Keys(required)),
	}
	digests := map[string]string{}
	for name, render := range renderingsOf(view) {
		var out bytes.Buffer
		if err := render(&out); err != nil {
			return nil, fmt.Errorf("render %s again: %w", name, err)
		}
		digests[name] = bundle.Digest(out.Bytes())
	}
	return digests, nil
}
