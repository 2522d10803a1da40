package scenarios

import (
	"context"
	"slices"

	"hostwitness/witness/journal"
)

// Scenario is one situation, as a value: what it drives is data that a plan
// prints, and one function that does it.
type Scenario struct {
	Name string
	Legs []string // leg ids that read what it leaves behind

	Causes    []Cause        // events, at most; a late subscriber costs repeats
	Opens     []Open         // streams and stream requests
	Registers []Registration // webhook subscriptions
	Calls     []string       // other calls that change or cause nothing on a conforming host

	// Asked says whether the operator asked for it; nil is for what every run
	// does.
	Asked func(journal.Options) bool
	Last  bool // it is run after all that are not, so that nothing else is caused meanwhile

	Run func(context.Context, *Session) error
}

// Cause is an event that a scenario causes.
type Cause struct {
	Name   string
	Tenant journal.Tenant
	Class  string
	AtMost int // how often, where a host is late; 0 means once
}

// before gives the causes that stand before the one of that name.
func before(causes []Cause, name string) []Cause {
	at := slices.IndexFunc(causes, func(cause Cause) bool { return cause.Name == name })
	return causes[:max(at, 0)]
}

// Open is a stream that a scenario asks for.
type Open struct {
	Name   string
	Tenant journal.Tenant
	What   string // for the operator
}

// Registration is a webhook subscription that a scenario asks for.
type Registration struct {
	Name   string
	Tenant journal.Tenant
	What   string // for the operator
}

// All lists the scenarios in the order of the catalogue.
func All() []Scenario {
	return []Scenario{
		shapes(),
		delivery(),
		webhook(),
		tenancy(),
		trigger(),
		strictReplay(),
		refusal(),
		bounded(),
	}
}

// Selected gives the scenarios that at least one of the legs needs and that the
// operator asked for where they are not part of every run, in the order of All.
func Selected(legs []string, options journal.Options) []Scenario {
	wanted := make(map[string]bool, len(legs))
	for _, leg := range legs {
		wanted[leg] = true
	}
	var selected []Scenario
	for _, scenario := range All() {
		asked := scenario.Asked == nil || scenario.Asked(options)
		if asked && slices.ContainsFunc(scenario.Legs, func(leg string) bool { return wanted[leg] }) {
			selected = append(selected, scenario)
		}
	}
	return selected
}
