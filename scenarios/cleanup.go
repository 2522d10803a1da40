package scenarios

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// Cleanup is what taking back the leftovers of a run needs.
type Cleanup struct {
	Witness  *witness.Witness
	Waits    Waits
	Left     []Leftover
	Versions []string      // protocol versions that the host listed in that run
	Since    time.Duration // how long ago the run began
	Tell     func(Undone)  // called for each leftover as soon as it is decided
}

// Undoing is what became of a leftover.
type Undoing string

// The ends that a leftover comes to.
const (
	UndoneDeleted Undoing = "deleted"        // the host took it back
	UndoneGone    Undoing = "already-gone"   // the host does not know it any longer
	UndoneNever   Undoing = "not-registered" // the host refuses the registration: there is none
	UndoneLeft    Undoing = "left"           // it may still be there; Detail says why and what to do
)

// Undone is a leftover and what became of it.
type Undone struct {
	Leftover
	Result Undoing
	Detail string // for the operator; may hold text of the host
}

// keyLasts is how long after its use a repeated key is taken to give the first
// answer: the 24 hours that a host keeps it (core text), without the margin for
// clocks that differ. A registration repeated later would be a second one.
const keyLasts = 24*time.Hour - 10*time.Minute

// CleanUp takes back the leftovers one after another and tells of each. Where
// the host's answer is on record its id is deleted. Where it is not, the
// registration is repeated with its own key, path and body, which gives the id
// of the first one or of a new one, and that is deleted: at most two requests a
// leftover, each repeated only as a run would. Nothing else is asked of the
// host. After the end of ctx the rest is left.
func CleanUp(ctx context.Context, cleanup Cleanup) []Undone {
	session := &Session{witness: cleanup.Witness, settings: Settings{Waits: cleanup.Waits}}
	cleanup.Witness.SetVersion(highestMajor2(cleanup.Versions))
	undone := make([]Undone, 0, len(cleanup.Left))
	for _, left := range cleanup.Left {
		one := session.undo(ctx, left, cleanup.Since-left.at)
		cleanup.Tell(one)
		undone = append(undone, one)
	}
	return undone
}

// undo takes back one leftover whose intent is so old.
func (s *Session) undo(ctx context.Context, left Leftover, age time.Duration) Undone {
	switch {
	case ctx.Err() != nil:
		return left.stays("it was not tried: the cleanup was stopped; run it again")
	case left.Tenant != journal.TenantA && left.Tenant != journal.TenantB:
		return left.stays("its record names no tenant of a run")
	case left.WebhookID != "":
		return s.deleteLeft(ctx, left)
	case left.unfit != "":
		return left.stays("the host's answer is not on record, and the registration is not repeated: " + left.unfit)
	case age >= keyLasts:
		return left.stays("the host's answer is not on record, and it is too long ago to repeat the registration: " +
			"after 24 hours a host takes the same key for a new one")
	}
	answer := s.exchange(ctx, witness.Call{
		Name: left.Name, Tenant: left.Tenant, Method: http.MethodPost, Path: pathWebhooks, Body: left.body,
		Header:       http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {left.key}},
		SecretMember: "secret", SecretName: "webhook-secret " + left.Name,
	})
	switch {
	case answer.Fault == nil && isSuccess(answer.Status):
		if left.WebhookID, _ = readRegistration(answer.Body); left.WebhookID != "" {
			return s.deleteLeft(ctx, left)
		}
	case answer.Fault == nil && refusesRegistration(answer.Status) && !left.accepted:
		return Undone{left, UndoneNever, fmt.Sprintf("the host refuses the registration with %d", answer.Status)}
	}
	return left.stays("the registration was repeated to learn its id, and " + outcomeOf(answer) + adviceOn(answer))
}

// maxWebhookID bounds an id that is put into a path.
const maxWebhookID = 1024

// deleteLeft takes back a subscription whose id is known.
func (s *Session) deleteLeft(ctx context.Context, left Leftover) Undone {
	if id := left.WebhookID; id == "." || id == ".." || len(id) > maxWebhookID {
		return left.stays("what the host calls it cannot be put into a path")
	}
	call := unregisterCall(left.Name, left.Tenant, left.WebhookID)
	answer := s.exchange(ctx, call)
	switch {
	case answer.Fault == nil && isSuccess(answer.Status):
		return Undone{Leftover: left, Result: UndoneDeleted}
	case answer.Fault == nil && isGone(answer.Status):
		return Undone{Leftover: left, Result: UndoneGone}
	}
	return left.stays("DELETE " + call.Path + ": " + outcomeOf(answer) + adviceOn(answer))
}

func (l Leftover) stays(why string) Undone { return Undone{l, UndoneLeft, why} }

// outcomeOf tells of an answer that does not settle anything.
func outcomeOf(answer witness.Answer) string {
	switch {
	case answer.Fault != nil:
		return "it was not answered: " + answer.Fault.Message
	case isSuccess(answer.Status):
		return fmt.Sprintf("the host answers %d without a webhookId that can be read", answer.Status)
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return fmt.Sprintf("the host answers %d to the credential of that tenant", answer.Status)
	}
	return fmt.Sprintf("the host answers %d", answer.Status)
}

// adviceOn says what to do about it.
func adviceOn(answer witness.Answer) string {
	if answer.Fault == nil && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) {
		return ": give one that may do this and clean up again"
	}
	return "; clean up again later, or delete it by hand"
}
