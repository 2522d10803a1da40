package reports

import (
	"bytes"
	"fmt"
	"io"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// ConsoleOptions say what the caller found out about where the text goes.
type ConsoleOptions struct {
	Colour bool // escapes for colours; the caller has looked at the terminal, NO_COLOR and CI
	Width  int  // cells of a line: the table is cut to it and text wrapped at spaces; 0 means lines as long as they are
	Quiet  bool // only what did not pass, the totals and the exit code
}

// WriteConsole writes the report for people: the legs by scenario, then each failure with what shows it and each blocked leg
// with what to do, the totals, where the time went and the meaning of the exit code.
// It errs only when writing does.
func WriteConsole(w io.Writer, view View, options ConsoleOptions) error {
	page := &console{View: view, palette: newPalette(options.Colour), width: options.Width}
	if !options.Quiet {
		page.head()
		page.table()
	}
	page.failures()
	page.blocked()
	page.required()
	page.waivers(options.Quiet)
	page.left()
	if !options.Quiet {
		page.advice()
		page.time()
	}
	page.end()
	return write(w, page.out.Bytes(), "the console report")
}

// console gathers the text of one report.
type console struct {
	View
	palette
	width int
	out   bytes.Buffer
}

func (c *console) line(format string, arguments ...any) {
	fmt.Fprintf(&c.out, format+"\n", arguments...)
}

func (c *console) head() {
	report := c.Report
	c.line("%s %s", c.strong.Sprint(clean(report.Suite.Name, nameLimit)), clean(report.Suite.Version, nameLimit))
	c.hanging("  host       ", clean(report.Host.URL, detailLimit)+"  "+hostWords(report.Host), nil)
	c.hanging("  discovery  ", discoveryWords(report.Discovery), nil)
	c.hanging("  trigger    ", triggerSentence(report), nil)
	c.hanging("  started    ", clean(report.StartedAt, nameLimit)+", "+milliSeconds(report.DurationMs), nil)
	if broken := unfinished(c.Records); broken != "" {
		c.hanging("  incomplete ", broken, c.bad)
	}
	c.line("")
}

// unfinished tells of a journal that does not end as a whole run does.
func unfinished(records []journal.Record) string {
	if len(records) == 0 {
		return ""
	}
	last := records[len(records)-1]
	var end *journal.End
	if last.End != nil {
		end = last.End
	}
	return brokenOff(journal.Evidence{Last: last.Seq, EndedAt: last.At, Ended: end})
}

func (c *console) end() {
	report := c.Report
	c.hanging("", totalsSentence(report), nil)
	c.hanging("", exitSentence(c.View), c.shade(report))
}

func (c *console) advice() {
	said := false
	for _, leg := range c.Report.Legs {
		for _, finding := range leg.Findings {
			if finding.Outcome != judges.Advisory {
				continue
			}
			c.hanging("advice ", clean(leg.ID, nameLimit)+" "+clean(finding.Rule, nameLimit)+": "+clean(finding.Message, detailLimit), nil)
			said = true
		}
	}
	if said {
		c.line("")
	}
}

// time tells where the time went, as far as the journal does.
func (c *console) time() {
	spans := inOrder(spansOf(c.Records))
	if len(spans) == 0 {
		return
	}
	c.line("Where the time went: %s, of it %s in settle windows", milliSeconds(c.Report.DurationMs), seconds(settledIn(c.Records)))
	for _, stretch := range spans {
		lead := fmt.Sprintf("  %s %9s  ", pad(clean(stretch.name, nameLimit), 26), seconds(stretch.length()))
		text := fmt.Sprintf("from %s to %s", seconds(stretch.from), seconds(stretch.to))
		if stretch.settling > 0 {
			text += ", settling " + seconds(stretch.settling)
		}
		if stretch.missed > 0 {
			text += ", waited in vain " + plural(stretch.missed, "time", "times")
		}
		c.hanging(lead, text, nil)
	}
	c.line("")
}

func milliSeconds(ms int64) string {
	return fmt.Sprintf("%d.%03d s", ms/1000, ms%1000)
}
