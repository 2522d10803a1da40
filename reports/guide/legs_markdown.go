package guide

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hostwitness/schemas"
)

const legsHead = `# Legs

What a run asks of a host, leg by leg: by which sentence, how it is measured, what each rule says, what usually breaks it and how
to mend that. This page is made of ` + "`schemas/catalogue.yaml`" + ` by ` + "`make docs`" + `; ` + "`hostwitness explain LEG`" + ` prints one leg with
recorded traffic that passes and traffic that fails, and [requirements.md](requirements.md) leads from the sentences of the RFCs
to the legs.

Beside each rule stand sabotages: hosts in this program that break it. To see what such a failure looks like on the wire, serve
one and run against it:

    hostwitness host --listen 127.0.0.1:4010 --sabotage ID
    hostwitness run --host http://127.0.0.1:4010 --only LEG

A leg that is not passed and not failed says why. *Inapplicable* is a fact about the host: it does not claim what the leg asks
for. *Blocked* means that the rule binds the host and was not measured, and what to do is said with it. *Skipped* is the
operator's choice.
`

// WriteLegsMarkdown writes the page about legs. It errs only when writing does.
func WriteLegsMarkdown(w io.Writer, guide Guide) error {
	var page markdown
	page.line("%s", legsHead)
	page.contents(guide.Catalogue.Legs())
	page.everywhere(guide.Catalogue)
	scenario := ""
	for _, leg := range guide.Catalogue.Legs() {
		if leg.Scenario != scenario {
			scenario = leg.Scenario
			page.line("## Scenario %s\n", scenario)
		}
		page.leg(guide, leg)
	}
	_, err := io.WriteString(w, strings.TrimRight(page.String(), "\n")+"\n")
	return err
}

func (m *markdown) contents(legs []schemas.Leg) {
	m.line("## Contents\n")
	scenario := ""
	for _, leg := range legs {
		if leg.Scenario != scenario {
			scenario = leg.Scenario
			m.line("- [%s](#scenario-%s)", scenario, scenario)
		}
		m.line("  - %s: %s", legLink("", leg.ID), escaped(leg.Title))
	}
	m.line("")
}

// everywhere tells what can keep every leg of a host from being measured.
func (m *markdown) everywhere(catalogue *schemas.Index) {
	m.line("## What can keep any leg from being measured\n")
	for _, condition := range catalogue.Conditions() {
		if len(condition.Covers) == 0 {
			m.condition(condition)
		}
	}
	m.line("")
}

func (m *markdown) leg(guide Guide, leg schemas.Leg) {
	m.line("### %s\n", leg.ID)
	m.paragraph(fmt.Sprintf("**%s.** %s, %s, revision %d.", escaped(leg.Title), sectionOf(leg.RFC, leg.Section), leg.Level, leg.Revision))
	m.paragraph("*What is asked.* " + escaped(leg.Rule))
	m.paragraph("*How it is measured.* " + escaped(leg.Measured))
	rows := make([][]string, 0, len(leg.Rules))
	for _, rule := range leg.Rules {
		rows = append(rows, []string{code(rule.ID), ruleSection(leg, rule), escaped(rule.Statement), sabotagesOf(guide.breaking(leg.ID, rule.ID))})
	}
	m.table([]string{"Rule", "By", "What it says", "Sabotages that break it"}, rows)
	m.line("What usually breaks it:\n")
	for _, failure := range leg.Failures {
		m.line("- %s%s *Mend:* %s", escaped(failure.Cause), ofRules(failure.Rules), escaped(failure.Mend))
	}
	m.line("")
	m.unmeasured(guide.Catalogue, leg)
	m.paragraph("Requirements: " + codes(idsOf(guide.judging(leg.ID))) + ".")
}

// ruleSection names the RFC of a rule only where it is another than the leg's, or says SHOULD where the leg's level is another.
func ruleSection(leg schemas.Leg, rule schemas.Rule) string {
	section := rule.Section
	if rule.RFC != leg.RFC {
		section = sectionOf(rule.RFC, rule.Section)
	}
	if rule.Level != leg.Level {
		section += ", " + rule.Level
	}
	return section
}

func sabotagesOf(doubles []Double) string {
	ids := make([]string, len(doubles))
	for i, double := range doubles {
		ids[i] = code(double.ID)
		if !double.Served {
			ids[i] += " (a mislabelled vector)"
		}
	}
	return strings.Join(ids, ", ")
}

func ofRules(rules []string) string {
	if len(rules) == 0 {
		return ""
	}
	return " (" + codes(rules) + ")"
}

func (m *markdown) unmeasured(catalogue *schemas.Index, leg schemas.Leg) {
	conditions := catalogue.ConditionsOf(leg)
	asked := slices.DeleteFunc(slices.Clone(catalogue.Asked()), func(a schemas.Asked) bool { return !slices.Contains(a.Legs, leg.ID) })
	if len(conditions)+len(asked) == 0 {
		return
	}
	m.line("When it is not measured:\n")
	for _, fact := range asked {
		m.line("- *skipped*: it was not asked for. *What to do:* %s", escaped(fact.Ask))
	}
	for _, condition := range conditions {
		m.condition(condition)
	}
	m.line("")
}

func (m *markdown) condition(condition schemas.Condition) {
	m.line("- *%s*: %s *What to do:* %s", condition.Result, escaped(condition.When), escaped(condition.Do))
}

func idsOf(requirements []schemas.Requirement) []string {
	ids := make([]string, len(requirements))
	for i, requirement := range requirements {
		ids[i] = requirement.ID
	}
	return ids
}
