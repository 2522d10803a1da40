package witness

import (
	"context"
	"errors"
	"fmt"

	"hostwitness/witness/journal"
)

// ErrStreamEnded is what a wait on a stream gets that ended, or never was one,
// without the event.
var ErrStreamEnded = errors.New("the stream ended")

// Await waits until a frame of the event is read, now or earlier, and gives the
// offset at which its bytes came. A frame counts as the event's when its data
// or its id field names it: whether both do, and rightly, is not decided here.
//
// The error names stream, event and how long was waited; it wraps
// ErrStreamEnded or the cause of ctx.
func (s *Stream) Await(ctx context.Context, eventID string) (journal.Offset, error) {
	from := s.witness.Now()
	at, err := s.seen.await(ctx, eventID)
	if err == nil {
		return at, nil
	}
	if errors.Is(err, errOver) {
		err = ErrStreamEnded
	}
	return 0, fmt.Errorf("stream %s: event %s was not seen within %s: %w",
		s.call.Name, eventID, s.witness.Now()-from, err)
}

// Seen tells whether a frame of the event was read, and when its bytes came.
func (s *Stream) Seen(eventID string) (journal.Offset, bool) { return s.seen.look(eventID) }

// Newest gives the one of the events whose first frame was read last, as a
// consumer keeps it to resume from; "" when none of them was read.
func (s *Stream) Newest(eventIDs []string) string { return s.seen.newest(eventIDs) }
