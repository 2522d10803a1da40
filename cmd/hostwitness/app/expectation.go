package app

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"hostwitness/fixtures/double"
	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
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

// askedFor sorts the legs that the operator has to ask for into those that --long
// asks for and those that the run leaves out. A leg of a fact that was given is
// in neither: it is as any other.
func askedFor(catalogue *schemas.Index, options journal.Options) (long, left map[string]bool) {
	long, left = make(map[string]bool), make(map[string]bool)
	given := asksFor(options)
	for _, fact := range catalogue.Asked() {
		for _, leg := range fact.Legs {
			left[leg] = !given[fact.Name]
			long[leg] = given[fact.Name] && fact.Name == askedLong
		}
	}
	return long, left
}

// askedLong is the catalogue's name for what --long asks for.
const askedLong = "long"

// asksFor says by the catalogue's names what the options ask for.
func asksFor(options journal.Options) map[string]bool {
	return map[string]bool{
		askedLong:   options.Long,
		"volume":    options.Volume > 0,
		"restart":   options.Facts.Restart,
		"expiry":    options.Facts.Expire,
		"removal":   options.Facts.Remove,
		"workspace": len(options.Facts.Workspaces) > 0,
	}
}

// mayStay says that a leg which the operator has to ask for may end so against a
// double that is not about it: it never convicts, and a lawful host's is measured
// unless it does not bind. Where the double names it as one that may not be
// measured, both will do, since there the moment decides.
func (t *trial) mayStay(seen outcome) bool {
	if t.kind == "sabotage" || t.kind == "mislabel" {
		return seen.result != judges.Fail
	}
	return seen.result == judges.Pass || seen.result == judges.Inapplicable
}

// missesOf lists where the outcomes differ from what the trial's double states:
// a leg that it does not name must pass or end as on the reference host, one that
// it names must end as it says,
// a conviction must be for exactly the rules it says, and what the run left out
// must be skipped.
func (t *trial) missesOf(left, asked map[string]bool, outcomes []outcome) []string {
	stated, usual := make(map[string]double.Expectation, len(t.double.Expect)), make(map[string]string)
	for _, expectation := range double.Reference() {
		usual[expectation.Leg] = expectation.Result
	}
	for _, expectation := range t.double.Expect {
		stated[expectation.Leg] = expectation
	}
	var misses []string
	for _, seen := range outcomes {
		expectation, named := stated[seen.leg]
		delete(stated, seen.leg)
		if !t.double.Long && asked[seen.leg] && expectation.Result != double.Fail && t.mayStay(seen) {
			continue
		}
		want := string(judges.Pass)
		switch {
		case left[seen.leg]:
			want, expectation.Rules = string(judges.Skipped), nil
		case named:
			want = expectation.Result
		case usual[seen.leg] != "":
			want = usual[seen.leg]
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
