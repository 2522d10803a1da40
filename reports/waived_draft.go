package reports

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"hostwitness/judges"
)

// draftWidth is how wide a comment of a draft is, in cells.
const draftWidth = 100

// WriteWaiversDraft writes a waivers file that names every rule that the legs of a report violated, each with an empty reason,
// so that it is refused until a person has said why each failure is accepted or has deleted the entry. All of them expire on
// the given day (YYYY-MM-DD). Above each entry a comment says what was wrong; no text of a host can end it.
//
// It gives the number of entries. Where nothing failed it is 0 and nothing is written.
func WriteWaiversDraft(w io.Writer, report Report, expires string) (int, error) {
	draft := &draft{expires: expires}
	for _, leg := range report.with(judges.Fail) {
		if err := draft.leg(leg); err != nil {
			return 0, fmt.Errorf("draft the waivers: %w", err)
		}
	}
	if draft.entries == 0 {
		return 0, nil
	}
	var head bytes.Buffer
	comment(&head, "", fmt.Sprintf("What failed at %s on %s, as %s found it.", clean(report.Host.URL, dataLimit),
		clean(report.StartedAt, nameLimit), words(clean(report.Suite.Name, nameLimit), clean(report.Suite.Version, nameLimit))))
	comment(&head, "", "Write a reason into every entry, or delete it: until then the file is refused. A waiver changes the exit code of a run and nothing else.")
	head.WriteString("waivers:\n")
	return draft.entries, write(w, append(head.Bytes(), draft.out.Bytes()...), "the draft of the waivers")
}

type draft struct {
	out     bytes.Buffer
	expires string
	entries int
}

// leg writes an entry for each rule that the leg violated, in the order they were found.
func (d *draft) leg(leg Leg) error {
	var done []string
	for _, finding := range leg.Findings {
		if finding.Outcome != judges.Violated || slices.Contains(done, finding.Rule) {
			continue
		}
		done = append(done, finding.Rule)
		if err := d.entry(leg, finding.Rule, finding.Message); err != nil {
			return err
		}
	}
	if len(done) == 0 {
		return d.entry(leg, "", leg.Reason)
	}
	return nil
}

func (d *draft) entry(leg Leg, rule, message string) error {
	d.entries++
	d.out.WriteByte('\n')
	comment(&d.out, "  ", clean(message, detailLimit))
	for _, waived := range leg.Waived {
		if waived.Rule == "" || waived.Rule == rule {
			comment(&d.out, "  ", "Waived in that run "+waiverWords(Waiver{Reason: waived.Reason, Issue: waived.Issue, Expires: waived.Expires}))
		}
	}
	lead := "  - "
	for _, member := range [][2]string{{"leg", leg.ID}, {"rule", rule}} {
		if member[1] == "" {
			continue
		}
		scalar, err := yaml.Marshal(clean(member[1], nameLimit))
		if err != nil {
			return fmt.Errorf("write the id of a %s: %w", member[0], err)
		}
		fmt.Fprintf(&d.out, "%s%s: %s", lead, member[0], scalar)
		lead = "    "
	}
	fmt.Fprintf(&d.out, "    reason: \"\"\n    expires: %s\n", d.expires)
	return nil
}

// comment writes a clean text as comment lines.
func comment(out *bytes.Buffer, indent, text string) {
	for _, line := range wrap(strings.TrimSpace(text), draftWidth) {
		fmt.Fprintf(out, "%s# %s\n", indent, line)
	}
}
