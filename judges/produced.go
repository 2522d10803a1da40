package judges

import (
	"fmt"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// instantOf reads an envelope's timestamp. What cannot be read is the business
// of the envelope's schema.
func instantOf(envelope document) (time.Time, bool) {
	text, _ := envelope.text("timestamp")
	return instantIn(text)
}

// instantIn reads a timestamp as an envelope has it.
func instantIn(text string) (time.Time, bool) {
	instant, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	return instant, err == nil
}

// misdated says that a timestamp cannot be when the host produced the event
// (RFC 0236 §A): it is further from the time in which the event was caused than
// a delivery's timestamp may be from its receipt. "" where it may be, and where
// no Date of the host shows that the clocks agree.
func (f facts) misdated(e event, envelope document) string {
	instant, ok := instantOf(envelope)
	started, err := time.Parse(time.RFC3339Nano, f.Run.StartedAt)
	skew, known := f.skew()
	if !ok || err != nil || !known || skew > clocksApart {
		return ""
	}
	const leeway = freshness * time.Second
	first, last := started.Add(e.caused.at), started.Add(e.answered.at)
	if instant.Before(first.Add(-leeway)) || instant.After(last.Add(leeway)) {
		return fmt.Sprintf("timestamp %s, where the event was caused at %s", instant.UTC().Format(time.RFC3339), first.UTC().Format(time.RFC3339))
	}
	return ""
}

// redated says that the first frame of the event on some stream, seen before,
// gave another time. Hosts may cut a timestamp to whole seconds on the way
// through their log.
func (f facts) redated(frame journal.SeenFrame, e event, envelope document) string {
	instant, ok := instantOf(envelope)
	if len(f.byID[e.id]) > 1 {
		return "" // which of them a frame is of is not known
	}
	for _, name := range f.Opened {
		sights := f.sights[name][e.id]
		if !ok || f.Streams[name].Intent.Tenant != e.tenant || len(sights) == 0 || sights[0].Seq >= frame.Seq {
			continue
		}
		if sights[0].Data != nil && sights[0].Data.Digest == frame.Data.Digest {
			continue // the same bytes say the same time
		}
		said, dated := instantOf(readDocument(sights[0].Data))
		if dated && instant.Sub(said).Abs() >= time.Second {
			return fmt.Sprintf("timestamp %s, where an earlier frame of the event said %s",
				instant.UTC().Format(time.RFC3339Nano), said.UTC().Format(time.RFC3339Nano))
		}
	}
	return ""
}
