package judges

import (
	"fmt"
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// findMentions breaks the rule wherever an id of one of the events stands in a
// stream but in a frame of that very event: in the answer to its request, in
// another frame, in a comment, or in what was left unfinished at its end.
func (f facts) findMentions(r *ruling, stream journal.SeenStream, events []event) {
	name := stream.Intent.Name
	for _, e := range events {
		if !schemas.EventID(e.id) || f.sent(stream.Intent.Tenant, e.id) {
			continue // too short or too odd to be told from other text, or known to the tenant from us
		}
		if answerNames(stream, e.id) {
			r.breaks(name, fmt.Sprintf("the answer to the request names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, stream.Seq)
		}
		for _, frame := range stream.Frames {
			if frame.Dispatched && f.owner(frame) == e.id {
				continue
			}
			if f.names(frame, e.id) {
				r.breaks(name, fmt.Sprintf("a frame that is not of it names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, frame.Seq)
			}
		}
		for _, comment := range stream.Comments {
			if oneOf(e.id, comment.Mentions) {
				r.breaks(name, fmt.Sprintf("a comment names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, comment.Seq)
			}
		}
		if stream.Ended != nil && stream.Ended.Unfinished != nil &&
			(stream.Ended.Unfinished.EventID == e.id || oneOf(e.id, stream.Ended.Unfinished.Mentions)) {
			r.breaks(name, fmt.Sprintf("an unfinished frame names %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, stream.EndSeq)
		}
	}
}

// sent says that the suite itself named the id to the host on behalf of the
// tenant, as a cursor. A host may repeat what it was told, in an event about
// the request for one; that tells the tenant nothing.
func (f facts) sent(tenant journal.Tenant, id string) bool {
	for _, name := range f.Opened {
		intent := f.Streams[name].Intent
		if intent.Tenant == tenant && intent.LastEventID != nil && *intent.LastEventID == id {
			return true
		}
	}
	return false
}

// answerNames says that an id stands in the header or the body of the answer to
// a stream request.
func answerNames(stream journal.SeenStream, id string) bool {
	for _, line := range stream.Opened.Header {
		if standsIn(line.Value, id) {
			return true
		}
	}
	body := stream.Opened.Body
	return body != nil && standsIn(string(body.Content()), id)
}

// deliveryNames says that an event's id stands anywhere in a delivery.
func deliveryNames(delivery journal.SeenDelivery, e event) bool {
	if !schemas.EventID(e.id) {
		return false // too short or too odd to be told from other text
	}
	if delivery.Foreign != nil && oneOf(e.id, delivery.Foreign.Mentions) {
		return true
	}
	for _, line := range delivery.Header {
		if standsIn(line.Value, e.id) {
			return true
		}
	}
	return delivery.Body != nil && standsIn(string(delivery.Body.Content()), e.id)
}

// names says that an id stands anywhere in a frame.
func (f facts) names(frame journal.SeenFrame, id string) bool {
	if frame.IDField == journal.FieldGiven && frame.ID == id || standsIn(frame.Event, id) {
		return true
	}
	for _, body := range []*journal.Bytes{frame.Data, frame.Raw} {
		if body != nil && standsIn(string(body.Content()), id) {
			return true
		}
	}
	return frame.Foreign != nil && oneOf(id, frame.Foreign.Mentions)
}

// standsIn says that an id stands in a text as a word of its own: an id may be
// the beginning of a longer one.
func standsIn(text, id string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], id)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(id)
		if (start == 0 || !idByte(text[start-1])) && (end == len(text) || !idByte(text[end])) {
			return true
		}
		from = start + 1
	}
}

func idByte(c byte) bool { return plain(c) || c == '~' }
