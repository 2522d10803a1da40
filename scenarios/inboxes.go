package scenarios

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// errNoReceiver stops a scenario that needs an inbox the run does not have.
var errNoReceiver = errors.New("no webhook receiver may be registered on this host; give --webhook-url, a public https address that forwards to --webhook-listen")

// inboxes are the webhook subscriptions of a run: registered, watched, and
// unregistered again.
type inboxes struct {
	session *Session

	mutex      sync.Mutex
	boxes      map[string]*inbox
	registered []*inbox       // to be unregistered
	unanswered []witness.Call // registrations that may have come about without our knowing
}

type inbox struct {
	*witness.Inbox
	name      string
	tenant    journal.Tenant
	webhookID string
	status    int // of the registration
}

// registerStanding registers the inboxes that stay for the whole run: every
// advertised durable type, one for each tenant, and then one that opts in to
// Standard Webhooks where the host has that. It comes last, since a host may
// first verify its receiver.
func (i *inboxes) registerStanding(ctx context.Context, scenarios []Scenario) {
	s := i.session
	for _, name := range []string{journal.InboxA, journal.InboxB, journal.InboxStandard} {
		tenant, asked := registers(scenarios, name)
		if !asked || !s.mayRegister() || s.sides[tenant] == nil || name == journal.InboxStandard && !s.offersStandard() {
			continue
		}
		if _, err := i.register(ctx, name, tenant, s.typesOf(journal.ClassDurable)); err != nil {
			s.note(journal.TopicReceiver, name, err.Error())
		}
	}
}

// registers tells whether one of the scenarios asks for an inbox, and whose.
func registers(scenarios []Scenario, name string) (journal.Tenant, bool) {
	for _, scenario := range scenarios {
		for _, registration := range scenario.Registers {
			if registration.Name == name {
				return registration.Tenant, true
			}
		}
	}
	return "", false
}

func (s *Session) offersStandard() bool {
	return slices.Contains(s.claims.Algorithms, journal.AlgorithmStandard)
}

// subscription is the body of a registration. One without algorithms is signed
// as every delivery is.
type subscription struct {
	URL        string   `json:"url"`
	Events     []string `json:"events"`
	Algorithms []string `json:"signatureAlgorithms,omitempty"`
}

// algorithmsOf gives what an inbox opts in to: both schemes where the host
// lists both, since the one adds to the other.
func (s *Session) algorithmsOf(name string) []string {
	if name != journal.InboxStandard {
		return nil
	}
	return slices.DeleteFunc([]string{journal.AlgorithmV1, journal.AlgorithmStandard}, func(algorithm string) bool {
		return !slices.Contains(s.claims.Algorithms, algorithm)
	})
}

func (s *Session) mayRegister() bool {
	return s.settings.Receiver != nil && s.claims.Webhooks && len(s.typesOf(journal.ClassDurable)) > 0
}

// typesOf are the advertised types of a class.
func (s *Session) typesOf(class string) []string {
	var types []string
	for _, listing := range s.claims.Types {
		if listing.Delivery == class {
			types = append(types, listing.Type)
		}
	}
	return types
}

// register asks for a subscription of an inbox to types. The secret is made
// by the host, so that the request can be repeated as it stands in the
// journal. A refusal is no error: its status is on record.
func (i *inboxes) register(ctx context.Context, name string, tenant journal.Tenant, types []string) (*inbox, error) {
	s := i.session
	if s.settings.Receiver == nil {
		return nil, errNoReceiver
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("register %s: %w", name, err)
	}
	box := &inbox{Inbox: s.settings.Receiver.Inbox(name), name: name, tenant: tenant}
	call := witness.Call{
		Name: name, Tenant: tenant, Method: http.MethodPost, Path: pathWebhooks, Header: postHeader(),
		SecretMember: "secret", SecretName: "webhook-secret " + name,
	}
	body, err := json.Marshal(subscription{URL: box.URL(), Events: types, Algorithms: s.algorithmsOf(name)})
	if err != nil {
		return nil, fmt.Errorf("write the registration of %s: %w", name, err)
	}
	call.Body = body
	intent := journal.Intent{
		Action: journal.ActionRegister, Name: name, Tenant: tenant, Key: call.Header.Get("Idempotency-Key"), Path: call.Path,
		Body: s.recorder.Bytes(body),
	}
	if err := s.append(&journal.Record{Kind: journal.KindIntent, Intent: &intent}); err != nil {
		return nil, err
	}
	if err := s.durable(ctx); err != nil {
		return nil, fmt.Errorf("register %s: %w", name, err)
	}
	i.finish(box, call, s.exchange(ctx, call))
	return box, nil
}

