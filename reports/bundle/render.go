package bundle

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
)

// WriteJSON writes an outcome for machines, with the exit code that the command
// gives for it. A terminal shows it as harmless as the text for people.
func WriteJSON(w io.Writer, outcome Outcome, exitCode int) error {
	document, err := json.MarshalIndent(struct {
		Outcome
		ExitCode int `json:"exitCode"`
	}{outcome, exitCode}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the outcome: %w", err)
	}
	if _, err := w.Write(append(reports.PrintableJSON(document), '\n')); err != nil {
		return fmt.Errorf("print the outcome: %w", err)
	}
	return nil
}

// textCells bounds one line of what is printed for people.
const textCells = 400

// WriteText writes an outcome for people: the three answers, each on its own,
// then the run's own verdict, then what is against it.
func WriteText(w io.Writer, outcome Outcome) error {
	var text strings.Builder
	line := func(name, word, says string) {
		fmt.Fprintf(&text, "%-10s %-10s %s\n", name, word, reports.OneLine(says, textCells))
	}
	line("signature", outcome.Signature.Holds, outcome.Signature.Says)
	for _, signature := range outcome.Signatures {
		if len(outcome.Signatures) > 1 {
			line("", "", signature.KeyID+": "+signature.words())
		}
	}
	line("integrity", outcome.Integrity.Holds, outcome.Integrity.Says)
	line("verdicts", outcome.Verdicts.Holds, outcome.Verdicts.Says)
	for _, said := range outcome.Run.lines() {
		line(said[0], "", said[1])
	}
	told(&text, "refused", outcome.Refusals())
	var notices []refusal.Refusal
	for _, answer := range []Answer{outcome.Signature, outcome.Integrity, outcome.Verdicts} {
		notices = append(notices, answer.Notices...)
	}
	told(&text, "told", notices)
	if _, err := io.WriteString(w, text.String()); err != nil {
		return fmt.Errorf("print the outcome: %w", err)
	}
	return nil
}

// words are what became of one signature.
func (s Signature) words() string {
	switch {
	case s.Valid == nil:
		return "not checked, its key is not known"
	case !*s.Valid:
		return "not valid"
	case s.Attribution == Pinned:
		return "valid, by a pinned key"
	case s.Attribution == Published:
		return "valid, by a key of the discovery document given"
	}
	return "valid, and nothing that was given says whose it is"
}

func told(text *strings.Builder, heading string, entries []refusal.Refusal) {
	for _, entry := range entries {
		fmt.Fprintf(text, "%-10s %s\n", heading, reports.OneLine(entry.String(), textCells))
	}
}

// lines are what the run says of itself, each with its heading.
func (c RunClaim) lines() [][2]string {
	if !c.Read {
		return nil
	}
	about := c.Suite + " against " + c.Host
	if c.Build != nil {
		about += ", build " + c.Build.Kind + " " + c.Build.ID
	}
	lines := [][2]string{{"run", about + ", " + c.StartedAt}}
	if t := c.Totals; t != nil {
		result := fmt.Sprintf("%d passed, %d failed, %d blocked, %d inapplicable, %d skipped",
			t.ExecutedPass, t.ExecutedFail, t.Blocked, t.Inapplicable, t.Skipped)
		if c.ExitCode != nil {
			result += fmt.Sprintf(": exit code %d", *c.ExitCode)
		}
		lines = append(lines, [2]string{"result", result})
	}
	if len(c.NotMeasured) > 0 {
		lines = append(lines, [2]string{"unmeasured", strings.Join(c.NotMeasured, ", ")})
	}
	if c.Certified && c.Unsigned != "" {
		return append(lines, [2]string{"certified", "yes: " + c.Unsigned})
	}
	if c.Certified {
		return append(lines, [2]string{"certified", "yes"})
	}
	for _, shortfall := range c.Shortfalls {
		lines = append(lines, [2]string{"certified", "no: " + shortfall})
	}
	return lines
}
