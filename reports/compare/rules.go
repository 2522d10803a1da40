package compare

import "hostwitness/judges"

// RuleChange is what became of one rule of a leg.
type RuleChange struct {
	Rule    string         `json:"rule"`
	Change  RuleKind       `json:"change"`
	Old     judges.Outcome `json:"old,omitempty"` // absent: the leg did not speak of the rule
	New     judges.Outcome `json:"new,omitempty"`
	Message string         `json:"message,omitempty"` // of the finding that decides, the new one where there is one
}

// RuleKind is how a rule changed.
type RuleKind string

// The kinds of change of a rule.
const (
	RuleFixed         RuleKind = "fixed"          // violated before, and holds
	RuleNewlyViolated RuleKind = "newly-violated" // violated, and was not
	RuleStillViolated RuleKind = "still-violated"
	RuleOther         RuleKind = "changed" // any other outcome than before
)

// ruleChanges gives the rules whose outcome changed and those violated in both,
// in the order in which the new findings speak of them, then the old.
func ruleChanges(old, new []judges.Finding) []RuleChange {
	before, after := decided(old), decided(new)
	var list []RuleChange
	for _, rule := range rulesOf(new, old) {
		was, is := before[rule], after[rule]
		if was.Outcome == is.Outcome && is.Outcome != judges.Violated {
			continue
		}
		change := RuleChange{Rule: rule, Change: ruleKind(was.Outcome, is.Outcome), Old: was.Outcome, New: is.Outcome, Message: is.Message}
		if is.Outcome == "" {
			change.Message = was.Message
		}
		list = append(list, change)
	}
	return list
}

func ruleKind(was, is judges.Outcome) RuleKind {
	switch {
	case is == judges.Violated && was == judges.Violated:
		return RuleStillViolated
	case is == judges.Violated:
		return RuleNewlyViolated
	case is == judges.Holds && was == judges.Violated:
		return RuleFixed
	}
	return RuleOther
}

// decided gives for each rule the finding that decides it: a rule that was
// violated once is violated, however often it held.
func decided(findings []judges.Finding) map[string]judges.Finding {
	deciding := make(map[string]judges.Finding, len(findings))
	for _, finding := range findings {
		if known, ok := deciding[finding.Rule]; !ok || gravity(finding.Outcome) > gravity(known.Outcome) {
			deciding[finding.Rule] = finding
		}
	}
	return deciding
}

func gravity(outcome judges.Outcome) int {
	switch outcome {
	case judges.Violated:
		return 4
	case judges.Unproven:
		return 3
	case judges.Holds:
		return 2
	}
	return 1
}

// rulesOf lists the rules of several lists of findings, each once, in order.
func rulesOf(lists ...[]judges.Finding) []string {
	seen := map[string]bool{}
	var rules []string
	for _, findings := range lists {
		for _, finding := range findings {
			if !seen[finding.Rule] {
				seen[finding.Rule] = true
				rules = append(rules, finding.Rule)
			}
		}
	}
	return rules
}

func violatesMore(changes []RuleChange) bool {
	for _, change := range changes {
		if change.Change == RuleNewlyViolated {
			return true
		}
	}
	return false
}
