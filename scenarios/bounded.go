package scenarios

import (
	"context"
	"fmt"
	"sync"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// bounded holds streams for longer than the host's bound (RFC 0247). It runs
// after the others, so that nothing is caused for the second tenant meanwhile.
func bounded() Scenario {
	return Scenario{
		Name: boundedName,
		Legs: []string{"0247.hold-open", "0247.bounded-close", "0247.frame-boundary", "0247.resume-lossless", "0247.unadvertised-held"},
		Causes: []Cause{
			{Name: journal.EmitBoundedBusy, Tenant: journal.TenantA, Class: journal.ClassDurable, AtMost: mostBusy},
			{Name: journal.EmitBoundedGap, Tenant: journal.TenantA, Class: journal.ClassDurable, AtMost: 2},
			{Name: journal.EmitBoundedAfterA, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitBoundedAfterB, Tenant: journal.TenantB, Class: journal.ClassDurable},
		},
		Opens: []Open{
			{journal.StreamBoundedBusy1, journal.TenantA, "resumable=true, under traffic, with strict replay where there is that; again where it ends early"},
			{journal.StreamBoundedBusy2, journal.TenantA, "another one, a little later"},
			{journal.StreamBoundedIdle, journal.TenantB, "resumable=true, without traffic and without replay=required; again where it ends early"},
			{journal.StreamBoundedPlain, journal.TenantB, "without the parameter, for longer than the bound"},
			{journal.StreamBoundedResumed1, journal.TenantA, "strict resume after the first stream's end"},
			{journal.StreamBoundedResumed2, journal.TenantA, "strict resume after the second stream's end"},
		},
		Asked: func(options journal.Options) bool { return options.Long },
		Last:  true,
		Run:   driveBounded,
	}
}

const (
	boundedName    = "bounded-stream"
	boundedStreams = 4

	// earliestClose is the age before which no host ends a stream (RFC 0247 §B).
	earliestClose = 15 * time.Second
	// longestBound is the longest bound that a run waits for. Patience only.
	longestBound = time.Hour
	// overdueAfter is how long behind the bound a stream is given up: the two
	// seconds that a judge allows, and one in which the suite itself may be late.
	overdueAfter = 3 * time.Second
	// stagger lies between the two streams under traffic, so that an end which
	// is seen twice is not the one moment of a restart.
	stagger = 1500 * time.Millisecond
	// longSlack is what the run gets beyond the watching itself.
	longSlack = 10 * time.Second
)

// watching is one run of the scenario.
type watching struct {
	*Session
	bound time.Duration  // of the host; 0: it advertises none that is valid
	span  time.Duration  // how long a stream has to be watched
	class string         // of what is caused under way, "" where nothing can be
	quiet journal.Tenant // whom nothing is caused for, Nobody where there is one tenant only
	over  chan struct{}  // closed once the streams that did not opt in are left
	begun chan struct{}  // closed once the first stream under traffic was asked for and waited for

	mutex   sync.Mutex
	resumed []*witness.Stream
}

func driveBounded(ctx context.Context, s *Session) error {
	w, err := s.watching()
	if err != nil {
		return err
	}
	s.decided(ctx, journal.TenantA)
	if _, err := s.side(ctx, journal.TenantB); err == nil {
		w.quiet = journal.TenantB
	}
	s.limit.putOff(w.span + longSlack)
	release, err := s.reserve(ctx, boundedStreams)
	if err != nil {
		return err
	}
	defer release()
	measured := s.measureLag(ctx, boundedName)
	defer measured()
	s.tell(boundedName, StepWaiting, "streams are held for "+w.span.String())
	return w.drive(ctx)
}

// watching decides for how long streams are held.
func (s *Session) watching() (*watching, error) {
	w := &watching{Session: s, span: s.options.Hold, over: make(chan struct{}), begun: make(chan struct{})}
	if seconds := s.claims.MaxStreamAge; seconds >= int64(earliestClose/time.Second) {
		if seconds > int64(longestBound/time.Second) {
			return nil, fmt.Errorf("limits.maxStreamAgeSec is %d, and a run waits for a bound of at most %d s", seconds, int64(longestBound/time.Second))
		}
		w.bound = time.Duration(seconds) * time.Second
		w.span = w.bound
	}
	for _, class := range []string{journal.ClassEphemeral, journal.ClassDurable} {
		if via, _ := s.claims.Causes(class); via != "" {
			w.class = class
		}
	}
	return w, nil
}

// drive holds the streams side by side. Those that did not opt in are left
// last, once an event showed that they are still there.
func (w *watching) drive(ctx context.Context) error {
	var opted, plain sync.WaitGroup
	plain.Go(func() {
		if w.pause(ctx, stagger) { // a control stream is as old as the run
			w.hold(ctx, w.plain())
		}
	})
	begun, stop := w.witness.Now(), make(chan struct{})
	traffic := make(chan struct{})
	go func() {
		defer close(traffic)
		w.causeTraffic(ctx, stop)
	}()
	opted.Go(func() { w.holdBusy(ctx, 0, func() { close(w.begun) }) })
	opted.Go(func() {
		<-w.begun
		if w.pause(ctx, stagger) {
			w.holdBusy(ctx, 1, nil)
		}
	})
	if w.quiet != journal.Nobody {
		opted.Go(func() { w.hold(ctx, w.opted(journal.StreamBoundedIdle, w.quiet, false)) })
	}
	opted.Wait()
	close(stop)
	<-traffic
	w.pause(ctx, begun+stagger+w.span+overdueAfter-w.witness.Now())
	err := w.showHeld(ctx)
	close(w.over)
	plain.Wait()
	leave(w.resumed...)
	return err
}

// showHeld causes an event of each tenant, which comes on every stream of it
// that is still there.
func (w *watching) showHeld(ctx context.Context) error {
	if w.class == "" {
		return nil
	}
	for _, after := range []Cause{{Name: journal.EmitBoundedAfterA, Tenant: journal.TenantA}, {Name: journal.EmitBoundedAfterB, Tenant: journal.TenantB}} {
		if after.Tenant != journal.TenantA && after.Tenant != w.quiet {
			continue
		}
		event, err := w.cause(ctx, after.Tenant, after.Name, w.class)
		if err != nil {
			w.note(journal.TopicScenario, boundedName, err.Error())
			continue
		}
		if after.Tenant == journal.TenantA {
			w.awaitAll(ctx, w.resumed, event)
		}
	}
	return w.settle(ctx, boundedName+"/after", w.options.Settle)
}
