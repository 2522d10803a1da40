package compare

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"hostwitness/reports"
)

// ConsoleOptions say what the caller found out about where the text goes.
type ConsoleOptions struct {
	Colour bool
	Width  int // cells of a line, 0 for lines as long as they are
}

// WriteConsole writes the comparison for people: the two lists, what is
// different about the runs, each leg that changed or fails in both (those that
// changed alike together), the count of each change, and whether anything got
// worse. It errs only when writing
// does.
func WriteConsole(w io.Writer, comparison Comparison, options ConsoleOptions) error {
	page := &page{width: options.Width, colour: options.Colour}
	page.head(comparison)
	page.facts(comparison.Run)
	for _, group := range alike(comparison.Legs) {
		page.legs(group)
	}
	page.notCompared(comparison)
	page.end(comparison)
	if _, err := w.Write(page.out.Bytes()); err != nil {
		return fmt.Errorf("write the comparison: %w", err)
	}
	return nil
}

// page gathers the text. Everything given to it is harmless already.
type page struct {
	out    bytes.Buffer
	width  int
	colour bool
}

func (p *page) shade(attributes ...color.Attribute) *color.Color {
	chosen := color.New(attributes...)
	if p.colour {
		chosen.EnableColor()
	} else {
		chosen.DisableColor()
	}
	return chosen
}

// hanging writes a text behind a lead, wrapped; later lines stand under it.
func (p *page) hanging(lead, text string) {
	const least = 20
	room := 0
	if p.width > 0 {
		room = max(least, p.width-reports.Cells(lead))
	}
	for _, line := range reports.Wrap(text, room) {
		fmt.Fprintf(&p.out, "%s%s\n", lead, line)
		lead = strings.Repeat(" ", reports.Cells(lead))
	}
}

// labelled writes a text behind its label, and nothing without a text.
func (p *page) labelled(label, text string) {
	if text != "" {
		p.hanging(fmt.Sprintf("    %-9s ", label), text)
	}
}

func (p *page) blank() { p.out.WriteByte('\n') }

func (p *page) head(comparison Comparison) {
	p.hanging("  old   ", sideWords(comparison.Old))
	p.hanging("  new   ", sideWords(comparison.New))
	p.hanging("  host  ", samenessWords(comparison))
	if comparison.Reversed {
		p.hanging("  note  ", "the old one is later than the new one: are they given in the right order?")
	}
	p.blank()
}

func sideWords(side Side) string {
	host := strings.Join(strings.Fields(side.Host.Vendor+" "+side.Host.Name+" "+side.Host.Version), " ")
	if host == "" {
		host = "a host that does not say what it is"
	}
	return fmt.Sprintf("%s (%s): %s at %s, by %s %s, %s",
		side.Source, side.Kind, host, side.Host.URL, side.Suite.Name, side.Suite.Version, side.StartedAt)
}

func samenessWords(comparison Comparison) string {
	old, new := comparison.Old.Host, comparison.New.Host
	switch comparison.SameHost {
	case SameAddress:
		if old.Name != new.Name {
			return "the same address, and it calls itself otherwise"
		}
		return "the same address"
	case SameName:
		return "another address; both call themselves " + new.Name + ", so it may be the same host"
	case OtherHost:
		return "another host: another address, and another name"
	}
	return "another address, and not both say what they are: it may be another host"
}

func (p *page) facts(facts []Fact) {
	for _, fact := range facts {
		p.hanging(fmt.Sprintf("  %-18s  ", fact.Name), orNone(fact.Old)+" → "+orNone(fact.New))
	}
	if len(facts) > 0 {
		p.blank()
	}
}

func orNone(text string) string {
	if text == "" {
		return "(not said)"
	}
	return text
}

// notCompared names some of what only one list speaks of.
func (p *page) notCompared(comparison Comparison) {
	p.only("old", comparison.OnlyOld)
	p.only("new", comparison.OnlyNew)
}

func (p *page) only(side string, ids []string) {
	const shown = 6
	if len(ids) == 0 {
		return
	}
	text := strings.Join(ids[:min(shown, len(ids))], ", ")
	if more := len(ids) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	p.hanging(fmt.Sprintf("Only in the %s list, not compared: ", side), text)
	p.blank()
}

func (p *page) end(comparison Comparison) {
	var counts []string
	for _, change := range changes() {
		if count := comparison.Counts[change]; count > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count, words(change)))
		}
	}
	counts = append(counts, fmt.Sprintf("%d unchanged", comparison.Unchanged))
	p.hanging("", strings.Join(counts, ", ")+".")
	if comparison.Worse {
		p.hanging("", p.shade(color.FgRed, color.Bold).Sprint("Something got worse."))
		return
	}
	p.hanging("", p.shade(color.FgGreen).Sprint("Nothing got worse."))
}
