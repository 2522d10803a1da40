package judges

import (
	"fmt"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// earliestClose is the age before which no stream is ended, and the least that
// a host may declare as its bound (RFC 0247 §B).
const earliestClose = 15 * time.Second

// What an RFC cannot say about measuring: how coarse a host's timer may be, how
// late an end may reach us, and how far apart two ends lie that are not of one
// moment.
const (
	timerGrain = 100 * time.Millisecond
	endLeeway  = 2 * time.Second
	oneMoment  = time.Second
)

// askedLong is met when the operator asked for what takes as long as a host
// holds a stream.
func askedLong(f facts) *Gate {
	if f.Run.Options.Long {
		return nil
	}
	return &Gate{Result: Skipped, Reason: "how long streams are held is watched only with --long, which takes one bound of the host and ten seconds"}
}

const streamAgePlace = "limits.maxStreamAgeSec"

func claimsStreamAge(f facts) *Gate {
	if f.Start.StreamAgeJSON != "" {
		return nil
	}
	return inapplicable("the host declares no bound on a stream: its discovery document has no %s", streamAgePlace)
}

// boundsStreams is met when the host declares a bound that is one.
func boundsStreams(f facts) *Gate {
	if gate := claimsStreamAge(f); gate != nil || f.bound() > 0 {
		return gate
	}
	return inapplicable("%s in the discovery document is %s, which bounds no stream: it has to be a whole number of at least 15", streamAgePlace, quoted(f.Start.StreamAgeJSON))
}

func boundsNothing(f facts) *Gate {
	if f.Start.StreamAgeJSON == "" {
		return nil
	}
	return inapplicable("the host declares %s in its discovery document, so it may end a stream that opted in", streamAgePlace)
}

func streamAgeClaim() claim {
	return claim{streamAgePlace, func(c journal.Claims) string { return c.StreamAgeJSON }}
}

// longestBound keeps a bound of centuries within a duration.
const longestBound = int64(time.Duration(1<<62) / time.Second)

// bound is the age by which the host ends a stream that opted in, 0 where it
// declares none that is valid.
func (f facts) bound() time.Duration { return boundOf(f.Start) }

func boundOf(claims journal.Claims) time.Duration {
	if claims.MaxStreamAge < int64(earliestClose/time.Second) {
		return 0
	}
	return time.Duration(min(claims.MaxStreamAge, longestBound)) * time.Second
}

// watchedFor is how long a stream has to last to have been held.
func (f facts) watchedFor() time.Duration {
	if bound := f.bound(); bound > 0 {
		return bound
	}
	return f.Run.Options.Hold
}

// named gives every stream of a name that was answered as one, those that were
// asked for again under it too.
func (f facts) named(names ...string) []journal.SeenStream {
	var streams []journal.SeenStream
	for _, opened := range f.Opened {
		base, _, _ := strings.Cut(opened, "~")
		if stream := f.stream(opened); oneOf(base, names) && streamReply(stream).eventStream() {
			streams = append(streams, stream)
		}
	}
	return streams
}

// optedIn gives the streams that were asked for with resumable=true and held.
func (f facts) optedIn() []journal.SeenStream {
	return f.named(journal.StreamBoundedBusy1, journal.StreamBoundedBusy2, journal.StreamBoundedIdle)
}

// resumedOn gives the streams that went on after the host's end of one: they
// opted in again, and are left before the bound.
func (f facts) resumedOn() []journal.SeenStream {
	return f.named(journal.StreamBoundedResumed1, journal.StreamBoundedResumed2)
}

// unheld says why no such stream was held, "" when one was.
func (f facts) unheld() string {
	if len(f.optedIn()) > 0 {
		return ""
	}
	for _, name := range []string{journal.StreamBoundedBusy1, journal.StreamBoundedIdle} {
		if got := f.replyTo(name); got.asked {
			return name + " was " + f.whole(got)
		}
	}
	return f.because("bounded-stream", "no stream was asked for with resumable=true")
}

// endedByHost says that the host ended the body in good order: a connection that
// broke is nobody's decision.
func endedByHost(stream journal.SeenStream) bool {
	return stream.Ended != nil && stream.Ended.How == journal.EndedClean
}

// lasted is the least age that a stream came to: the host opened it no later
// than its answer was here.
func lasted(stream journal.SeenStream) time.Duration { return stream.EndedAt - stream.OpenedAt }

// lastedAtMost is the greatest age: the host opened it no earlier than it was
// asked for.
func lastedAtMost(stream journal.SeenStream) time.Duration { return stream.EndedAt - stream.Intent.At }

func endedAfter(stream journal.SeenStream) string {
	return fmt.Sprintf("the host ended it %s after it was opened", rounded(lasted(stream)))
}
