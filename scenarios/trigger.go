package scenarios

import (
	"cmp"
	"context"

	"hostwitness/witness/journal"
)

// trigger calls the test trigger for each class: as a cause where the reserved
// type is listed, and only to see the refusal where it is not (RFC 0241 §B).
// Between two causes it makes calls that every host that serves it refuses.
func trigger() Scenario {
	return Scenario{
		Name: "host-event-trigger",
		Legs: []string{"0241.trigger.bound-by-listing", "0241.trigger.reserved-type", "0241.trigger.closed-body", "0241.trigger.workspace-refused"},
		Causes: []Cause{
			{Name: journal.EmitTriggerDurable, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitTriggerEphemeral, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
			{Name: journal.EmitTriggerAfter, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.SecondClass(journal.EmitTriggerAfter), Tenant: journal.TenantA, Class: journal.ClassEphemeral},
		},
		Calls: []string{
			"the test trigger for a class that is not listed: to be refused",
			"the test trigger as before, with the same Idempotency-Key: to cause nothing",
			"the test trigger with a body that is not the closed one, twice and 3 times for each class: to be refused",
			"the test trigger for a workspace that there is not, for each class: to be refused",
		},
		Run: driveTrigger,
	}
}

func driveTrigger(ctx context.Context, s *Session) error {
	var fault error // the first: the calls go on for what can be caused
	var served []Event
	for _, cause := range trigger().Causes[:2] {
		if !s.claims.TriggerServes(cause.Class) {
			s.exchange(ctx, s.emitCall(cause.Tenant, cause.Name, cause.Class, causeRoad{via: journal.ViaTrigger}))
			continue
		}
		event, err := s.callListed(ctx, cause)
		if err != nil {
			fault = cmp.Or(fault, err)
			continue
		}
		if event.ID != "" {
			served = append(served, event)
		}
	}
	if len(served) == 0 {
		return fault
	}
	s.callAgain(ctx, served[0])
	s.callRefused(ctx, served)
	for k, event := range served {
		_, err := s.callListed(ctx, Cause{Name: numbered(journal.EmitTriggerAfter, k+1), Tenant: event.Tenant, Class: event.Class})
		fault = cmp.Or(fault, err)
	}
	return fault
}

// callListed causes the event. Where the control stream could not be proven
// open the call itself still counts, so it is made without waiting.
func (s *Session) callListed(ctx context.Context, cause Cause) (Event, error) {
	side := s.sides[cause.Tenant]
	if _, err := s.side(ctx, cause.Tenant); err == nil {
		return s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
	}
	if err := side.enter(ctx); err != nil {
		return Event{}, err
	}
	defer side.leave()
	return s.emit(ctx, side, cause.Name, cause.Class)
}

// callAgain makes a call again, with its Idempotency-Key.
func (s *Session) callAgain(ctx context.Context, served Event) {
	call := s.emitCall(served.Tenant, journal.CallTriggerRepeated, served.Class, causeRoad{via: journal.ViaTrigger})
	call.Header.Set("Idempotency-Key", served.Key)
	s.exchange(ctx, call)
}
