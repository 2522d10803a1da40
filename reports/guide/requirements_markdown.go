package guide

import (
	"fmt"
	"io"
	"strings"

	"hostwitness/schemas"
)

const requirementsHead = `# Requirements

Every sentence of the four RFCs that binds somebody or leaves somebody free, in the words of this project, and what judges it.
This page is made of ` + "`schemas/requirements.yaml`" + ` by ` + "`make docs`" + `; the same list is printed by ` + "`hostwitness list --requirements`" + `.

How an outside party can see whether a sentence is kept is its class:

- *witnessable-unaided*: one credential and the host's answers are enough.
- *witnessable-gated*: something has to be caused, claimed, given or asked for.
- *seam-gated*: only on a host that serves the conformance seams.
- *claims-check*: the discovery document is held to its own words; nothing has to happen.
- *negative-existence*: something must never be. One occurrence breaks it; a run shows only that there was none in it.
- *unwitnessable*: nobody outside of the host can see it.
- *freedom*: it binds nobody. The variants named use it, and every leg has to let them be.
`

// WriteRequirementsMarkdown writes the page about requirements. It errs only when writing does.
func WriteRequirementsMarkdown(w io.Writer, requirements []schemas.Requirement) error {
	var page markdown
	page.line("%s", requirementsHead)
	page.paragraph(tallyOf(requirements).String())
	for _, group := range byRFC(requirements) {
		page.line("## RFC %s\n", group[0].RFC)
		rows := make([][]string, 0, len(group))
		for _, r := range group {
			rows = append(rows, []string{code(r.ID), r.Section, r.Level, classOf(r), says(r), judgedBy(r)})
		}
		page.table([]string{"Id", "Section", "Level", "Class", "What it says", "What judges it"}, rows)
	}
	_, err := io.WriteString(w, strings.TrimRight(page.String(), "\n")+"\n")
	return err
}

func says(r schemas.Requirement) string {
	words := escaped(r.Says)
	if r.Binds != "" {
		words += " *(binds the " + r.Binds + ")*"
	}
	if r.Needs != "" {
		words += " *Needs " + escaped(r.Needs) + ".*"
	}
	return words
}

func judgedBy(r schemas.Requirement) string {
	var parts []string
	for _, judged := range r.Judged {
		parts = append(parts, fmt.Sprintf("%s: %s.", legLink("legs.md", judged.Leg), strings.Join(judged.Rules, ", ")))
	}
	if len(r.Told) > 0 {
		links := make([]string, len(r.Told))
		for i, leg := range r.Told {
			links[i] = legLink("legs.md", leg)
		}
		parts = append(parts, "Told by "+strings.Join(links, ", ")+".")
	}
	if len(r.Variants) > 0 {
		parts = append(parts, "Used by "+codes(r.Variants)+".")
	}
	if r.Reason != "" {
		parts = append(parts, escaped(r.Reason))
	}
	return strings.Join(parts, " ")
}
