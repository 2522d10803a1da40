package app

import (
	"path"

	"hostwitness/schemas"
)

// selectLegs gives the ids of the legs that --only and --skip leave, in the
// order of the catalogue. Patterns are globs over leg and scenario ids.
func selectLegs(legs []schemas.Leg, only, skip []string) ([]string, error) {
	included, err := matching("--only", legs, only)
	if err != nil {
		return nil, err
	}
	excluded, err := matching("--skip", legs, skip)
	if err != nil {
		return nil, err
	}
	var selected []string
	for _, leg := range legs {
		if (len(only) == 0 || included[leg.ID]) && !excluded[leg.ID] {
			selected = append(selected, leg.ID)
		}
	}
	if len(selected) == 0 {
		return nil, usagef("--only and --skip together leave no leg; see `hostwitness list`")
	}
	return selected, nil
}

// requireLegs gives the ids of the legs that must pass. One that is not
// selected cannot pass, so asking for it is wrong use.
func requireLegs(legs []schemas.Leg, selected, require []string) (map[string]bool, error) {
	required, err := matching("--require", legs, require)
	if err != nil {
		return nil, err
	}
	chosen := make(map[string]bool, len(selected))
	for _, id := range selected {
		chosen[id] = true
	}
	for _, leg := range legs {
		if required[leg.ID] && !chosen[leg.ID] {
			return nil, usagef("--require names %s, which --only and --skip leave out", leg.ID)
		}
	}
	return required, nil
}

// matching gives the legs that at least one pattern matches. A pattern that is
// malformed or matches nothing is wrong use.
func matching(flag string, legs []schemas.Leg, patterns []string) (map[string]bool, error) {
	matched := make(map[string]bool)
	for _, pattern := range patterns {
		found := false
		for _, leg := range legs {
			for _, id := range []string{leg.ID, leg.Scenario} {
				ok, err := path.Match(pattern, id)
				if err != nil {
					return nil, usagef("%s %q is no pattern; write a leg or scenario id, with * for any characters", flag, pattern)
				}
				if ok {
					matched[leg.ID], found = true, true
				}
			}
		}
		if !found {
			return nil, usagef("%s %q matches no leg and no scenario; see `hostwitness list`", flag, pattern)
		}
	}
	return matched, nil
}
