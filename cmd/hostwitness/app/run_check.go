package app

import (
	"strings"
	"time"
)

// The least that a run can be given.
const (
	leastSettle   = 50 * time.Millisecond
	leastTimeout  = time.Second
	leastStreams  = 6 // three control streams and a resume from three positions
	leastTriggers = 1
	leastWindows  = 3 // settle windows in a run: two, and one for all the rest

	leastHold        = 15 * time.Second // no stream is ended before (RFC 0247 §B)
	mostHold         = time.Hour
	leastStreamsLong = 7 // three control streams and four that are held

	mostVolume = 10_000_000
)

// defaultHold is how long a stream is watched that nothing bounds.
const defaultHold = 40 * time.Second

func (o runOptions) check() error {
	switch {
	case o.settle < leastSettle:
		return usagef("%s %v is too short to show absence; write at least %v", o.said("settle"), o.settle, leastSettle)
	case o.timeout < leastTimeout:
		return usagef("%s %v is too short; write at least %v", o.said("timeout"), o.timeout, leastTimeout)
	case o.streams < leastStreams:
		return usagef("%s %d is too few; write at least %d", o.said("streams"), o.streams, leastStreams)
	case o.triggers < leastTriggers:
		return usagef("%s %d is too few; write at least %d", o.said("triggers"), o.triggers, leastTriggers)
	case o.out == "":
		return usagef("--out is empty; name a folder for the evidence")
	case o.streamPath != "" && (o.streamPath[0] != '/' || strings.ContainsAny(o.streamPath, "?# ")):
		return usagef("%s %q is no path; write for instance /host/events", o.said("stream-path"), o.streamPath)
	case o.timeout < leastWindows*o.settle:
		return usagef("%s %v does not fit into %s %v; write a timeout of at least %v", o.said("settle"), o.settle, o.said("timeout"), o.timeout, leastWindows*o.settle)
	case o.long && o.streams < leastStreamsLong:
		return usagef("%s %d is too few for %s; write at least %d", o.said("streams"), o.streams, o.said("long"), leastStreamsLong)
	case !o.long && o.hold != defaultHold:
		return usagef("%s %v says how long streams are watched, which only --long does; write --long too", o.said("hold"), o.hold)
	case o.hold < leastHold || o.hold > mostHold:
		return usagef("%s %v shows nothing or never ends; write %v to %v", o.said("hold"), o.hold, leastHold, mostHold)
	case o.volume < 0 || o.volume > mostVolume:
		return usagef("%s %d is no number of events that a host can be asked for; write at most %d, or 0 not to ask", o.said("volume"), o.volume, mostVolume)
	case o.plan && o.format != "text":
		return usagef("--plan prints text; leave out --format %s", o.format)
	}
	if _, known := printers()[o.format]; !known {
		return usagef("--format %q is unknown; write text, json, junit or markdown", o.format)
	}
	return nil
}
