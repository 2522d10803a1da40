package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hostwitness/scenarios"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// recorded gives the options that are put on record and that the scenarios go
// by.
func (o runOptions) recorded() journal.Options {
	options := defaultOptions()
	options.Settle, options.Timeout = o.settle, o.timeout
	options.Streams, options.Triggers = o.streams, o.triggers
	options.Only, options.Skip, options.Require = o.only, o.skip, o.require
	options.StreamPath, options.KeepForeign = o.streamPath, o.keepForeign
	options.Direct = o.direct
	if o.delivery > 0 {
		options.Delivery = o.delivery
	}
	if o.long {
		askLong(&options, o.hold)
	}
	if o.volume > 0 {
		askVolume(&options, o.volume)
	}
	options.Facts = o.facts
	if o.host == embeddedHost {
		options.Facts = embeddedFacts()
	}
	return options
}

// askLong makes a run also watch how long streams are held, and lets it cause
// the events that takes.
func askLong(options *journal.Options, hold time.Duration) {
	options.Long, options.Hold = true, hold
	options.Triggers += scenarios.LongTriggers
}

// askVolume makes a run also resume over a large number of events, and lets it
// cause them.
func askVolume(options *journal.Options, events int) {
	options.Volume = events
	options.Triggers += events
}

// legless names what the operator asks for that no leg of the catalogue is
// about.
func (o runOptions) legless(catalogue *schemas.Index) []string {
	given := asksFor(journal.Options{Long: o.long, Volume: o.volume, Facts: o.facts})
	known := func(id string) bool {
		_, there := catalogue.Leg(id)
		return there
	}
	var names []string
	for _, fact := range catalogue.Asked() {
		if given[fact.Name] && !slices.ContainsFunc(fact.Legs, known) {
			names = append(names, fact.Name)
		}
	}
	return names
}

// tellLegless tells what the run will not measure though it was asked for, so
// that nobody takes a pass for an answer to it.
func (p prepared) tellLegless(environment Environment) {
	if names := p.options.legless(p.catalogue); len(names) > 0 {
		fmt.Fprintf(environment.Err, "hostwitness: asked for %s, of which this build has no leg: the evidence names that as not measured\n", strings.Join(names, ", "))
	}
}
