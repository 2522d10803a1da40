package scenarios

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// side is what a run holds for one credential: its control stream and its
// trigger queue.
type side struct {
	tenant  journal.Tenant
	control *witness.Stream
	probe   string               // name of the probe emission
	queue   chan struct{}        // one event at a time: holds a token while one is under way
	proven  chan struct{}        // closed once the control stream was proven open or given up
	open    bool                 // valid once proven is closed
	reason  string               // why it is not open
	classes map[string]causeRoad // how to cause each class

	// Valid once proven is closed.
	shown     string         // id of a durable probe that was seen, "" for none
	opening   journal.Offset // how long the control stream took to be answered
	answering journal.Offset // how long the first cause took
}

type causeRoad struct {
	via       journal.Via
	eventType string
}

// openControls opens the control stream of each credential that was given and
// one without a credential, and starts to prove them open.
func (s *Session) openControls(ctx context.Context) {
	s.openAnonymous(ctx)
	s.openSide(ctx, journal.TenantA, journal.StreamControlA, journal.EmitProbeA)
	if s.given(journal.TenantB) {
		s.openSide(ctx, journal.TenantB, journal.StreamControlB, journal.EmitProbeB)
	}
}

// given says whether the operator gave a credential that is one of its own.
func (s *Session) given(tenant journal.Tenant) bool {
	for _, credential := range s.settings.Run.Credentials {
		if credential.Tenant == tenant {
			return credential.State == journal.CredentialGiven
		}
	}
	return false
}

func (s *Session) openSide(ctx context.Context, tenant journal.Tenant, stream, probe string) {
	side := &side{
		tenant: tenant, probe: probe,
		queue: make(chan struct{}, 1), proven: make(chan struct{}),
		classes: make(map[string]causeRoad),
	}
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		via, eventType := s.claims.Causes(class)
		side.classes[class] = causeRoad{via: via, eventType: eventType}
	}
	s.sides[tenant] = side
	go func() {
		defer close(side.proven)
		side.reason = s.openControl(ctx, side, stream)
		side.open = side.reason == ""
		if side.open {
			s.tell("run", StepProven, stream)
		} else {
			s.note(journal.TopicScenario, stream, side.reason)
		}
	}()
}

// openAnonymous asks for a stream without a credential. A host refuses it; one
// that does not is recorded for the whole run. As with every other request, a
// failure on the way is retried and a rate limit waited out, until the run ends.
func (s *Session) openAnonymous(ctx context.Context) {
	ctx, s.stopAnonymous = context.WithCancel(ctx)
	release, err := s.reserve(ctx, 1)
	if err != nil {
		s.note(journal.TopicScenario, journal.StreamAnonymous, err.Error())
		close(s.anonymous)
		return
	}
	go func() {
		defer close(s.anonymous)
		defer release()
		call := witness.StreamCall{Name: journal.StreamAnonymous, Tenant: journal.Nobody}
		stream, err := s.openWithin(ctx, call, s.settings.Waits.Answer)
		if err != nil {
			s.note(journal.TopicScenario, journal.StreamAnonymous, err.Error())
			return
		}
		<-stream.Done()
	}()
}

// openControl opens the control stream of a side and proves it open. A control
// stream keeps its slot until the run is over.
func (s *Session) openControl(ctx context.Context, side *side, name string) string {
	if _, err := s.reserve(ctx, 1); err != nil {
		return err.Error()
	}
	from := s.witness.Now()
	control, err := s.openWithin(ctx, witness.StreamCall{Name: name, Tenant: side.tenant}, s.settings.Waits.Answer)
	if err != nil {
		return err.Error()
	}
	side.control, side.opening = control, s.witness.Now()-from
	return s.prove(ctx, side)
}

// prove causes probes until one is seen on the control stream, the first at
// once and each next one after a longer wait, since a host may subscribe late.
// After the last one it waits for the whole patience. It returns why the
// stream was not proven open, "" when it was.
func (s *Session) prove(ctx context.Context, side *side) string {
	if fault := side.control.Fault(); fault != nil {
		return "the control stream failed: " + fault.Message
	}
	if status := side.control.Status(); status != 0 && status != http.StatusOK {
		return fmt.Sprintf("the control stream was answered %d instead of 200", status)
	}
	class := journal.ClassDurable
	if side.classes[class].via == "" {
		class = journal.ClassEphemeral
	}
	var probes []string
	for attempt, wait := range s.probeWaits() {
		from := s.witness.Now()
		event, err := s.emit(ctx, side, numbered(side.probe, attempt+1), class)
		if attempt == 0 {
			side.answering = s.witness.Now() - from
		}
		if err != nil {
			return "no probe could be caused: " + err.Error()
		}
		if !event.Accepted {
			return "no probe could be caused: " + event.answer()
		}
		probes = append(probes, event.ID)
		if s.awaitAny(ctx, side.control, probes, wait) {
			if class == journal.ClassDurable {
				side.shown = side.control.Newest(probes)
			}
			return ""
		}
	}
	return fmt.Sprintf("none of %d probes was seen on the control stream within %v", len(probes), s.options.Patience)
}

// oldest gives the durable event of the run that its consumer saw first, else
// the one that is given.
func (d *side) oldest(otherwise string) string { return cmp.Or(d.shown, otherwise) }

// numbered names the repeats of one role: the first has the plain name.
func numbered(name string, attempt int) string {
	if attempt == 1 {
		return name
	}
	return name + "~" + strconv.Itoa(attempt)
}

// side gives the side of a tenant once its control stream was proven open, or
// an error that says why there is none.
func (s *Session) side(ctx context.Context, tenant journal.Tenant) (*side, error) {
	side := s.sides[tenant]
	if side == nil {
		return nil, fmt.Errorf("no second credential that differs from the first was given")
	}
	select {
	case <-side.proven:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the control stream of tenant %s to be proven open: %w", tenant, ctx.Err())
	}
	if !side.open {
		return nil, fmt.Errorf("tenant %s: %s", tenant, side.reason)
	}
	return side, nil
}

// decided waits until a tenant's control stream was proven open or given up. A
// stream that must not show the other tenant's events says so only of events
// that were there before it.
func (s *Session) decided(ctx context.Context, tenant journal.Tenant) {
	if side := s.sides[tenant]; side != nil {
		select {
		case <-side.proven:
		case <-ctx.Done():
		}
	}
}

func (s *Session) leaveControls() {
	for _, side := range s.sides {
		<-side.proven
	}
	s.leaveAll()
	s.stopAnonymous()
	<-s.anonymous
}
