package scenarios

import (
	"context"
	"encoding/json"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// What exchanges about an inbox add to its name: the one that takes it back, and
// the one that asks again for the answer to its registration.
const (
	unregisterSuffix = "-unregister"
	againSuffix      = "-again"
)

// readRegistration reads the answer to a registration; "" is what it does not
// have. Whatever else is wrong with it, an id that is there is good for taking
// the subscription back.
func readRegistration(body []byte) (webhookID, secret string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return "", ""
	}
	return memberText(members["webhookId"]), memberText(members["secret"])
}

func memberText(member json.RawMessage) string {
	var text string
	if json.Unmarshal(member, &text) != nil {
		return ""
	}
	return text
}

// unregisterCall takes a subscription back.
func unregisterCall(name string, tenant journal.Tenant, webhookID string) witness.Call {
	return witness.Call{
		Name: name + unregisterSuffix, Tenant: tenant, Method: http.MethodDelete, Path: pathWebhooks + "/" + projected(webhookID),
	}
}

// uncertain says of the last answer to a registration that there may be one
// all the same: the request had left, and the host did not say.
func uncertain(answer witness.Answer) bool {
	if answer.Fault == nil {
		return answer.Status >= http.StatusInternalServerError
	}
	switch answer.Fault.Kind {
	case journal.FaultNotSent, journal.FaultDial, journal.FaultTLS:
		return false
	}
	return true
}

// unregisterUnanswered asks once more for the answer to a registration, with
// its own key, and takes back what there is. It may be one that the run was
// stopped in the middle of.
func (i *inboxes) unregisterUnanswered(ctx context.Context, call witness.Call) {
	s := i.session
	name := call.Name
	call.Name, call.Attempt = name+againSuffix, 1
	answer := s.witness.Exchange(ctx, call)
	if answer.Fault == nil && refusesRegistration(answer.Status) {
		return
	}
	webhookID, _ := readRegistration(answer.Body)
	if !isSuccess(answer.Status) || webhookID == "" {
		s.notef(journal.TopicCleanup, name, "whether it is registered is not known, for %s; take it back with `hostwitness cleanup`", outcomeOf(answer))
		return
	}
	i.unregisterOne(ctx, &inbox{name: name, tenant: call.Tenant, webhookID: webhookID})
}
