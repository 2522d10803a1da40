package judges

import (
	"cmp"
	"fmt"

	"hostwitness/witness/journal"
)

// openSince tells since when a stream is proven open for a class: a durable
// event of its tenant that was caused after the stream was asked for was seen
// on it. An event of the class itself proves as much for that class.
func (f facts) openSince(stream journal.SeenStream, class string) (place, bool) {
	asked := place{stream.Intent.At, stream.Intent.Seq}
	var since place
	found := false
	for _, e := range f.of(stream.Intent.Tenant, "") {
		if e.class != journal.ClassDurable && e.class != class || !asked.before(e.caused) {
			continue
		}
		if frame, ok := f.seen(stream.Intent.Name, e); ok && (!found || framePlace(frame).before(since)) {
			since, found = framePlace(frame), true
		}
	}
	return since, found
}

// unopened says why no control stream of the tenant was proven open, "" when
// one was.
func (f facts) unopened(tenant journal.Tenant) (string, []int64) {
	controls := f.controls(tenant)
	if len(controls) == 0 {
		return cmp.Or(f.controlNote(tenant), fmt.Sprintf("the control stream of tenant %s was not asked for", tenant)), nil
	}
	for _, stream := range controls {
		if _, ok := f.openSince(stream, journal.ClassEphemeral); ok {
			return "", nil
		}
	}
	last := controls[len(controls)-1]
	got := streamReply(last)
	records := []int64{last.Intent.Seq, last.Seq, last.EndSeq}
	if !got.eventStream() {
		return fmt.Sprintf("%s was %s, so no stream of tenant %s was proven open", last.Intent.Name, got, tenant), records
	}
	return f.probesMissed(tenant, last, records)
}

// probesMissed says what became of the probes of a stream that was opened and
// showed none.
func (f facts) probesMissed(tenant journal.Tenant, control journal.SeenStream, records []int64) (string, []int64) {
	accepted, refusal := 0, ""
	for _, name := range f.Caused {
		emit := f.Emits[name]
		if emit.Intent.Tenant != tenant {
			continue
		}
		records = append(records, emit.Seq)
		if emit.Emit.Accepted {
			accepted++
			continue
		}
		if refusal == "" {
			got := f.lastReply(emit.Emit.Exchange)
			refusal = fmt.Sprintf("%s could not be caused: %s", name, f.whole(got))
		}
	}
	switch {
	case refusal != "":
		return refusal, records
	case accepted == 0:
		return cmp.Or(f.controlNote(tenant), fmt.Sprintf("nothing was caused for tenant %s", tenant)), records
	}
	return fmt.Sprintf("none of %s was seen on %s", counted(accepted, "accepted event"), control.Intent.Name), records
}

// answeredAfter says that the host answered something after a point of the
// run: a fault before it was not the end of the host or of the network.
func (f facts) answeredAfter(when place) bool {
	for _, attempts := range f.Exchanges {
		for _, attempt := range attempts {
			if attempt.Response != nil && attempt.Response.Status < 500 && when.before(place{attempt.At, attempt.Seq}) {
				return true
			}
		}
	}
	for _, name := range f.Opened {
		stream := f.Streams[name]
		if stream.Answered && stream.Opened.Status > 0 && stream.Opened.Status < 500 && when.before(place{stream.OpenedAt, stream.Seq}) {
			return true
		}
	}
	return false
}
