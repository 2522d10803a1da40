package app

import (
	"path"
	"slices"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// requirement is what --require meant to a run, as far as this build can tell.
type requirement struct {
	legs    map[string]bool // of this build: those that must be executed-pass
	unknown []string        // legs of the run that were required and that this build does not have
	vain    []string        // patterns that match nothing any more
}

// requiredBy reads the patterns of an earlier run. Its catalogue may have had
// other legs, so a pattern that matches none is no wrong use here. What the run
// required it had selected; a leg that a pattern matches only now was not asked
// for.
func requiredBy(run journal.Run, legs []schemas.Leg) requirement {
	found := requirement{legs: make(map[string]bool)}
	selected := make(map[string]bool, len(run.Legs))
	for _, leg := range run.Legs {
		selected[leg] = true
	}
	used := make([]bool, len(run.Options.Require))
	for _, leg := range legs {
		required := matchAny(run.Options.Require, used, leg.ID, leg.Scenario)
		if required && selected[leg.ID] {
			found.legs[leg.ID] = true
		}
		delete(selected, leg.ID)
	}
	for _, leg := range run.Legs {
		if selected[leg] && matchAny(run.Options.Require, used, leg) {
			found.unknown = append(found.unknown, leg)
		}
	}
	for k, pattern := range run.Options.Require {
		if !used[k] && !slices.Contains(found.vain, pattern) {
			found.vain = append(found.vain, pattern)
		}
	}
	return found
}

// matchAny says that a pattern matches one of the names, and notes which did.
// One that is no pattern matches nothing.
func matchAny(patterns []string, used []bool, names ...string) bool {
	matched := false
	for k, pattern := range patterns {
		for _, name := range names {
			if ok, _ := path.Match(pattern, name); ok {
				used[k], matched = true, true
			}
		}
	}
	return matched
}
