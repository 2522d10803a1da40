package app

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"hostwitness/scenarios"
)

// cleaned is what a cleanup came to, told while it goes on or as one document.
type cleaned struct {
	Journals []cleanedJournal `json:"journals"`
	Left     int              `json:"left"` // subscriptions that may still be there

	out     io.Writer
	options cleanupOptions
	unsure  bool // a journal is damaged, so more may be left than is known
	undone  int
	failed  error // of printing
}

// cleanedJournal is one journal of it.
type cleanedJournal struct {
	File          string                `json:"file"`
	Host          string                `json:"host,omitempty"`
	StartedAt     string                `json:"startedAt,omitempty"`
	Note          string                `json:"note,omitempty"` // what is to be known of the journal itself
	Subscriptions []cleanedSubscription `json:"subscriptions"`
}

// cleanedSubscription is one that was left.
type cleanedSubscription struct {
	Name      string `json:"name"`
	Tenant    string `json:"tenant"`
	WebhookID string `json:"webhookId,omitempty"`
	Target    string `json:"target,omitempty"`
	Result    string `json:"result"`
	Detail    string `json:"detail,omitempty"`
}

func newCleaned(out io.Writer, options cleanupOptions) *cleaned {
	return &cleaned{out: out, options: options, Journals: []cleanedJournal{}}
}

// begin tells of a journal, and where nothing is to be done what would be.
func (c *cleaned) begin(job cleaning) {
	c.unsure = c.unsure || job.damage != nil
	c.Journals = append(c.Journals, cleanedJournal{
		File: job.name, Host: printable(job.run.Host), StartedAt: printable(job.run.StartedAt), Note: job.note(),
		Subscriptions: []cleanedSubscription{},
	})
	heading := job.name
	if job.run.Host != "" {
		heading += ": " + printable(job.run.Host) + ", run of " + printable(job.run.StartedAt)
	}
	c.line("%s", heading)
	if note := job.note(); note != "" {
		c.line("  %s", note)
	}
	if !c.options.plan {
		return
	}
	for _, left := range job.left {
		c.add(left, "planned", plannedFor(left))
	}
}

// note is what is to be known of a journal before what it left is told.
func (c cleaning) note() string {
	switch {
	case c.damage != nil:
		return fmt.Sprintf("damaged at line %d (%s): only what stands before it is used, and more may be left than is told here", c.damage.Line, c.damage.Damage)
	case c.embedded:
		return "its host was in the run's own process and ended with it"
	case len(c.records) == 0:
		return "killed before its first record, and so before its first request"
	}
	return ""
}

func plannedFor(left scenarios.Leftover) string {
	if left.WebhookID != "" {
		return "would be deleted"
	}
	return "would be registered again with its own key, which gives its id, and deleted"
}

// tell tells what became of one subscription.
func (c *cleaned) tell(undone scenarios.Undone) {
	c.add(undone.Leftover, string(undone.Result), undone.Detail)
	if undone.Result == scenarios.UndoneLeft {
		c.Left++
	} else {
		c.undone++
	}
}

func (c *cleaned) add(left scenarios.Leftover, result, detail string) {
	one := cleanedSubscription{
		Name: printable(left.Name), Tenant: printable(string(left.Tenant)), WebhookID: printable(left.WebhookID), Target: printable(left.Target),
		Result: result, Detail: printable(detail),
	}
	last := &c.Journals[len(c.Journals)-1]
	last.Subscriptions = append(last.Subscriptions, one)
	c.line("  %s", one.sentence())
}

// sentence is one line on one subscription, with what a person needs to find it.
func (s cleanedSubscription) sentence() string {
	text := s.Name + " (tenant " + s.Tenant + ")"
	if s.WebhookID != "" {
		text += " " + s.WebhookID
	}
	text += ": " + s.Result
	if s.Detail != "" {
		text += ": " + s.Detail
	}
	if s.Target != "" && (s.Result == string(scenarios.UndoneLeft) || s.Result == "planned") {
		text += " (it delivers to " + s.Target + ")"
	}
	return text
}

// end tells what it came to in all.
func (c *cleaned) end() error {
	if c.options.format == "json" {
		encoder := json.NewEncoder(c.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(c)
	}
	switch {
	case c.options.plan:
		c.line("Nothing was sent.")
	case c.Left > 0:
		c.line("%s may be left on the host.", counted(c.Left, "subscription"))
	case c.unsure:
		c.line("Nothing is left of what the journal tells before its damage.")
	default:
		c.line("Nothing is left.")
	}
	return c.failed
}

// line prints at once in the text format. A failure is kept and told in the end:
// what goes on must not stop for it.
func (c *cleaned) line(format string, arguments ...any) {
	if c.options.format != "text" {
		return
	}
	if _, err := fmt.Fprintf(c.out, format+"\n", arguments...); err != nil && c.failed == nil {
		c.failed = fmt.Errorf("print what was taken back: %w", err)
	}
}

// maxPrinted bounds one text of a journal or a host on a terminal, in bytes.
const maxPrinted = 300

// printable shows a text that somebody else wrote as one line without a control
// byte.
func printable(text string) string {
	cut := ""
	if len(text) > maxPrinted {
		text, cut = text[:maxPrinted], "…"
	}
	quoted := strconv.Quote(text)
	return quoted[1:len(quoted)-1] + cut
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
