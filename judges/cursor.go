package judges

import (
	"fmt"
	"time"

	"hostwitness/witness/journal"
)

// cursorOf gives the durable event of the stream's own tenant that the request
// really named as its cursor.
func (f facts) cursorOf(stream journal.SeenStream) (event, bool) {
	if stream.Intent.LastEventID == nil {
		return event{}, false
	}
	for _, e := range f.byID[*stream.Intent.LastEventID] {
		if e.tenant == stream.Intent.Tenant && e.class == journal.ClassDurable {
			return e, true
		}
	}
	return event{}, false
}

// aged says why the cursor may have been older than the host keeps it, "" when
// it was certainly younger. Its age at the answer is at most the time since
// its cause was about to be sent.
//
// RFC 0250 §B binds a host only for a younger cursor: for one that may be
// older neither a refusal nor what a resume shows or leaves out breaks it,
// except that an ephemeral event never comes back, which RFC 0236 §C says of
// every stream.
func (f facts) aged(stream journal.SeenStream, cursor event) string {
	if f.Start.ReplayRetention <= 0 {
		return "hostEvents.replay.minRetentionSeconds in the discovery document is no whole number of at least 1, so no cursor is certainly young enough"
	}
	asked := streamReply(stream)
	age := asked.at.at - cursor.caused.at
	// Compared in whole seconds: a bound of centuries does not fit a duration.
	if seconds := int64(age / time.Second); seconds < f.Start.ReplayRetention {
		return ""
	}
	return fmt.Sprintf("the cursor of %s may have been %s old, and minRetentionSeconds is %d", stream.Intent.Name, rounded(age), f.Start.ReplayRetention)
}
