package witness

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"hostwitness/witness/journal"
)

// Limits on waiting for a credential that cannot be read. Who renews a file may
// remove it before the new one is there. Patience only.
const (
	credentialPatience = 2 * time.Second
	credentialPoll     = 50 * time.Millisecond
)

// credentials remember what was read last, to tell a renewed credential from
// one that is gone.
type credentials struct {
	mu   sync.Mutex
	last map[journal.Tenant]string
}

// credentialError says that a credential could not be read, so that nothing
// was sent.
type credentialError struct {
	tenant journal.Tenant
	err    error
}

func (e *credentialError) Error() string {
	return "the suite could not read the credential of tenant " + string(e.tenant) + ": " + e.err.Error() + "; put it back and run again"
}

func (e *credentialError) Unwrap() error { return e.err }

// errEmptied is a credential that had a token and has none any longer. A
// request without it would be another request.
var errEmptied = errors.New("it is empty, and held a token before")

// authorise puts the credential of the tenant into the header. It is asked for
// anew each time and made known as a secret before anything is sent. One that
// cannot be read is tried again for a while; the error is then a
// *credentialError, or the cause with which ctx ended.
func (w *Witness) authorise(ctx context.Context, header http.Header, tenant journal.Tenant) error {
	if tenant == journal.Nobody {
		return nil
	}
	token, err := w.awaitCredential(ctx, tenant)
	if err != nil || token == "" {
		return err
	}
	bear(header, token)
	return nil
}

func bear(header http.Header, token string) {
	header.Set("Authorization", "Bearer "+token)
}

// makeUp gives a token that no host has given. It is kept out of the journal as
// a real one is, so that nobody takes it for one.
func (w *Witness) makeUp() string {
	token := "hostwitness-" + rand.Text()
	w.secrets.add("credential-made-up", token)
	return token
}

func (w *Witness) awaitCredential(ctx context.Context, tenant journal.Tenant) (string, error) {
	token, err := w.readCredential(tenant)
	if err == nil {
		return token, nil
	}
	deadline := time.NewTimer(credentialPatience)
	defer deadline.Stop()
	poll := time.NewTicker(credentialPoll)
	defer poll.Stop()
	for {
		select {
		case <-poll.C:
			if token, err = w.readCredential(tenant); err == nil {
				return token, nil
			}
		case <-deadline.C:
			return "", &credentialError{tenant, err}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// readCredential reads a credential once. That it was renewed is put on record:
// a refusal of the old one then says nothing about the new one.
func (w *Witness) readCredential(tenant journal.Tenant) (string, error) {
	token, err := w.config.Credential(tenant)
	if err != nil {
		return "", err
	}
	w.secrets.add("credential-"+string(tenant), token)
	known := &w.credentials
	known.mu.Lock()
	defer known.mu.Unlock()
	before, was := known.last[tenant]
	switch {
	case token == "" && was:
		return "", errEmptied
	case token == "" || token == before:
		return token, nil
	}
	known.last[tenant] = token
	if was {
		w.recordRenewed(tenant)
	}
	return token, nil
}

// maxReason bounds why a credential could not be read, in bytes: a file's name
// fits whole.
const maxReason = 8 << 10

// notSent is the fault of a request of which nothing left this machine.
func notSent(ctx context.Context, err error) *journal.Fault {
	unread := (*credentialError)(nil)
	switch {
	case errors.As(err, &unread):
		text := unread.Error()
		return newFault(journal.FaultNotSent, strings.ToValidUTF8(text[:min(len(text), maxReason)], "?"))
	case errors.Is(err, errClosed):
		return newFault(journal.FaultStopped, "not sent: the run is over")
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		return stopFault(err)
	}
	return newFault(journal.FaultNotSent, "not sent: "+own(err))
}
