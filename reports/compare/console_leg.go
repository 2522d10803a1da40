package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"

	"hostwitness/judges"
	"hostwitness/reports"
)

// alike gathers the legs that changed in the same way for the same reason. A
// group stands where its first leg does.
func alike(legs []LegChange) [][]LegChange {
	var groups [][]LegChange
	places := map[string]int{}
	for _, leg := range legs {
		key := fmt.Sprint(titleOf(leg), stepWords(leg), leg.Worse, reasons(leg), leg.Rules, noteOf(leg))
		place, known := places[key]
		if !known {
			place = len(groups)
			places[key] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], leg)
	}
	return groups
}

// reasons are the reasons and waivers that are told of a leg.
func reasons(leg LegChange) []string {
	var list []string
	for _, standing := range []*Standing{leg.Old, leg.New} {
		if standing != nil {
			list = append(list, fmt.Sprintf("%q%q", standing.Reason, standing.Waived))
		}
	}
	return list
}

// legs writes legs that changed alike: the title of each, then once how they
// stood and stand, their rules, and what to think of it.
func (p *page) legs(group []LegChange) {
	for _, leg := range group {
		p.title(leg)
	}
	leg := group[0]
	if leg.New != nil {
		p.labelled("now", leg.New.Reason)
		p.waivers(leg)
	}
	if leg.Old != nil && (leg.New == nil || leg.New.Result != leg.Old.Result) {
		p.labelled("was", leg.Old.Reason)
	}
	for _, rule := range leg.Rules {
		p.labelled("rule", ruleWords(rule))
	}
	p.labelled("note", noteOf(leg))
	p.blank()
}

func (p *page) title(leg LegChange) {
	title := titleOf(leg)
	switch {
	case leg.Worse:
		title = p.shade(color.FgRed, color.Bold).Sprint(strings.ToUpper(title))
	case slices.Contains(leg.Changes, Fixed):
		title = p.shade(color.FgGreen).Sprint(title)
	}
	fmt.Fprintf(&p.out, "%s %s  %s\n", title, p.shade(color.Bold).Sprint(leg.ID), stepWords(leg))
}

func titleOf(leg LegChange) string {
	var list []string
	for _, change := range leg.Changes {
		list = append(list, words(change))
	}
	return strings.Join(list, ", ")
}

// words is a change inside a sentence.
func words(change Change) string { return strings.ReplaceAll(string(change), "-", " ") }

func stepWords(leg LegChange) string {
	was, is := resultWords(leg.Old), resultWords(leg.New)
	if was == is {
		return is
	}
	return was + " → " + is
}

func resultWords(standing *Standing) string {
	if standing == nil {
		return "not there"
	}
	return string(standing.Result)
}

func (p *page) waivers(leg LegChange) {
	for _, waiver := range leg.New.Waived {
		text := "until " + waiver.Expires + ": " + waiver.Reason
		if waiver.Rule != "" {
			text = "rule " + waiver.Rule + " " + text
		}
		p.labelled("waived", text)
	}
}

func ruleWords(rule RuleChange) string {
	step := outcomeWords(rule.Old) + " → " + outcomeWords(rule.New)
	if rule.Old == rule.New {
		step = "still " + outcomeWords(rule.New)
	}
	return fmt.Sprintf("%s: %s: %s", rule.Rule, step, rule.Message)
}

func outcomeWords(outcome judges.Outcome) string {
	if outcome == "" {
		return "not spoken of"
	}
	return string(outcome)
}

// noteOf says what a reader could take wrongly.
func noteOf(leg LegChange) string {
	var notes []string
	if slices.Contains(leg.Changes, RevisionChanged) {
		notes = append(notes, fmt.Sprintf(
			"the judge's meaning changed (revision %d → %d): the change may come from it and not from the host", leg.Old.Revision, leg.New.Revision))
	}
	if slices.Contains(leg.Changes, FailureUnmeasured) {
		notes = append(notes, "it failed before and was not measured again, which mends nothing")
	}
	if slices.Contains(leg.Changes, ClaimDropped) && leg.Old.Result == judges.Fail {
		notes = append(notes, "it failed before, and the host no longer claims it")
	}
	return reports.OneLine(strings.Join(notes, "; "), detailLimit)
}
