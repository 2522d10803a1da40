package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// ask is a stream request that the host had to refuse, and what it got.
type ask struct {
	stream journal.SeenStream
	reply
	unasked string // why it was not asked for, where it was not
	twin    string // why its accepted twins do not vouch for the refusal, "" when they do
}

// asked gives a request of the refusal scenario with its twins.
func (f facts) asked(name string) ask {
	stream := f.stream(name)
	asked := ask{stream: stream, reply: streamReply(stream), twin: f.twinGap(stream)}
	if !asked.asked {
		asked.unasked = f.because("host-event-refusal", name+" was not asked for")
	}
	return asked
}

// twinGap says why a refusal does not count: the same path with a valid cursor
// was not opened both before and after it.
func (f facts) twinGap(stream journal.SeenStream) string {
	at := place{stream.Intent.At, stream.Intent.Seq}
	for _, twin := range []struct {
		name   string
		before bool
	}{{journal.StreamAcceptedBefore, true}, {journal.StreamAcceptedAfter, false}} {
		accepted := f.stream(twin.name)
		got := streamReply(accepted)
		cursor, own := f.cursorOf(accepted)
		switch {
		case !got.asked:
			return f.because("host-event-refusal", fmt.Sprintf("the accepted twin %s was not asked for, so a refusal proves nothing", twin.name))
		case f.deniedFor(got) != "":
			return f.deniedFor(got)
		case !own:
			return fmt.Sprintf("the accepted twin %s did not name a durable event of its own", twin.name)
		case !got.eventStream():
			return fmt.Sprintf("the accepted twin %s was %s, so a refusal proves nothing%s", twin.name, got, f.agedNote(accepted, cursor, got))
		case (place{accepted.Intent.At, accepted.Intent.Seq}).before(at) != twin.before:
			return fmt.Sprintf("the accepted twin %s was not asked for on its side of %s", twin.name, stream.Intent.Name)
		}
	}
	return ""
}

func (f facts) agedNote(stream journal.SeenStream, cursor event, got reply) string {
	if !got.answered {
		return ""
	}
	if aged := f.aged(stream, cursor); aged != "" {
		return " (" + aged + ")"
	}
	return ""
}

// silent says why nothing can be judged of the answer but that it was not a
// success: no answer, an answer of something on the way, or no vouching twin.
func (a ask) silent() string {
	switch {
	case !a.asked:
		return a.unasked
	case !a.refused():
		return fmt.Sprintf("%s was %s", a.name, a.reply)
	case a.twin != "":
		return a.twin
	}
	return ""
}

// accepted says that the host opened a stream on the cursor.
func (a ask) accepted() bool { return a.eventStream() }

// cursorSent is the cursor that the request really named, "" for none.
func (a ask) cursorSent() string {
	if a.stream.Intent.LastEventID == nil {
		return ""
	}
	return *a.stream.Intent.LastEventID
}

// difference shows the first byte in which two recorded bodies differ.
func difference(a, b *journal.Bytes) string {
	if a == nil || b == nil {
		return "one of the bodies was not kept"
	}
	left, right := a.Content(), b.Content()
	at := 0
	for at < len(left) && at < len(right) && left[at] == right[at] {
		at++
	}
	if at == len(left) && at == len(right) {
		return "they differ where a secret stood or where the record was cut"
	}
	const context = 12
	from := max(at-context, 0)
	return fmt.Sprintf("first difference at byte %d: %s against %s",
		at, quoted(string(left[from:min(at+context, len(left))])), quoted(string(right[from:min(at+context, len(right))])))
}
