package witness

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"hostwitness/witness/journal"
)

// Inbox is the receiving end of one webhook registration. It is safe for
// concurrent use.
type Inbox struct {
	receiver *Receiver
	name     string
	token    string
	seen     *sightings
	again    *sightings    // events of which a second delivery came
	verified chan struct{} // closed at the first key

	mu       sync.Mutex
	keys     []key
	answer   func(eventID string, attempt int) int
	attempts map[digest]int
}

func newInbox(receiver *Receiver, name, token string) *Inbox {
	return &Inbox{
		receiver: receiver,
		name:     name,
		token:    token,
		seen:     newSightings(idsKept),
		again:    newSightings(idsKept),
		verified: make(chan struct{}),
		answer:   func(string, int) int { return http.StatusOK },
		attempts: map[digest]int{},
	}
}

// URL is what to register.
func (i *Inbox) URL() string { return i.receiver.config.Public.JoinPath(i.token).String() }

// Verify gives the secret with which deliveries are signed, and its name in
// records. Signatures are computed with every secret given so far. The secret is
// kept out of the records.
func (i *Inbox) Verify(secretName, secret string) {
	i.receiver.config.Witness.secrets.add(secretName, secret)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys = append(i.keys, key{name: secretName, secret: secret})
	if len(i.keys) == 1 {
		close(i.verified)
	}
}

// Answer sets the status that deliveries get from now on, by the event, "" where
// a delivery names none, and its attempt: 1 for its first delivery to this
// inbox. The status must be from 200 to 599; another is sent as 500. Without a
// call every delivery gets 200. The function is called by several goroutines.
func (i *Inbox) Answer(status func(eventID string, attempt int) int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.answer = status
}

// Await waits until a delivery of the event is recorded, now or earlier, and
// gives the offset at which the first one was complete. The error names inbox,
// event and how long was waited; it wraps the cause of ctx.
func (i *Inbox) Await(ctx context.Context, eventID string) (journal.Offset, error) {
	return i.awaitIn(ctx, i.seen, eventID, "delivered")
}

// AwaitAgain waits until a second delivery of the event is recorded, whatever
// the first was answered, and gives the offset at which that one was complete.
// The error is as Await's.
func (i *Inbox) AwaitAgain(ctx context.Context, eventID string) (journal.Offset, error) {
	return i.awaitIn(ctx, i.again, eventID, "delivered a second time")
}

// awaitIn waits for what the error calls by the words given.
func (i *Inbox) awaitIn(ctx context.Context, sightings *sightings, eventID, what string) (journal.Offset, error) {
	from := i.receiver.config.Witness.Now()
	at, err := sightings.await(ctx, eventID)
	if err == nil {
		return at, nil
	}
	if err == errOver {
		err = errReceiverClosed
	}
	return 0, fmt.Errorf("inbox %s: event %s was not %s within %s: %w", i.name, eventID, what, i.receiver.config.Witness.Now()-from, err)
}

// noted remembers a delivery that is on record.
func (i *Inbox) noted(eventID string, attempt int, at journal.Offset) {
	i.seen.note(eventID, at)
	if attempt > 1 {
		i.again.note(eventID, at)
	}
}

// finish says that nothing more can come.
func (i *Inbox) finish() {
	i.seen.finish()
	i.again.finish()
}

// Seen tells whether a delivery of the event came, and when the first one did.
func (i *Inbox) Seen(eventID string) (journal.Offset, bool) { return i.seen.look(eventID) }

// waitForKey holds a delivery back until a secret is known.
func (i *Inbox) waitForKey(limit time.Duration) {
	patience := time.NewTimer(limit)
	defer patience.Stop()
	select {
	case <-i.verified:
	case <-patience.C:
	case <-i.receiver.stopping:
	}
}

// statusFor counts a delivery of the event and gives its number and the status
// to answer.
func (i *Inbox) statusFor(eventID string) (attempt, status int) {
	d := i.seen.digest(eventID)
	i.mu.Lock()
	answer := i.answer
	attempt = i.attempts[d] + 1
	if attempt > 1 || len(i.attempts) < idsKept {
		i.attempts[d] = attempt
	}
	i.mu.Unlock()
	if status = answer(eventID, attempt); status >= 200 && status <= 599 {
		return attempt, status
	}
	return attempt, http.StatusInternalServerError
}

func (i *Inbox) currentKeys() []key {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]key(nil), i.keys...)
}
