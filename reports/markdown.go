package reports

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"hostwitness/judges"
)

// WriteMarkdown writes summary.md, short enough for the page of a CI job or a comment: the verdict, the failures first, then
// what was blocked, and all legs folded away. No text of a host becomes a mark-up, a link, a mention or a picture.
func WriteMarkdown(w io.Writer, view View) error {
	page := &markdown{View: view}
	report := view.Report
	page.line("# %s: %s", prose(report.Suite.Name, nameLimit), headline(report))
	page.line("")
	page.line("%s · %s · %s · %s", prose(report.Host.URL, detailLimit), prose(hostWords(report.Host), detailLimit), prose(triggerSentence(report), detailLimit), milliSeconds(report.DurationMs))
	page.line("")
	page.totals()
	page.line("%s", prose(exitSentence(view), reportLimit))
	page.line("")
	if broken := unfinished(view.Records); broken != "" {
		page.line("**Incomplete:** %s", prose(broken, detailLimit))
		page.line("")
	}
	page.failed()
	page.blocked()
	page.required()
	page.waivers()
	page.left()
	page.all()
	return write(w, page.out.Bytes(), "summary.md")
}

type markdown struct {
	View
	out bytes.Buffer
}

func (m *markdown) line(format string, arguments ...any) {
	fmt.Fprintf(&m.out, format+"\n", arguments...)
}

// headline is the run in a few words.
func headline(report Report) string {
	switch report.ExitCode {
	case 0:
		if unjudged(report) != "" {
			return "nothing about the host was judged"
		}
		if report.waivedFailures() > 0 {
			return "passed but for waived failures"
		}
		return "passed"
	case 1:
		return "failed"
	case 3:
		return "incomplete"
	case 130:
		return "interrupted"
	default:
		return "broken off"
	}
}

func (m *markdown) totals() {
	totals := m.Report.Totals
	m.line("| passed | failed | blocked | inapplicable | skipped |")
	m.line("| ---: | ---: | ---: | ---: | ---: |")
	m.line("| %d | %d | %d | %d | %d |", totals.ExecutedPass, totals.ExecutedFail, totals.Blocked, totals.Inapplicable, totals.Skipped)
	m.line("")
}

func (m *markdown) failed() {
	legs := m.Report.with(judges.Fail)
	if len(legs) == 0 {
		return
	}
	m.line("## Failed")
	m.line("")
	m.line("| leg | rule | what is wrong | expected | seen |")
	m.line("| --- | --- | --- | --- | --- |")
	for _, leg := range legs {
		findings, more := grave(leg)
		for _, finding := range findings {
			if finding.Outcome == judges.Violated {
				m.line("| %s | %s | %s | %s | %s |", m.label(leg), prose(strings.Join(finding.rules, ", "), detailLimit), prose(finding.Message, dataLimit), code(finding.Expected), code(finding.Observed))
			}
		}
		if more > 0 {
			m.line("| %s | | and %s in report.json | | |", m.label(leg), plural(more, "more finding", "more findings"))
		}
	}
	m.line("")
	m.commands(legs)
}

func (m *markdown) label(leg Leg) string {
	text := prose(leg.ID, nameLimit)
	if waived := waivedWords(leg); waived != "" {
		text += " (waived " + prose(waived, dataLimit) + ")"
	}
	return text
}

// commands gives the command that runs each failed leg again.
func (m *markdown) commands(legs []Leg) {
	if m.Again == "" {
		return
	}
	for _, leg := range legs {
		m.line("- %s", code(m.again(leg.ID)))
	}
	m.line("")
}

func (m *markdown) blocked() {
	legs := m.Report.with(judges.Blocked)
	if len(legs) == 0 {
		return
	}
	m.line("## Blocked")
	m.line("")
	m.line("| leg | why it was not measured |")
	m.line("| --- | --- |")
	for _, group := range byReason(legs) {
		var names []string
		for _, leg := range group {
			names = append(names, prose(leg.ID, nameLimit))
		}
		why := []string{prose(group[0].Reason, detailLimit)}
		for _, note := range m.says(group...) {
			why = append(why, "the run says: "+prose(note, detailLimit))
		}
		m.line("| %s | %s |", strings.Join(names, "<br>"), strings.Join(why, "<br>"))
	}
	m.line("")
}

func (m *markdown) required() {
	legs := m.lackingLegs()
	if len(legs) == 0 {
		return
	}
	m.line("## Required, not passed")
	m.line("")
	m.line("| leg | result | why |")
	m.line("| --- | --- | --- |")
	for _, leg := range legs {
		m.line("| %s | %s | %s |", prose(leg.ID, nameLimit), prose(resultWord(leg), nameLimit), prose(leg.Reason, dataLimit))
	}
	m.line("")
}

func (m *markdown) left() {
	notes := m.leftRegistered()
	if len(notes) == 0 {
		return
	}
	m.line("## Left registered at the host")
	m.line("")
	for _, note := range notes {
		m.line("- %s", prose(note, detailLimit))
	}
	m.line("")
}

func (m *markdown) all() {
	m.line("<details><summary>%s</summary>", totalsSentence(m.Report))
	m.line("")
	m.line("| scenario | leg | result | reason |")
	m.line("| --- | --- | --- | --- |")
	for _, group := range m.Report.scenarios() {
		for _, leg := range group.legs {
			m.line("| %s | %s | %s | %s |", prose(group.name, nameLimit), prose(leg.ID, nameLimit)+m.requiredMark(leg), prose(resultWord(leg), nameLimit), prose(leg.Reason, dataLimit))
		}
	}
	m.line("")
	m.line("</details>")
}
