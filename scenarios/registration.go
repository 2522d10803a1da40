package scenarios

import (
	"encoding/json"
	"net/http"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// unregisterSuffix is what the exchange that takes an inbox back adds to its
// name.
const unregisterSuffix = "-unregister"

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
