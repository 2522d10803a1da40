package witness

import (
	"encoding/json"
	"net/http"
)

// verificationType is what the body of an endpoint verification names as its
// type: the host asks, before or after it answers a registration, whether the
// receiver wants deliveries, and has its challenge echoed (core text on
// standard-webhooks-1).
const verificationType = "openwop.webhook.verification"

// challengeBytes bounds a challenge as JSON writes it. What is longer is no
// challenge: nobody is to use a receiver to send something back.
const challengeBytes = 1024

// challengeOf gives the challenge of an endpoint verification as it stands in
// the body, and whether the request is one: a POST of an object with the two
// members and no other. Its signature is not asked for, since the secret may be
// in an answer that is still to come, and the echo gives nothing away.
func challengeOf(method string, body []byte) (json.RawMessage, bool) {
	var members map[string]json.RawMessage
	if method != http.MethodPost || json.Unmarshal(body, &members) != nil || len(members) != 2 {
		return nil, false
	}
	challenge, text := members["challenge"], ""
	if memberText(body, "type") != verificationType || len(challenge) > challengeBytes || json.Unmarshal(challenge, &text) != nil {
		return nil, false
	}
	return challenge, text != ""
}

// echo answers an endpoint verification with its challenge.
func echo(out http.ResponseWriter, challenge json.RawMessage) {
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(http.StatusOK)
	// Whoever asked and went away has its answer on record as given.
	_, _ = out.Write(append(append([]byte(`{"challenge":`), challenge...), '}'))
}
