package reports

import (
	"strings"

	"hostwitness/judges"
)

// failures tells of every failed leg what was expected, what was seen and which records show it.
func (c *console) failures() {
	for _, leg := range c.Report.with(judges.Fail) {
		c.title(leg)
		c.indented("waived", waivedWords(leg))
		c.findings(leg)
		c.usual(leg)
		c.command(c.again(leg.ID))
		c.line("")
	}
}

// blocked tells of every blocked leg what could not be measured and what to do. Legs blocked for one reason stand together:
// a host that is not there blocks them all.
func (c *console) blocked() {
	for _, group := range byReason(c.Report.with(judges.Blocked)) {
		for _, leg := range group {
			c.title(leg)
		}
		c.indented("reason", clean(group[0].Reason, detailLimit))
		c.findings(beyondReason(group))
		c.says(group)
		c.command(c.againAll(group))
		c.line("")
	}
}

// says gives the run's own words on a group of blocked legs, and where it has none what to do about any.
func (c *console) says(group []Leg) {
	notes := c.View.says(group...)
	for _, note := range notes {
		c.hanging("    ", "the run says: "+note, nil)
	}
	if len(notes) == 0 {
		c.indented("to do", toDo)
	}
}

// left tells what the operator has to delete at the host by hand.
func (c *console) left() {
	notes := c.leftRegistered()
	if len(notes) == 0 {
		return
	}
	c.line("%s", c.open.Sprint("left registered at the host"))
	for _, note := range notes {
		c.indented("to delete", note)
	}
	c.line("")
}

// required tells of every leg that had to pass and did not, as far as it did not stand among the failures or the blocked.
func (c *console) required() {
	for _, leg := range c.lackingLegs() {
		if leg.Result == judges.Fail || leg.Result == judges.Blocked {
			continue
		}
		c.title(leg)
		c.indented("reason", clean(leg.Reason, detailLimit))
		c.command(c.again(leg.ID))
		c.line("")
	}
}

func byReason(legs []Leg) [][]Leg {
	var groups [][]Leg
	places := map[string]int{}
	for _, leg := range legs {
		place, known := places[leg.Reason]
		if !known {
			place = len(groups)
			places[leg.Reason] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], leg)
	}
	return groups
}

// beyondReason gathers the findings of a group of legs, but those that say no more than their one reason does.
func beyondReason(group []Leg) Leg {
	var all Leg
	for _, leg := range group {
		for _, finding := range leg.Findings {
			more := finding.Expected != "" || finding.Observed != "" || len(finding.Records) > 0
			if more || !strings.HasPrefix(leg.Reason, finding.Rule+": "+finding.Message) {
				all.Findings = append(all.Findings, finding)
			}
		}
	}
	return all
}

// againAll is the command that runs a few legs again; for many it is the whole run.
func (c *console) againAll(legs []Leg) string {
	const few = 3
	if len(legs) > few {
		return clean(c.Again, reportLimit)
	}
	command := c.again(legs[0].ID)
	for _, leg := range legs[1:] {
		if command != "" {
			command += " --only " + clean(leg.ID, nameLimit)
		}
	}
	return command
}

func (c *console) title(leg Leg) {
	text := c.colourOf(leg).Sprint(resultWord(leg)) + " " + c.strong.Sprint(clean(leg.ID, nameLimit)) + c.requiredMark(leg)
	if entry := c.entry(leg.ID); entry.Title != "" {
		title := clean(entry.Title, detailLimit)
		reference := " (RFC " + clean(entry.RFC+" "+entry.Section, nameLimit) + ")"
		used := cells(resultWord(leg)+" "+leg.ID+c.requiredMark(leg)) + 2
		if c.width > 0 && used+cells(title+reference) > c.width {
			c.line("%s", text)
			c.hanging("    ", title+reference, nil)
			return
		}
		text += "  " + title + c.faint.Sprint(reference)
	}
	c.line("%s", text)
}

func (c *console) findings(leg Leg) {
	findings, more := grave(leg)
	for _, finding := range findings {
		c.indented(clean(string(finding.Outcome), nameLimit), finding.names()+": "+clean(finding.Message, detailLimit))
		c.indented("expected", clean(finding.Expected, detailLimit))
		c.indented("seen", clean(finding.Observed, detailLimit))
		c.journal(finding.Finding)
	}
	if more > 0 {
		c.indented("", "and "+plural(more, "more finding", "more findings")+" in report.json")
	}
}

func (c *console) journal(finding judges.Finding) {
	if len(finding.Records) == 0 {
		return
	}
	lines, more := c.slice(finding, recordsShown)
	if len(lines) == 0 {
		c.indented("records", seqs(finding.Records))
		return
	}
	for i, record := range lines {
		label := ""
		if i == 0 {
			label = "journal"
		}
		c.hanging(labelled(label), record.String(), c.faint)
	}
	if more > 0 {
		c.indented("", moreRecords(finding, more))
	}
}

// usual tells what the catalogue knows of failures for these rules.
func (c *console) usual(leg Leg) {
	for i, failure := range c.entry(leg.ID).FailuresOf(leg.violated()) {
		label := ""
		if i == 0 {
			label = "usually"
		}
		c.indented(label, clean(failure.Cause, detailLimit)+" => "+clean(failure.Mend, detailLimit))
	}
}
