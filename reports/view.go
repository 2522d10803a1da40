package reports

import (
	"fmt"
	"slices"
	"sort"

	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// View is what a rendering is made from. Only Report is needed; what else is there makes it tell more.
type View struct {
	Report  Report
	Records []journal.Record // the journal of the run, in order of seq, for the slices that show a failure
	Legs    []schemas.Leg    // the catalogue, for titles, rules and what usually mends a failure
	Again   string           // the command of this run without --only, quoted for a shell, for running one leg again
	// Required are the ids of the legs that had to pass, whatever else the run came to. Those that did not are told of in every
	// rendering but report.json, and in JUnit they are failures. An id of no leg of the report says nothing.
	Required []string
}

const (
	findingsShown = 12  // of one leg
	recordsShown  = 6   // of one finding on a console, in Markdown and in JUnit
	htmlRecords   = 100 // of one finding in HTML
)

// entry is the leg's place in the catalogue; the zero value when that was not given.
func (v View) entry(leg string) schemas.Leg {
	for _, entry := range v.Legs {
		if entry.ID == leg {
			return entry
		}
	}
	return schemas.Leg{}
}

// again is the command that runs only this leg, "" where it is not known.
func (v View) again(leg string) string {
	if v.Again == "" {
		return ""
	}
	return clean(v.Again, reportLimit) + " --only " + clean(leg, nameLimit)
}

// slice is the part of the journal that shows a finding, and how many of its records are not shown.
func (v View) slice(finding judges.Finding, shown int) ([]line, int) {
	if len(v.Records) == 0 {
		return nil, 0
	}
	var lines []line
	for _, seq := range finding.Records[:min(shown, len(finding.Records))] {
		lines = append(lines, v.line(seq))
	}
	return lines, len(finding.Records) - len(lines)
}

func (v View) line(seq int64) line {
	at := sort.Search(len(v.Records), func(i int) bool { return v.Records[i].Seq >= seq })
	if at == len(v.Records) || v.Records[at].Seq != seq {
		return line{Seq: seq, At: "-", Kind: "missing", Text: "this record is not in the journal"}
	}
	return lineOf(v.Records[at])
}

// scenario is the legs of one scenario, in the order of the report.
type scenario struct {
	name string
	legs []Leg
}

// scenarios groups the legs. A scenario stands where its first leg does.
func (r Report) scenarios() []scenario {
	var list []scenario
	for _, leg := range r.Legs {
		at := slices.IndexFunc(list, func(s scenario) bool { return s.name == leg.Scenario })
		if at < 0 {
			list = append(list, scenario{name: leg.Scenario})
			at = len(list) - 1
		}
		list[at].legs = append(list[at].legs, leg)
	}
	return list
}

// with gives the legs that have a result.
func (r Report) with(result judges.Result) []Leg {
	var legs []Leg
	for _, leg := range r.Legs {
		if leg.Result == result {
			legs = append(legs, leg)
		}
	}
	return legs
}

func seqs(records []int64) string {
	text := ""
	for i, seq := range records[:min(recordsShown, len(records))] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(seq)
	}
	if more := len(records) - recordsShown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// moreRecords tells where the records are that a finding has beyond those shown. All that HTML has no room for are named by
// number in report.json.
func moreRecords(finding judges.Finding, hidden int) string {
	place := "report.html"
	if len(finding.Records) > htmlRecords {
		place = "report.json"
	}
	return fmt.Sprintf("%d more in %s", hidden, place)
}
