package scenarios

import (
	"context"
	"time"
)

// limit ends a run that takes too long. What was asked for beside the standard
// run may take as long as the host says, so the limit can be put off.
type limit struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	due    time.Time
}

func startLimit(ctx context.Context, after time.Duration) *limit {
	bounded, cancel := context.WithCancelCause(ctx)
	l := &limit{ctx: bounded, cancel: cancel, due: time.Now().Add(after)}
	l.timer = time.AfterFunc(after, func() { cancel(context.DeadlineExceeded) })
	return l
}

// putOff gives the run more time. It is called by one scenario at a time.
func (l *limit) putOff(by time.Duration) {
	l.due = l.due.Add(by)
	l.timer.Reset(time.Until(l.due))
}

func (l *limit) stop() {
	l.timer.Stop()
	l.cancel(nil)
}
