package scenarios

import (
	"context"
	"time"

	"hostwitness/witness/journal"
)

// lagPause lies between two looks at how late the suite itself is.
const lagPause = 200 * time.Millisecond

// measureLag looks, until the returned function is called, at how late the suite
// itself wakes up, and puts every new worst on record, and the worst at the
// end, also where it is nothing: verdicts about time rest on it.
func (s *Session) measureLag(ctx context.Context, name string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		worst := time.Duration(0)
		for {
			due := s.witness.Now() + lagPause
			if !s.pause(ctx, lagPause) {
				break
			}
			if lag := s.witness.Now() - due; lag > worst {
				if worst = lag; worst > lagWorthTelling {
					s.mark(journal.Mark{Kind: journal.MarkLag, Name: name, Lag: worst})
				}
			}
		}
		s.mark(journal.Mark{Kind: journal.MarkLag, Name: name, For: "the whole scenario", Lag: worst})
	}()
	return func() {
		cancel()
		<-done
	}
}
