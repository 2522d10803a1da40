package guide

import (
	"fmt"
	"io"
	"strings"

	"hostwitness/reports"
	"hostwitness/schemas"
)

// WriteRequirementsText writes the traceability table for a terminal of width cells: each requirement with its section, level
// and class, what it says, and what judges it or why nothing does. It errs only when writing does.
func WriteRequirementsText(w io.Writer, requirements []schemas.Requirement, width int) error {
	page := text{width: width}
	page.line("%s %s %s %s", pad("REQUIREMENT", idCells), pad("SECTION", sectionCells), pad("LEVEL", levelCells), "CLASS")
	rfc := ""
	for _, requirement := range requirements {
		if requirement.RFC != rfc {
			rfc = requirement.RFC
			page.line("\nRFC %s", rfc)
		}
		page.requirement(requirement)
	}
	page.line("")
	page.hanging("", tallyOf(requirements).String())
	_, err := io.WriteString(w, page.String())
	return err
}

// The widths of the table's columns, in cells.
const (
	idCells      = 30
	sectionCells = 13
	levelCells   = 8
)

// text gathers what is written for a terminal.
type text struct {
	strings.Builder
	width int
}

func (t *text) line(format string, arguments ...any) { fmt.Fprintf(t, format+"\n", arguments...) }

// hanging writes a text behind a lead and wraps it; later lines stand under the text.
func (t *text) hanging(lead, words string) {
	for _, line := range reports.Wrap(words, t.width-reports.Cells(lead)) {
		t.line("%s", strings.TrimRight(lead+line, " "))
		lead = strings.Repeat(" ", reports.Cells(lead))
	}
}

// labelled writes a label in its column and a text behind it; without a text it writes nothing.
func (t *text) labelled(label, words string) {
	if words != "" {
		t.hanging("    "+pad(label, 8)+" ", words)
	}
}

func (t *text) requirement(r schemas.Requirement) {
	t.line("%s %s %s %s", pad(r.ID, idCells), pad(r.Section, sectionCells), pad(r.Level, levelCells), classOf(r))
	t.labelled("says", r.Says)
	if r.Binds != "" {
		t.labelled("binds", "the "+r.Binds+", not the host")
	}
	t.labelled("needs", r.Needs)
	label := "judged"
	for _, judged := range r.Judged {
		t.labelled(label, judged.Leg+"  "+strings.Join(judged.Rules, ", "))
		label = ""
	}
	t.labelled("told by", strings.Join(r.Told, ", "))
	t.labelled("used by", strings.Join(r.Variants, ", "))
	t.labelled("because", r.Reason)
}

// pad fills a text up to a width in cells.
func pad(words string, width int) string {
	return words + strings.Repeat(" ", max(0, width-reports.Cells(words)))
}
