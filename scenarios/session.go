package scenarios

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// Session is what the scenarios of one run share: what the host claims, the
// control streams, the trigger queues, the inboxes and the budgets.
type Session struct {
	settings Settings
	witness  *witness.Witness
	recorder *journal.Recorder
	options  journal.Options
	claims   journal.Claims

	sides   map[journal.Tenant]*side
	limit   *limit              // on the time of the run
	slots   *semaphore.Weighted // open streams of the whole run
	caused  atomic.Int64        // events of the whole run
	causing atomic.Int64        // of these, how many the host has not answered yet
	missed  sync.Map            // classes of which an event was not seen
	inboxes inboxes
	ready   chan struct{} // closed once the standing inboxes were asked for

	stopAnonymous context.CancelFunc // ends the asking for a stream without a credential
	anonymous     chan struct{}      // closed once that stream is over

	mutex   sync.Mutex
	streams []*witness.Stream // every stream asked for
	emitted []Event           // every event that was accepted
}

// Run drives a host through the scenarios that the selected legs need, and
// puts everything on record. It returns why the run ended; an error means that
// the suite itself failed, never that the host did.
//
// What was registered is unregistered before Run returns, also when ctx is
// cancelled. The caller closes the recorder.
func Run(ctx context.Context, settings Settings) (journal.EndReason, error) {
	session := &Session{
		settings: settings,
		witness:  settings.Witness,
		recorder: settings.Recorder,
		options:  settings.Run.Options,
		sides:    make(map[journal.Tenant]*side),
		slots:    semaphore.NewWeighted(int64(settings.Run.Options.Streams)),
		ready:    make(chan struct{}),

		anonymous: make(chan struct{}),
	}
	session.inboxes.session = session
	if err := session.append(&journal.Record{Kind: journal.KindRun, Run: &settings.Run}); err != nil {
		return journal.EndFault, fmt.Errorf("write the run's header: %w", err)
	}
	session.limit = startLimit(ctx, session.options.Timeout)
	defer session.limit.stop()
	err := session.drive(session.limit.ctx)
	session.cleanUp(ctx)
	switch {
	case err != nil:
		return journal.EndFault, err
	case ctx.Err() != nil:
		return journal.EndInterrupted, nil
	case session.limit.ctx.Err() != nil:
		return journal.EndTimeout, nil
	}
	return journal.EndComplete, nil
}

// drive runs the scenarios that need no host at once, and the others after
// discovery, under the control streams.
func (s *Session) drive(ctx context.Context) error {
	var withHost []Scenario
	for _, scenario := range Selected(s.settings.Run.Legs, s.options) {
		if scenario.needsHost() {
			withHost = append(withHost, scenario)
			continue
		}
		if err := s.run(ctx, scenario); err != nil {
			return err
		}
	}
	if len(withHost) == 0 || !s.discover(ctx, journal.AtStart) || !s.claims.HostEvents {
		return nil
	}
	return s.driveHost(ctx, withHost)
}

func (s *Session) driveHost(ctx context.Context, scenarios []Scenario) error {
	s.openControls(ctx)
	defer s.leaveControls()
	group, together := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(s.ready)
		s.inboxes.registerStanding(together, scenarios)
		return nil
	})
	for _, scenario := range scenarios {
		if !scenario.Last {
			group.Go(func() error { return s.run(together, scenario) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, scenario := range scenarios {
		if !scenario.Last {
			continue
		}
		if err := s.run(ctx, scenario); err != nil {
			return err
		}
	}
	s.settleInboxes(ctx)
	s.discover(ctx, journal.AtEnd)
	return nil
}

// run runs one scenario. A scenario that could not go on is a note, not an
// error: the judges say what was not measured.
func (s *Session) run(ctx context.Context, scenario Scenario) error {
	s.tell(scenario.Name, StepStarted, "")
	err := scenario.Run(ctx, s)
	if fault := s.suiteFault(err); fault != nil {
		return fmt.Errorf("scenario %s: %w", scenario.Name, fault)
	}
	if err != nil {
		s.note(journal.TopicScenario, scenario.Name, err.Error())
		s.tell(scenario.Name, StepStopped, err.Error())
		return nil
	}
	s.tell(scenario.Name, StepFinished, "")
	return nil
}

func (c Scenario) needsHost() bool {
	return len(c.Causes)+len(c.Opens)+len(c.Registers)+len(c.Calls) > 0
}

func (s *Session) tell(scenario string, step Step, detail string) {
	if s.settings.Progress != nil {
		s.settings.Progress(Progress{At: s.witness.Now(), Scenario: scenario, Step: step, Detail: detail})
	}
}

// scenarioOf gives the scenario part of "<scenario>/<role>".
func scenarioOf(name string) string { return path.Dir(name) }

// roleOf gives the role part of "<scenario>/<role>".
func roleOf(name string) string { return strings.TrimPrefix(name, path.Dir(name)+"/") }