// finish reads the answer to a registration. What was accepted will be
// unregistered.
func (i *inboxes) finish(box *inbox, call witness.Call, answer witness.Answer) {
	webhookID, secret := readRegistration(answer.Body)
	box.status = answer.Status
	box.Verify(call.SecretName, secret)
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if i.boxes == nil {
		i.boxes = make(map[string]*inbox)
	}
	i.boxes[box.name] = box
	if isSuccess(answer.Status) && webhookID != "" {
		box.webhookID = webhookID
		i.registered = append(i.registered, box)
	} else if uncertain(answer) {
		i.unanswered = append(i.unanswered, call)
	}
}

// get gives a registered inbox by name, nil when its registration was not
// accepted.
func (i *inboxes) get(name string) *inbox {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if box := i.boxes[name]; box != nil && box.webhookID != "" {
		return box
	}
	return nil
}

// standing gives an inbox of the whole run once it was asked for.
func (s *Session) standing(ctx context.Context, name string) (*inbox, error) {
	select {
	case <-s.ready:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the registration of %s: %w", name, ctx.Err())
	}
	box := s.inboxes.get(name)
	if box == nil && s.settings.Receiver == nil {
		return nil, errNoReceiver
	}
	if box == nil {
		return nil, fmt.Errorf("the registration of %s was not accepted", name)
	}
	return box, nil
}

// unregister takes back every subscription, first those that are known.
func (i *inboxes) unregister(ctx context.Context) {
	i.mutex.Lock()
	registered, unanswered := i.registered, i.unanswered
	i.registered, i.unanswered = nil, nil
	i.mutex.Unlock()
	for _, box := range registered {
		i.unregisterOne(ctx, box)
	}
	for _, call := range unanswered {
		i.unregisterUnanswered(ctx, call)
	}
}

func (i *inboxes) unregisterOne(ctx context.Context, box *inbox) {
	s := i.session
	call := unregisterCall(box.name, box.tenant, box.webhookID)
	intent := journal.Intent{Action: journal.ActionUnregister, Name: box.name, Tenant: box.tenant, Path: call.Path}
	_ = s.append(&journal.Record{Kind: journal.KindIntent, Intent: &intent})
	answer := s.exchange(ctx, call)
	if !isSuccess(answer.Status) {
		s.notef(journal.TopicCleanup, box.name, "the subscription %s could not be unregistered: %s; `hostwitness cleanup` with the evidence folder tries again", box.webhookID, answered(answer.Status))
	}
}

// answered tells the status of an answer, or that there was none.
func answered(status int) string {
	if status == 0 {
		return "there was no answer"
	}
	return fmt.Sprintf("it was answered %d", status)
}

// cleanUp takes back what the run registered, also after the run was stopped:
// it has its own limit.
func (s *Session) cleanUp(ctx context.Context) {
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.settings.Waits.Cleanup)
	defer cancel()
	s.inboxes.unregister(bounded)
	s.leaveAll()
}

// projected gives an id as one path segment: bytes outside [A-Za-z0-9._-]
// become "~" and two upper-case hex digits.
func projected(id string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
	isPlain := func(c byte) bool {
		for k := range len(plain) {
			if plain[k] == c {
				return true
			}
		}
		return false
	}
	segment := make([]byte, 0, len(id))
	for k := range len(id) {
		if isPlain(id[k]) {
			segment = append(segment, id[k])
			continue
		}
		segment = fmt.Appendf(segment, "~%02X", id[k])
	}
	return url.PathEscape(string(segment))
}
