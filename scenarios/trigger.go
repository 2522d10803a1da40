package scenarios

import (
	"context"

	"hostwitness/witness/journal"
)

// trigger calls the test trigger for each class: as a cause where the reserved
// type is listed, and only to see the refusal where it is not (RFC 0241 §B).
func trigger() Scenario {
	return Scenario{
		Name: "host-event-trigger",
		Legs: []string{"0241.trigger.bound-by-listing"},
		Causes: []Cause{
			{Name: journal.EmitTriggerDurable, Tenant: journal.TenantA, Class: journal.ClassDurable},
			{Name: journal.EmitTriggerEphemeral, Tenant: journal.TenantA, Class: journal.ClassEphemeral},
		},
		Calls: []string{"the test trigger for a class that is not listed: to be refused"},
		Run:   driveTrigger,
	}
}

func driveTrigger(ctx context.Context, s *Session) error {
	for _, cause := range trigger().Causes {
		if s.claims.TriggerServes(cause.Class) {
			if err := s.callListed(ctx, cause); err != nil {
				return err
			}
			continue
		}
		s.exchange(ctx, s.emitCall(cause.Tenant, cause.Name, cause.Class, causeRoad{via: journal.ViaTrigger}))
	}
	return nil
}

// callListed causes the event. Where the control stream could not be proven
// open the call itself still counts, so it is made without waiting.
func (s *Session) callListed(ctx context.Context, cause Cause) error {
	side := s.sides[cause.Tenant]
	if _, err := s.side(ctx, cause.Tenant); err == nil {
		_, err := s.cause(ctx, cause.Tenant, cause.Name, cause.Class)
		return err
	}
	if err := side.enter(ctx); err != nil {
		return err
	}
	defer side.leave()
	_, err := s.emit(ctx, side, cause.Name, cause.Class)
	return err
}
