package compare

import (
	"fmt"
	"slices"

	"hostwitness/judges"
	"hostwitness/reports"
)

// leg compares a leg that both reports have.
func (e examination) leg(was, is reports.Leg) []Difference {
	ran := e.ranBy(was, is)
	changed := ran > 0 && ran != is.Revision
	list := e.revision(was, is, ran)
	if difference := verdictDifference(was, is); difference != nil {
		difference.Excused = changed || difference.What == DifferentWording && !e.sameBuild()
		difference.Why = e.why(ran, is.Revision)
		list = append(list, *difference)
	}
	if recorded, rejudged := placeOf(was), placeOf(is); recorded != rejudged {
		list = append(list, Difference{
			Leg: is.ID, What: DifferentPlace, Recorded: recorded, Rejudged: rejudged,
			Excused: !e.sameCatalogue() && was.DurationMs == is.DurationMs, Why: e.why(ran, is.Revision),
		})
	}
	return list
}

// revision tells of a leg whose judge means something else than it did, or
// whose recorded revision is not the run's.
func (e examination) revision(was, is reports.Leg, ran int) []Difference {
	difference := Difference{
		Leg: is.ID, What: DifferentRevision, Recorded: fmt.Sprint(was.Revision), Rejudged: fmt.Sprint(is.Revision),
	}
	switch {
	case was.Revision != ran && ran == 0:
		difference.Why = "the catalogue of the run did not have the leg, so the report cannot have judged it"
	case was.Revision != ran:
		difference.Why = fmt.Sprintf("the report says revision %d and the run went by revision %d: the report was changed", was.Revision, ran)
	case ran != is.Revision:
		difference.Excused, difference.Why = true, e.why(ran, is.Revision)
	default:
		return nil
	}
	return []Difference{difference}
}

func placeOf(leg reports.Leg) string {
	return fmt.Sprintf("%s, scenario %s, %d ms", leg.Requirement, leg.Scenario, leg.DurationMs)
}

func verdictOf(leg reports.Leg) string {
	if leg.Reason == "" {
		return string(leg.Result)
	}
	return string(leg.Result) + ": " + leg.Reason
}

// verdictDifference compares what was judged, nil where it is the same to the
// last word.
func verdictDifference(was, is reports.Leg) *Difference {
	rules := ruleChanges(was.Findings, is.Findings)
	different := Difference{Leg: is.ID, Recorded: verdictOf(was), Rejudged: verdictOf(is), Rules: onlyChanged(rules)}
	switch {
	case was.Result != is.Result:
		different.What = DifferentVerdict
	case was.Assertions != is.Assertions || len(different.Rules) > 0:
		different.What = DifferentRules
		different.Recorded, different.Rejudged = assertionsOf(was), assertionsOf(is)
	case !sameWords(was, is):
		different.What = DifferentWording
	default:
		return nil
	}
	return &different
}

func assertionsOf(leg reports.Leg) string {
	return fmt.Sprintf("%s with %d assertions", leg.Result, leg.Assertions)
}

func onlyChanged(rules []RuleChange) []RuleChange {
	var changed []RuleChange
	for _, rule := range rules {
		if rule.Change != RuleStillViolated {
			changed = append(changed, rule)
		}
	}
	return changed
}

func sameWords(was, is reports.Leg) bool {
	return was.Reason == is.Reason && slices.EqualFunc(was.Findings, is.Findings, sameFinding)
}

func sameFinding(was, is judges.Finding) bool {
	return was.Rule == is.Rule && was.Outcome == is.Outcome && was.Message == is.Message &&
		was.Expected == is.Expected && was.Observed == is.Observed && slices.Equal(was.Records, is.Records)
}
