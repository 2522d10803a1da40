package compare

import (
	"errors"

	"hostwitness/judges"
	"hostwitness/reports"
)

// Comparison is what changed between two lists. All texts in it are harmless
// and shortened, whoever wrote the lists.
type Comparison struct {
	Old       Side           `json:"old"`
	New       Side           `json:"new"`
	SameHost  Sameness       `json:"sameHost"`
	Reversed  bool           `json:"reversed"` // the old list is of a later time than the new one
	Worse     bool           `json:"worse"`    // at least one leg got worse
	Run       []Fact         `json:"run"`      // of the runs as a whole; never worse by itself
	Counts    map[Change]int `json:"counts"`   // legs by change; a leg with two changes counts in both
	Unchanged int            `json:"unchanged"`
	Legs      []LegChange    `json:"legs"` // those that changed or fail in both: in the order of the new list, then of the old
	// OnlyOld and OnlyNew are what one list alone speaks of because it is of
	// another kind or suite. They were not compared.
	OnlyOld []string `json:"onlyOld,omitempty"`
	OnlyNew []string `json:"onlyNew,omitempty"`
}

// LegChange is what became of one leg.
type LegChange struct {
	ID          string       `json:"id"` // of the leg; of a row where only bundles are compared
	Requirement string       `json:"requirement"`
	Changes     []Change     `json:"changes"`
	Worse       bool         `json:"worse"`
	Old         *Standing    `json:"old,omitempty"` // absent where the list does not have the leg
	New         *Standing    `json:"new,omitempty"`
	Rules       []RuleChange `json:"rules,omitempty"`
}

// Standing is how a leg stood in one list.
type Standing struct {
	Result     judges.Result    `json:"result"`
	Revision   int              `json:"revision,omitempty"` // absent in a bundle
	Assertions int              `json:"assertions,omitempty"`
	Reason     string           `json:"reason,omitempty"`
	Waived     []reports.Waiver `json:"waived,omitempty"`
}

// ErrNothingInCommon is returned for two lists that name no leg in common: to
// say that nothing got worse would say nothing.
var ErrNothingInCommon = errors.New("they have no leg in common, so nothing can be compared")

// Compare says what changed from an old list to a new one. The error is
// ErrNothingInCommon or, wrapped, ErrAmbiguous.
func Compare(old, new List) (Comparison, error) {
	mixed := old.Kind != new.Kind
	before, err := old.byKey(mixed)
	if err != nil {
		return Comparison{}, err
	}
	after, err := new.byKey(mixed)
	if err != nil {
		return Comparison{}, err
	}
	comparison := Comparison{
		Old: sideOf(old), New: sideOf(new), SameHost: sameHost(old.Report.Host, new.Report.Host),
		Reversed: later(old.Report.StartedAt, new.Report.StartedAt),
		Run:      runFacts(old, new), Counts: map[Change]int{}, Legs: []LegChange{},
	}
	comparable := !mixed && old.Report.Suite.Name == new.Report.Suite.Name
	common := comparison.legs(before, after, comparable)
	if common == 0 {
		return Comparison{}, ErrNothingInCommon
	}
	return comparison, nil
}

// legs compares leg by leg and gives how many both lists have. A leg that only
// one list has is a change where the lists are comparable: of one suite, and of
// one kind.
func (c *Comparison) legs(before, after keyed, comparable bool) int {
	common, table := 0, transitions()
	for _, key := range after.keys {
		is := after.legs[key]
		was, both := before.legs[key]
		switch {
		case both:
			common++
			c.add(legChange(table, &was, &is))
		case comparable:
			c.add(legChange(table, nil, &is))
		default:
			c.OnlyNew = append(c.OnlyNew, name(key))
		}
	}
	for _, key := range before.keys {
		was := before.legs[key]
		switch _, both := after.legs[key]; {
		case both:
		case comparable:
			c.add(legChange(table, &was, nil))
		default:
			c.OnlyOld = append(c.OnlyOld, name(key))
		}
	}
	return common
}

func (c *Comparison) add(change LegChange) {
	if len(change.Changes) == 0 {
		c.Unchanged++
		return
	}
	for _, kind := range change.Changes {
		c.Counts[kind]++
	}
	c.Worse = c.Worse || change.Worse
	c.Legs = append(c.Legs, change)
}
