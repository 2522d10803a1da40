package judges

import (
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// webhookID is the id of an inbox's subscription, "" when it has none.
func (f facts) webhookID(inbox string) string {
	got := f.lastReply(inbox)
	if got.status != 201 {
		return ""
	}
	id, _ := readDocument(got.body).text("webhookId")
	return id
}

// tenantOfInbox is whose credential registered the inbox.
func (f facts) tenantOfInbox(inbox string) journal.Tenant { return f.Registrations[inbox].Tenant }

// delivered gives the first delivery of the event to the inbox.
func (f facts) delivered(inbox string, e event) (journal.SeenDelivery, bool) {
	var first journal.SeenDelivery
	found := false
	for _, delivery := range f.Inboxes[inbox].Deliveries {
		at := place{delivery.At, delivery.Seq}
		if f.subject(delivery) == e.id && !at.before(e.caused) && (!found || at.before(place{first.At, first.Seq})) {
			first, found = delivery, true
		}
	}
	return first, found
}

// subject gives the id of the event of ours that a delivery is of, "" for none.
func (f facts) subject(delivery journal.SeenDelivery) string {
	id := delivery.EventID
	if id == "" && delivery.Foreign != nil {
		id = delivery.Foreign.EventID
	}
	switch {
	case len(f.byID[id]) > 0:
		return id
	case id == "" && delivery.Own:
		return f.mentioned(delivery.Body)
	}
	return ""
}

// envelopeIn reads the envelope that a delivery bears.
func envelopeIn(delivery journal.SeenDelivery) document {
	body := readDocument(delivery.Body)
	body.object = asObject(body.object["hostEvent"])
	return body
}

// inboxUntil is until when what came to the inbox was recorded: the request
// that took the subscription back, a limit that the recorder reached, else the
// end of the run.
func (f facts) inboxUntil(inbox string) journal.Offset {
	until := f.EndedAt
	for _, note := range f.Notes {
		if note.Topic == journal.TopicRecorder {
			until = min(until, note.At)
		}
	}
	id := f.webhookID(inbox)
	if id == "" {
		return until
	}
	for _, attempts := range f.Exchanges {
		for _, attempt := range attempts {
			if attempt.Request.Method == "DELETE" && strings.HasSuffix(attempt.Request.URL, "/webhooks/"+segment(id)) {
				until = min(until, attempt.SentAt)
			}
		}
	}
	return until
}

// segment projects an id to one path segment: bytes outside [A-Za-z0-9._-]
// become "~" and two upper-case hex digits.
func segment(id string) string {
	var text strings.Builder
	for _, c := range []byte(id) {
		if plain(c) {
			text.WriteByte(c)
			continue
		}
		fmt.Fprintf(&text, "~%02X", c)
	}
	return text.String()
}

func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-'
}
