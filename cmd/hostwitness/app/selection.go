package app

import (
	"path"
	"slices"

	"hostwitness/schemas"
)

// globs are patterns over leg and scenario ids, and how a message names where
// they were given.
type globs struct {
	said     string
	patterns []string
}

// selectLegs gives the ids of the legs that two lists of globs leave, in the
// order of the catalogue.
func selectLegs(legs []schemas.Leg, only, skip globs) ([]string, error) {
	included, err := only.matching(legs)
	if err != nil {
		return nil, err
	}
	excluded, err := skip.matching(legs)
	if err != nil {
		return nil, err
	}
	var selected []string
	for _, leg := range legs {
		if (len(only.patterns) == 0 || included[leg.ID]) && !excluded[leg.ID] {
			selected = append(selected, leg.ID)
		}
	}
	if len(selected) == 0 {
		return nil, usagef("%s and %s together leave no leg; see `hostwitness list`", only.said, skip.said)
	}
	return selected, nil
}

// requireLegs gives the ids of the legs that must pass. One that is not
// selected cannot pass, so asking for it is wrong use.
func requireLegs(legs []schemas.Leg, selected []string, require globs) (map[string]bool, error) {
	required, err := require.matching(legs)
	if err != nil {
		return nil, err
	}
	chosen := make(map[string]bool, len(selected))
	for _, id := range selected {
		chosen[id] = true
	}
	for _, leg := range legs {
		if required[leg.ID] && !chosen[leg.ID] {
			return nil, usagef("%s names %s, which --only and --skip leave out", require.said, leg.ID)
		}
	}
	return required, nil
}

// matching gives the legs that at least one pattern matches. A pattern that is
// malformed or matches nothing is wrong use.
func (g globs) matching(legs []schemas.Leg) (map[string]bool, error) {
	matched := make(map[string]bool)
	for _, pattern := range g.patterns {
		found := false
		for _, leg := range legs {
			for _, id := range []string{leg.ID, leg.Scenario} {
				ok, err := path.Match(pattern, id)
				if err != nil {
					return nil, usagef("%s %q is no pattern; write a leg or scenario id, with * for any characters", g.said, pattern)
				}
				if ok {
					matched[leg.ID], found = true, true
				}
			}
		}
		if !found {
			return nil, usagef("%s %q matches no leg and no scenario; see `hostwitness list`", g.said, pattern)
		}
	}
	return matched, nil
}

// selected gives the ids of the legs that the run is about.
func (o runOptions) selected(legs []schemas.Leg) ([]string, error) {
	return selectLegs(legs, globs{o.said("only"), o.only}, globs{o.said("skip"), o.skip})
}

// requiredOf gives the ids of the legs that must pass. What the file requires is
// about a run of what the file selects: where flags select otherwise, it holds
// for what they leave, and the evidence says so.
func (o *runOptions) requiredOf(legs []schemas.Leg, selected []string) (map[string]bool, error) {
	require := globs{o.said("require"), o.require}
	if o.from["require"] != "" && (o.from["only"] == "" && len(o.only) > 0 || o.from["skip"] == "" && len(o.skip) > 0) {
		required, err := require.matching(legs)
		if err != nil {
			return nil, err
		}
		o.require = slices.DeleteFunc(slices.Clone(selected), func(id string) bool { return !required[id] })
		require.patterns = o.require
	}
	return requireLegs(legs, selected, require)
}
