package app

import (
	"time"

	"hostwitness/scenarios"
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
