package scenarios

import (
	"context"
	"math"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// pair is a stream under traffic and the one that resumes it.
type pair struct{ stream, resumed string }

func pairs() []pair {
	return []pair{
		{journal.StreamBoundedBusy1, journal.StreamBoundedResumed1},
		{journal.StreamBoundedBusy2, journal.StreamBoundedResumed2},
	}
}

// holding is a stream that is held until the host ends it when it may, or until
// it is overdue.
type holding struct {
	call    witness.StreamCall
	early   func(age time.Duration) bool // it may not be ended at that age
	endless bool                         // it is held until all else is done
	asked   func()                       // called once it was asked for and waited for; nil: nobody waits
}

// earlyOpted says that a stream which opted in was ended before it may be.
func (w *watching) earlyOpted(age time.Duration) bool { return w.bound == 0 || age < earliestClose }

// opted is a stream that opted in. One that is to be resumed asks for strict
// replay, where there is that: else nothing has to come of a resume.
func (w *watching) opted(name string, tenant journal.Tenant, replay bool) holding {
	return holding{call: witness.StreamCall{Name: name, Tenant: tenant, Replay: replay && w.claims.Replay, Resumable: true}, early: w.earlyOpted}
}

// plain is a stream that did not opt in: of the tenant that nothing is caused
// for, where there is one.
func (w *watching) plain() holding {
	tenant := journal.TenantA
	if w.quiet != journal.Nobody {
		tenant = w.quiet
	}
	return holding{
		call:    witness.StreamCall{Name: journal.StreamBoundedPlain, Tenant: tenant},
		early:   func(time.Duration) bool { return true },
		endless: true,
	}
}

// attemptsEarly is how often a stream is asked for that ends before it may:
// what is seen once may have been the moment of a restart.
const attemptsEarly = 2

// hold holds a stream; one that ended early is asked for once more. It gives
// the last one and says whether the host ended it when it may.
func (w *watching) hold(ctx context.Context, h holding) (*witness.Stream, bool) {
	name, until := h.call.Name, journal.Offset(math.MaxInt64)
	for attempt := 1; ; attempt++ {
		h.call.Name = numbered(name, attempt)
		asked := w.witness.Now()
		stream, err := w.openWithin(ctx, h.call, w.settings.Waits.Answer)
		if attempt == 1 && h.asked != nil {
			h.asked()
		}
		if err != nil {
			w.note(journal.TopicScenario, boundedName, err.Error())
			return nil, false
		}
		if attempt == 1 && !h.endless {
			until = w.witness.Now() + w.span + overdueAfter
		}
		if !w.endedBy(ctx, stream, until) {
			stream.Leave()
			return stream, false
		}
		early := h.early(w.witness.Now() - asked)
		if !early || !stream.EventStream() || attempt == attemptsEarly {
			return stream, !early && stream.EventStream()
		}
		until = max(until, w.witness.Now()+earliestClose+time.Second)
	}
}

// endedBy waits for the end of a stream, but not for longer than until.
func (w *watching) endedBy(ctx context.Context, stream *witness.Stream, until journal.Offset) bool {
	timer := time.NewTimer(until - w.witness.Now())
	defer timer.Stop()
	select {
	case <-stream.Done():
		return ctx.Err() == nil
	case <-timer.C:
	case <-w.over:
	}
	return false
}

// holdBusy holds a stream under traffic and resumes it where the host ended it.
func (w *watching) holdBusy(ctx context.Context, k int, asked func()) {
	busy := w.opted(pairs()[k].stream, journal.TenantA, true)
	busy.asked = asked
	stream, ended := w.hold(ctx, busy)
	if !ended || !w.claims.Replay || w.class != journal.ClassDurable {
		return
	}
	if err := w.resume(ctx, k, stream); err != nil {
		w.note(journal.TopicScenario, boundedName, err.Error())
	}
}
