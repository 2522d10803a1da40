package app

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"hostwitness/fixtures/double"
	"hostwitness/judges"
)

// outcome is what became of one leg against a double.
type outcome struct {
	leg    string
	result judges.Result
	rules  []string // violated, sorted
	reason string
}

func outcomesOf(verdicts []judges.Verdict) []outcome {
	outcomes := make([]outcome, 0, len(verdicts))
	for _, verdict := range verdicts {
		var rules []string
		for _, finding := range verdict.Findings {
			if finding.Outcome == judges.Violated && !slices.Contains(rules, finding.Rule) {
				rules = append(rules, finding.Rule)
			}
		}
		slices.Sort(rules)
		outcomes = append(outcomes, outcome{leg: verdict.Leg, result: verdict.Result, rules: rules, reason: verdict.Reason})
	}
	return outcomes
}

// missesOf lists where the outcomes differ from what a double states: a leg
// that it does not name must pass, one that it names must end as it says, and
// a conviction must be for exactly the rules it says.
func missesOf(expected []double.Expectation, outcomes []outcome) []string {
	stated := make(map[string]double.Expectation, len(expected))
	for _, expectation := range expected {
		stated[expectation.Leg] = expectation
	}
	var misses []string
	for _, seen := range outcomes {
		expectation, named := stated[seen.leg]
		delete(stated, seen.leg)
		want := string(judges.Pass)
		if named {
			want = expectation.Result
		}
		rules := slices.Sorted(slices.Values(expectation.Rules))
		if string(seen.result) != want || !slices.Equal(seen.rules, rules) {
			misses = append(misses, fmt.Sprintf("%s: expected %s, got %s", seen.leg, stateOf(want, rules), stateOf(string(seen.result), seen.rules))+because(seen))
		}
	}
	for leg := range stated {
		misses = append(misses, fmt.Sprintf("%s: expected %s, but there is no such leg", leg, stated[leg].Result))
	}
	slices.Sort(misses)
	return misses
}

func because(seen outcome) string {
	if seen.reason == "" {
		return ""
	}
	return " (" + seen.reason + ")"
}

func stateOf(result string, rules []string) string {
	if len(rules) == 0 {
		return result
	}
	return result + " for " + strings.Join(rules, ", ")
}

// matchesAny says that one of the globs matches the id.
func matchesAny(globs []string, id string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		matched, err := path.Match(glob, id)
		return err == nil && matched
	})
}

// checkMatches refuses a glob that matches no double.
func checkMatches(globs []string, trials []trial) error {
	for _, glob := range globs {
		if !slices.ContainsFunc(trials, func(t trial) bool { return matchesAny([]string{glob}, t.double.ID) }) {
			return usagef("--only %q matches no double; see `hostwitness list --sabotages` and `--variants`", glob)
		}
	}
	return nil
}
