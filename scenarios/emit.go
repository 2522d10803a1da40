package scenarios

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// errBudgetTriggers stops a scenario that would cause more than was allowed.
var errBudgetTriggers = errors.New("the budget of events is spent; raise --triggers")

// errNoRoad stops a scenario that needs a class which nothing can cause.
var errNoRoad = errors.New("the host lists no type of this class that a trigger or seam emits")

// Event is what became of a cause.
type Event struct {
	Name     string
	ID       string
	Tenant   journal.Tenant
	Class    string
	Key      string         // the Idempotency-Key of the call
	Accepted bool           // 202 with an id
	Status   int            // of the answer, 0 without one
	Fault    *journal.Fault // why there is no whole answer
	At       journal.Offset // of the answer
	Seen     bool           // on the control stream of its tenant, within the patience
	SeenAt   journal.Offset
}

// cause causes one event of a class and waits until it is seen on the control
// stream. Events of one tenant are caused one after another, so that their
// order is defined. An error means that the scenario cannot go on; an event
// that was not seen is no error.
func (s *Session) cause(ctx context.Context, tenant journal.Tenant, name, class string) (Event, error) {
	side, err := s.side(ctx, tenant)
	if err != nil {
		return Event{}, err
	}
	if err := side.enter(ctx); err != nil {
		return Event{}, err
	}
	defer side.leave()
	event, err := s.emit(ctx, side, name, class)
	if err != nil {
		return event, err
	}
	if !event.Accepted {
		return event, fmt.Errorf("%s could not be caused: %s", name, event.answer())
	}
	return s.awaitControl(ctx, side, event, class), nil
}

// answer tells what became of a cause that was not accepted.
func (e Event) answer() string {
	if e.Status == 0 && e.Fault != nil {
		return "it was not answered: " + e.Fault.Message
	}
	return fmt.Sprintf("it was answered %d instead of 202 with an eventId", e.Status)
}

// causeAll causes events one after another and gives them by role.
func (s *Session) causeAll(ctx context.Context, causes []Cause) (map[string]Event, error) {
	events := make(map[string]Event, len(causes))
	for _, cause := range causes {
		event, err := s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
		if err != nil {
			return events, err
		}
		events[cause.Name] = event
	}
	return events, nil
}

func (d *side) enter(ctx context.Context) error {
	select {
	case d.queue <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the trigger queue of tenant %s: %w", d.tenant, ctx.Err())
	}
}

func (d *side) leave() { <-d.queue }

// awaitControl waits for the event on the control stream. Once an event of a
// class was missed for the whole patience, by either tenant, later ones get one
// settle window: the miss is proven by then, and waiting on would only cost
// time.
func (s *Session) awaitControl(ctx context.Context, side *side, event Event, class string) Event {
	patience := s.options.Patience
	if _, missed := s.missed.Load(class); missed {
		patience = s.options.Settle
	}
	at, err := s.await(ctx, side.control, event.Name, event.ID, patience)
	if err != nil {
		s.missed.Store(class, true)
		return event
	}
	event.Seen, event.SeenAt = true, at
	return event
}

// emit sends one cause and puts the intent, every attempt and the final
// answer on record.
func (s *Session) emit(ctx context.Context, side *side, name, class string) (Event, error) {
	road := side.classes[class]
	if road.via == "" {
		return Event{}, fmt.Errorf("%s (%s): %w", name, class, errNoRoad)
	}
	if s.caused.Add(1) > int64(s.options.Triggers) {
		return Event{}, fmt.Errorf("%s: %w", name, errBudgetTriggers)
	}
	call := s.emitCall(side.tenant, name, class, road)
	intent := journal.Intent{
		Action: journal.ActionEmit, Name: name, Tenant: side.tenant, Class: class, Type: road.eventType,
		Via: road.via, Key: call.Header.Get("Idempotency-Key"), Path: call.Path,
	}
	if err := s.append(&journal.Record{Kind: journal.KindIntent, Intent: &intent}); err != nil {
		return Event{}, err
	}
	s.causing.Add(1)
	defer s.causing.Add(-1) // once it is known which event it was
	answer := s.exchange(ctx, call)
	emit := readEmit(name, road, answer)
	if err := s.append(&journal.Record{Kind: journal.KindEmit, Emit: &emit}); err != nil {
		return Event{}, err
	}
	event := Event{
		Name: name, ID: emit.EventID, Tenant: side.tenant, Class: class, Key: intent.Key,
		Accepted: emit.Accepted, Status: emit.Status, Fault: emit.Fault, At: answer.DoneAt,
	}
	if event.Accepted {
		s.mutex.Lock()
		s.emitted = append(s.emitted, event)
		s.mutex.Unlock()
	}
	return event, nil
}

func (s *Session) emitCall(tenant journal.Tenant, name, class string, road causeRoad) witness.Call {
	call := witness.Call{
		Name: name, Tenant: tenant, Method: http.MethodPost, Path: pathTrigger,
		Header: postHeader(),
	}
	body := map[string]string{"delivery": class}
	if road.via == journal.ViaSeam {
		call.Path = pathSeam
		body = map[string]string{"type": road.eventType}
	}
	call.Body, _ = json.Marshal(body) // a map of strings always marshals
	return call
}

// postHeader gives each cause its own Idempotency-Key, the same on every
// attempt.
func postHeader() http.Header {
	return http.Header{
		"Content-Type":    {"application/json"},
		"Idempotency-Key": {rand.Text()},
	}
}

func readEmit(name string, road causeRoad, answer witness.Answer) journal.Emit {
	emit := journal.Emit{Name: name, Exchange: name, Status: answer.Status, Fault: answer.Fault}
	var body struct {
		EventID string `json:"eventId"`
		Type    string `json:"type"`
	}
	if answer.Status != http.StatusAccepted || json.Unmarshal(answer.Body, &body) != nil {
		return emit
	}
	emit.Accepted = body.EventID != ""
	emit.EventID, emit.Type = body.EventID, body.Type
	if road.via == journal.ViaSeam {
		emit.Type = road.eventType
	}
	return emit
}
