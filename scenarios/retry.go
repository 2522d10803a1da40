package scenarios

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"hostwitness/witness/journal"
)

// firstRefusal has an inbox answer 503 to the first attempt of one event of
// this run, so that the host has to send it again (RFC 0236 §E). Every other
// delivery is taken, so that little waits behind a backoff and no host gives
// the subscription up.
type firstRefusal struct {
	box     *inbox
	ours    func(eventID string) bool // so far as the host has said
	pending func() bool               // an event was asked for and the host has not said which one

	mutex   sync.Mutex
	armed   bool
	refused []string // events, in the order of their first attempts
}

// firstRefusals are those of several inboxes.
type firstRefusals []*firstRefusal

// refuseFirst prepares the inboxes that there are. Where the host says that it
// tries only once there is no second attempt to wait for, and nothing is refused.
func (s *Session) refuseFirst(names ...string) firstRefusals {
	var refusals firstRefusals
	for _, name := range names {
		if box := s.inboxes.get(name); box != nil && s.claims.MaxAttempts != 1 {
			refusal := &firstRefusal{box: box, ours: func(eventID string) bool { return s.accepted(box.tenant, eventID) }, pending: s.awaitsAnswer}
			box.Answer(refusal.status)
			refusals = append(refusals, refusal)
		}
	}
	return refusals
}

// arm begins to refuse.
func (r firstRefusals) arm() {
	for _, refusal := range r {
		refusal.arm()
	}
}

func (r *firstRefusal) arm() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.armed = true
}

// status refuses first attempts until one of them is known to be of an event of
// this run. A delivery may come before the host has said which event it caused:
// only until it has are others refused on suspicion, or the many events of a busy
// host would use up what may be refused before the one of this run comes.
func (r *firstRefusal) status(eventID string, attempt int) int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !r.armed || eventID == "" || attempt > 1 || slices.ContainsFunc(r.refused, r.ours) {
		return http.StatusOK
	}
	if !r.ours(eventID) && (!r.pending() || len(r.refused) >= mostRefusals) {
		return http.StatusOK
	}
	r.refused = append(r.refused, eventID)
	return http.StatusServiceUnavailable
}

// mostRefusals bounds how many events are refused on suspicion.
const mostRefusals = 16

// event gives the event of this run that was refused, "" while there is none.
func (r *firstRefusal) event() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if at := slices.IndexFunc(r.refused, r.ours); at >= 0 {
		return r.refused[at]
	}
	return ""
}

// accepted says that an event is one that this run caused for the tenant. One of
// the other tenant comes by a fault of the host, and says nothing of retries.
func (s *Session) accepted(tenant journal.Tenant, eventID string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.ContainsFunc(s.emitted, func(event Event) bool { return event.Tenant == tenant && event.ID == eventID })
}

// awaitsAnswer says that a cause is under way.
func (s *Session) awaitsAnswer() bool { return s.causing.Load() > 0 }

// awaitRetries waits in all inboxes at once.
func (s *Session) awaitRetries(ctx context.Context, refusals firstRefusals, last Event) {
	var waiting sync.WaitGroup
	for _, refusal := range refusals {
		waiting.Go(func() { s.awaitRetry(ctx, refusal, last) })
	}
	waiting.Wait()
}

// awaitRetry waits for the second attempt of what was refused, as long as for a
// first one: how soon a host tries again is its own affair, and what an operator
// knows of it is the deadline for deliveries. A host that is quick about it
// costs no time, since a settle window has passed by now.
func (s *Session) awaitRetry(ctx context.Context, refusal *firstRefusal, last Event) {
	if last.ID == "" {
		return
	}
	if refusal.event() == "" {
		_, _ = s.await(ctx, refusal.box, last.Name, last.ID, s.options.Delivery) // put on record either way
	}
	if eventID := refusal.event(); eventID != "" {
		_, _ = s.await(ctx, secondDelivery{refusal.box}, last.Name, eventID, s.options.Delivery)
	}
}

// secondDelivery is an inbox as far as second deliveries of an event go.
type secondDelivery struct{ box *inbox }

func (d secondDelivery) Await(ctx context.Context, eventID string) (journal.Offset, error) {
	return d.box.AwaitAgain(ctx, eventID)
}
