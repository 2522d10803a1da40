package witness

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestSightingsForgetTheOldest(t *testing.T) {
	s := newSightings(3)
	for i := range 5 {
		s.note(fmt.Sprint("event-", i), time.Duration(i))
	}
	s.note("event-4", time.Hour)
	for i, want := range []bool{false, false, true, true, true} {
		at, seen := s.look(fmt.Sprint("event-", i))
		if seen != want || (seen && at != time.Duration(i)) {
			t.Errorf("event-%d: seen %v at %d, want %v at %d", i, seen, at, want, i)
		}
	}
	if len(s.order) != 3 || len(s.first) != 3 {
		t.Errorf("keeps %d and %d ids, want 3", len(s.order), len(s.first))
	}
}

func TestSightingsTakeNoEmptyID(t *testing.T) {
	s := newSightings(3)
	s.note("", 1)
	if len(s.first) != 0 {
		t.Errorf("%d ids are remembered, want none", len(s.first))
	}
}

func TestAwaitWakesEveryWaiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSightings(3)
		got := make(chan time.Duration)
		for range 3 {
			go func() {
				at, err := s.await(t.Context(), "event")
				if err != nil {
					t.Error(err)
				}
				got <- at
			}()
		}
		synctest.Wait()
		s.note("event", 7)
		for range 3 {
			if at := <-got; at != 7 {
				t.Errorf("awaited at %d, want 7", at)
			}
		}
		if len(s.waiting) != 0 {
			t.Errorf("%d are still waited for", len(s.waiting))
		}
	})
}

func TestAwaitGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSightings(3)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.await(ctx, "event"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("await = %v, want a deadline", err)
		}
		s.finish()
		if _, err := s.await(t.Context(), "event"); !errors.Is(err, errOver) {
			t.Errorf("await = %v, want errOver", err)
		}
		if len(s.waiting) != 0 {
			t.Errorf("%d are still waited for", len(s.waiting))
		}
	})
}
