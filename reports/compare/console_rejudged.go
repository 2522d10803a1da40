package compare

import (
	"fmt"
	"io"
	"strings"

	"hostwitness/reports"
)

// WriteRejudged writes for people how the catalogue of a run differs from this
// build's, and what judging again gives that the report does not say. Where
// neither is anything it writes nothing. It errs only when writing does.
func WriteRejudged(w io.Writer, knowledge Knowledge, differences []Difference, options ConsoleOptions) error {
	page := &page{width: options.Width, colour: options.Colour}
	page.knowledge(knowledge)
	page.differences(differences)
	if page.out.Len() == 0 {
		return nil
	}
	if _, err := w.Write(page.out.Bytes()); err != nil {
		return fmt.Errorf("write what differs: %w", err)
	}
	return nil
}

func (p *page) knowledge(knowledge Knowledge) {
	if knowledge.Same {
		return
	}
	p.hanging("", fmt.Sprintf("The run went by another catalogue (%s, of %s) than this build (%s, of %s).",
		digestWords(knowledge.Run.Catalogue), suiteWords(knowledge.Run.Name, knowledge.Run.Version),
		digestWords(knowledge.Build.Catalogue), suiteWords(knowledge.Build.Name, knowledge.Build.Version)))
	p.count("known to both", knowledge.Known)
	p.count("not known to this build and not judged", knowledge.Unknown)
	p.count("not known to the run, so nothing was done for them", knowledge.Undriven)
	var revised []string
	for _, leg := range knowledge.Revised {
		revised = append(revised, fmt.Sprintf("%s (revision %d → %d)", leg.Leg, leg.Ran, leg.Now))
	}
	p.count("judged by another revision", revised)
	switch {
	case knowledge.Reported:
		p.hanging("  ", "The journal does not tell by which revisions the run went; those that its report names are taken.")
	case !knowledge.Told:
		p.hanging("  ", "The journal does not tell by which revisions the run went, and there is no report beside it that does.")
	}
}

func digestWords(digest string) string {
	const shown = 12
	return reports.OneLine(digest, shown)
}

func suiteWords(suite, version string) string { return name(suite) + " " + name(version) }

// count counts legs and names the first of them.
func (p *page) count(what string, legs []string) {
	const shown = 20
	if len(legs) == 0 {
		return
	}
	list := make([]string, 0, shown)
	for _, leg := range legs[:min(shown, len(legs))] {
		list = append(list, name(leg))
	}
	text := strings.Join(list, ", ")
	if more := len(legs) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	p.hanging("  ", fmt.Sprintf("%s (%d): %s", what, len(legs), text))
}

func (p *page) differences(differences []Difference) {
	const shown = 50
	var told []Difference
	for _, difference := range differences {
		if !difference.Excused || !difference.ofCatalogue() { // else what is known of the catalogues says it
			told = append(told, difference)
		}
	}
	if len(told) == 0 {
		return
	}
	p.hanging("", "Judging again does not give what report.json says:")
	for _, difference := range told[:min(shown, len(told))] {
		p.difference(difference)
	}
	if more := len(told) - shown; more > 0 {
		p.hanging("  ", fmt.Sprintf("and %d more differences", more))
	}
}

// ofCatalogue says that the difference follows from the catalogues alone.
func (d Difference) ofCatalogue() bool {
	return d.What == DifferentRevision || d.What == UnknownLeg || d.What == MissingLeg
}

func (p *page) difference(difference Difference) {
	of := "the run"
	if difference.Leg != "" {
		of = name(difference.Leg)
	}
	p.hanging("  ", of+": "+string(difference.What))
	p.labelled("report", detail(difference.Recorded))
	p.labelled("again", detail(difference.Rejudged))
	for _, rule := range difference.Rules {
		rule.Rule, rule.Message = name(rule.Rule), detail(rule.Message)
		p.labelled("rule", ruleWords(rule))
	}
	p.labelled("because", detail(difference.Why))
}
