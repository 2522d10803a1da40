package scenarios

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// LongTriggers is how many events holding streams causes at most.
const LongTriggers = mostBusy + 4 // two between an end and a resume, and two at last

const (
	// mostBusy bounds the events that are caused while streams are held.
	mostBusy = 16
	// calmParts is in how many parts events divide the time before the bound
	// comes near; from then on they come every half second, so that one of them
	// is shortly before the end, whichever moment that is.
	calmParts = 6
	nearBound = 2 * time.Second
	nearPause = 500 * time.Millisecond
	calmPause = time.Second // at least
)

// causeTraffic causes events of the first tenant until it is stopped. What
// cannot be caused is noted; the streams are held all the same.
func (w *watching) causeTraffic(ctx context.Context, stop <-chan struct{}) {
	begun := w.witness.Now()
	for k := 1; k <= mostBusy && w.class != ""; k++ {
		if _, err := w.cause(ctx, journal.TenantA, numbered(journal.EmitBoundedBusy, k), w.class); err != nil {
			w.note(journal.TopicScenario, boundedName, err.Error())
			return
		}
		timer := time.NewTimer(w.untilNext(w.witness.Now() - begun))
		select {
		case <-timer.C:
		case <-stop:
			timer.Stop()
			return
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

// untilNext is how long to wait for the next event at an age of the streams.
func (w *watching) untilNext(age time.Duration) time.Duration {
	calm := max(w.span/calmParts, calmPause)
	near := w.span - nearBound - age
	switch {
	case w.bound == 0:
		return calm
	case near <= 0:
		return nearPause
	}
	return min(calm, near)
}

// resume goes on after a stream that the host ended, as a consumer does: after
// the last durable event of ours that came on it. One more event is caused
// before that, so that it lies between the end and the resume.
func (w *watching) resume(ctx context.Context, k int, ended *witness.Stream) error {
	cursor, found := w.lastOn(ended)
	if !found {
		return fmt.Errorf("no durable event of this run came on %s, so there is no cursor to resume from", pairs()[k].stream)
	}
	gap, err := w.cause(ctx, journal.TenantA, numbered(journal.EmitBoundedGap, k+1), journal.ClassDurable)
	if err != nil {
		return err
	}
	call := resumeCall(pairs()[k].resumed, journal.TenantA, cursor.ID, true)
	call.Resumable = true
	stream, err := w.openWithin(ctx, call, w.settings.Waits.Answer)
	if err != nil {
		return err
	}
	w.mutex.Lock()
	w.resumed = append(w.resumed, stream)
	w.mutex.Unlock()
	if len(stillOpen([]*witness.Stream{stream})) > 0 {
		_, _ = w.await(ctx, stream, gap.Name, gap.ID, min(w.options.Patience, resumePatience)) // put on record either way
	}
	return nil
}

// resumePatience is how long the event between is waited for on a resumed
// stream: one that comes later shows that it will not come any more.
const resumePatience = 3 * time.Second

// lastOn gives the last durable event of the first tenant that came on a
// stream. Events are listed in the order in which they were caused.
func (w *watching) lastOn(stream *witness.Stream) (Event, bool) {
	w.Session.mutex.Lock()
	emitted := slices.Clone(w.emitted)
	w.Session.mutex.Unlock()
	for _, event := range slices.Backward(emitted) {
		if event.Tenant != journal.TenantA || event.Class != journal.ClassDurable {
			continue
		}
		if _, seen := stream.Seen(event.ID); seen {
			return event, true
		}
	}
	return Event{}, false
}
