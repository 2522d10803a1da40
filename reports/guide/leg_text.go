package guide

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// Example is recorded traffic of a leg, and what its judge says of it.
type Example struct {
	Title   string // what was run against, one line
	Records []journal.Record
	Verdict judges.Verdict
}

// WriteLegText writes one leg for a terminal of width cells: what it asks, its rules, what usually breaks it, when it is not
// measured, and the examples. It errs only when writing does.
func WriteLegText(w io.Writer, guide Guide, leg schemas.Leg, examples []Example, width int) error {
	page := text{width: width}
	page.line("%s", leg.ID)
	page.hanging("  ", leg.Title)
	page.line("  %s, %s, scenario %s, revision %d", sectionOf(leg.RFC, leg.Section), leg.Level, leg.Scenario, leg.Revision)
	page.chapter("What is asked", leg.Rule)
	page.chapter("How it is measured", leg.Measured)
	page.rules(guide, leg)
	page.failures(leg)
	page.unmeasured(guide.Catalogue, leg)
	for _, example := range examples {
		page.example(example)
	}
	page.line("")
	page.hanging("", "Requirements: "+strings.Join(idsOf(guide.judging(leg.ID)), ", ")+".")
	_, err := io.WriteString(w, page.String())
	return err
}

func (t *text) chapter(title, words string) {
	t.line("\n%s", title)
	if words != "" {
		t.hanging("  ", words)
	}
}

func (t *text) rules(guide Guide, leg schemas.Leg) {
	t.chapter("Rules", "")
	widest := 0
	for _, rule := range leg.Rules {
		widest = max(widest, len(rule.ID))
	}
	for _, rule := range leg.Rules {
		lead := "  " + pad(rule.ID, widest) + "  "
		t.hanging(lead, fmt.Sprintf("%s (%s)", rule.Statement, ruleSection(leg, rule)))
		var ids []string
		for _, double := range guide.breaking(leg.ID, rule.ID) {
			if double.Served {
				ids = append(ids, double.ID)
			}
		}
		if len(ids) > 0 {
			t.hanging(strings.Repeat(" ", len(lead)), "sabotages: "+strings.Join(ids, ", "))
		}
	}
}

func (t *text) failures(leg schemas.Leg) {
	t.chapter("What usually breaks it", "")
	for _, failure := range leg.Failures {
		rules := ""
		if len(failure.Rules) > 0 {
			rules = " (" + strings.Join(failure.Rules, ", ") + ")"
		}
		t.hanging("  - ", failure.Cause+rules)
		t.hanging("    mend: ", failure.Mend)
	}
}

func (t *text) unmeasured(catalogue *schemas.Index, leg schemas.Leg) {
	t.chapter("When it is not measured", "")
	if leg.Scenario == "shapes" {
		t.hanging("  ", "Never: it asks no host.")
		return
	}
	for _, fact := range catalogue.Asked() {
		if slices.Contains(fact.Legs, leg.ID) {
			t.hanging("  skipped       ", "It was not asked for.")
			t.hanging("    to do: ", fact.Ask)
		}
	}
	for _, condition := range catalogue.ConditionsOf(leg) {
		t.hanging("  "+pad(condition.Result, 13)+" ", condition.When)
		t.hanging("    to do: ", condition.Do)
	}
}

// example shows the records, those marked that show something broken, and what the judge finds in them.
func (t *text) example(example Example) {
	t.chapter(example.Title, "")
	t.hanging("  ", "Of a recorded run, the records that the judge needs:")
	t.line("")
	showing := example.showing()
	for _, record := range example.Records {
		lead := "  "
		if slices.Contains(showing, record.Seq) {
			lead = "> "
		}
		line := reports.Line(record)
		t.hanging(lead+line[:numberCells], line[numberCells:])
		t.document(example.Records, record)
	}
	t.line("")
	t.line("  The judge says: %s", example.Verdict.Result)
	for _, finding := range example.Verdict.Findings {
		t.finding(finding)
	}
}

// document shows the members of a discovery document, which one line has no room for, below the exchange that read it.
func (t *text) document(records []journal.Record, record journal.Record) {
	readsDocument := func(r journal.Record) bool {
		return r.Discovery != nil && record.Exchange != nil && r.Discovery.Exchange == record.Exchange.Name
	}
	if !slices.ContainsFunc(records, readsDocument) || record.Exchange.Response == nil {
		return
	}
	members, err := schemas.ParseObject([]byte(record.Exchange.Response.Body.Text))
	if err != nil {
		return // the line before shows what it is instead
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if value, err := json.Marshal(members[name]); err == nil {
			t.hanging(strings.Repeat(" ", numberCells+4), name+": "+string(value))
		}
	}
}

// numberCells is where the number of a record ends in its line.
const numberCells = 7

// showing gives the records that show something broken.
func (e Example) showing() []int64 {
	var records []int64
	for _, finding := range e.Verdict.Findings {
		if finding.Outcome == judges.Violated {
			records = append(records, finding.Records...)
		}
	}
	return records
}

// finding tells of what is broken in full, and of what holds in one sentence.
func (t *text) finding(finding judges.Finding) {
	lead := "  " + pad(string(finding.Outcome), 9) + " "
	if finding.Outcome == judges.Holds {
		t.hanging(lead, finding.Rule+numbers(finding.Records))
		return
	}
	t.hanging(lead, finding.Rule+": "+finding.Message+numbers(finding.Records))
	t.detail("expected", finding.Expected)
	t.detail("seen", finding.Observed)
}

func (t *text) detail(label, words string) {
	if words != "" {
		t.hanging("            "+pad(label, 9), words)
	}
}

// numbers names the records that show a finding.
func numbers(records []int64) string {
	if len(records) == 0 {
		return ""
	}
	shown := make([]string, len(records))
	for i, seq := range records {
		shown[i] = fmt.Sprintf("#%d", seq)
	}
	return " [" + strings.Join(shown, " ") + "]"
}
