package app

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// reduction drops records of a run as long as one leg ends the same way.
type reduction struct {
	leg  string
	want string // what the leg says of the whole run
}

// reduce gives the fewest records that a greedy search finds, in their order.
// The first and the last, header and end, always stay.
func reduce(leg string, records []journal.Record) ([]journal.Record, error) {
	r := reduction{leg: leg}
	kept := narrowed(leg, records)
	r.want = r.told(kept)
	for size := len(kept) / 2; size > 0; size /= 2 {
		kept = r.pass(kept, size)
	}
	for { // one by one until nothing more can go: a record may be needed only by one that went
		fewer := r.pass(kept, 1)
		if len(fewer) == len(kept) {
			break
		}
		kept = fewer
	}
	if whole := askedFirst(records, kept); r.told(whole) == r.want {
		kept = whole
	}
	if got := r.told(kept); got != r.want {
		return nil, fmt.Errorf("%s says %s of what is left, and %s of the whole", leg, got, r.want)
	}
	return kept, nil
}

// askedFirst adds what a reader needs and the judge does not: what was asked
// for before each thing that came, and the answer to each stream request.
func askedFirst(all, kept []journal.Record) []journal.Record {
	there, named := make(map[int64]bool), make(map[string]bool)
	for _, record := range kept {
		there[record.Seq] = true
		named[record.Name()] = true
	}
	var whole []journal.Record
	for k, record := range all {
		asked := record.Intent != nil && named[record.Intent.Name] || record.Opened != nil && named[record.Opened.Stream]
		switch {
		case k == 0:
			whole = append(whole, kept[0]) // the header, narrowed
		case there[record.Seq] || asked:
			whole = append(whole, record)
		}
	}
	return whole
}

// pass tries to leave out each stretch of a size, from the end.
func (r reduction) pass(kept []journal.Record, size int) []journal.Record {
	for at := len(kept) - 1 - size; at >= 1; at -= size {
		fewer := slices.Concat(kept[:at], kept[at+size:])
		if r.told(fewer) == r.want {
			kept = fewer
		}
	}
	return kept
}

// told is the leg's result with the rules that it speaks of and what became of
// each.
func (r reduction) told(records []journal.Record) string {
	numbered := slices.Clone(records)
	for k := range numbered {
		numbered[k].Seq = int64(k + 1)
	}
	verdict := verdictOn(r.leg, numbered)
	said := make(map[string]bool)
	for _, finding := range verdict.Findings {
		said[finding.Rule+" "+string(finding.Outcome)] = true
	}
	return string(verdict.Result) + ": " + strings.Join(slices.Sorted(maps.Keys(said)), ", ")
}

func verdictOn(leg string, records []journal.Record) judges.Verdict {
	for _, verdict := range judges.Verdicts(journal.Fold(journal.Evidence{}, records)) {
		if verdict.Leg == leg {
			return verdict
		}
	}
	return judges.Verdict{Leg: leg}
}

// narrowed makes the header say that the leg alone was selected.
func narrowed(leg string, records []journal.Record) []journal.Record {
	records = slices.Clone(records)
	run := *records[0].Run
	run.Legs = []string{leg}
	run.Options.Only = []string{leg}
	run.Revisions = slices.DeleteFunc(slices.Clone(run.Revisions), func(known journal.LegRevision) bool { return known.Leg != leg })
	records[0].Run = &run
	return records
}

// inChain writes records as a journal of their own.
func inChain(records []journal.Record) ([]byte, error) {
	var out bytes.Buffer
	writer := journal.NewWriter(&out)
	for _, record := range records {
		if _, err := writer.Append(record); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
