package journal

import (
	"cmp"
	"slices"
	"strings"
)

// frame makes the record of a frame out of what was seen. It is kept whole
// when this run caused it: its id field or the eventId in its data is one of
// this run's, or its type is one that this run caused and such an id stands in
// it somewhere.
func (r *Recorder) frame(raw *RawFrame) *Frame {
	data := []byte(raw.Data)
	envelope := readEnvelope(data)
	mentions := r.own.mentions(raw.Raw)
	own := r.own.has(raw.ID) || r.own.has(envelope.eventID) ||
		(r.own.types[raw.Event] || r.own.types[envelope.kind]) && len(mentions) > 0

	frame := &Frame{
		Stream: raw.Stream, Offset: raw.Offset, Dispatched: raw.Dispatched, Own: own,
		EventField: raw.EventField, IDField: raw.IDField, Retry: r.brief(raw.Retry),
	}
	if !own {
		frame.Foreign = r.foreign(cmp.Or(raw.Event, envelope.kind), &envelope, raw.Raw, mentions)
	}
	if own || r.config.KeepForeign {
		limit := r.config.Limits.FrameBytes
		frame.EventID = r.brief(envelope.eventID)
		frame.Event = cutText(r.secrets.text(raw.Event), limit)
		frame.ID = cutText(r.secrets.text(raw.ID), limit)
		frame.Raw = r.bytes(raw.Raw, limit, false)
		if raw.Dispatched {
			frame.Data = r.bytes(data, limit, false)
		}
	}
	return frame
}

// foreign keeps the little that judging needs of what this run did not cause.
func (r *Recorder) foreign(kind string, e *envelope, raw []byte, mentions []string) *Foreign {
	var members []string
	for _, name := range e.names {
		members = append(members, r.brief(name))
	}
	kept := &Foreign{
		Type: r.brief(kind), Class: r.brief(e.class), EventID: r.brief(e.eventID), Members: members,
		Length: int64(len(raw)), Digest: r.digest(raw), Mentions: mentions,
	}
	if e.kind != kind {
		kept.Kind = r.brief(e.kind)
	}
	return kept
}

// brief keeps a text within maxNameText, after the secrets are out of it: half
// a secret would not be found any more.
func (r *Recorder) brief(s string) string {
	return cutText(r.secrets.text(s), maxNameText)
}

// delivery makes the record of a delivery out of what reached the receiver, by
// the rule of frames. Of a delivery that this run did not cause neither headers
// nor MACs are kept. An endpoint verification is caused by our own registration
// and kept whole; one that mentions an event of this run is a delivery all the
// same, however it is dressed.
func (r *Recorder) delivery(raw *RawDelivery) *Delivery {
	outer := readEnvelope(raw.Body)
	envelope := outer
	if outer.inner != nil {
		envelope = readEnvelope(outer.inner)
	}
	mentions := r.own.mentions(deliveryText(raw))
	named := eventTypeOf(raw.Header)
	own := r.own.has(envelope.eventID) || (r.own.types[envelope.kind] || r.own.types[named]) && len(mentions) > 0

	delivery := &Delivery{
		Inbox: raw.Inbox, Method: raw.Method, Header: []Header{}, Own: own,
		ReceivedAt: raw.ReceivedAt, Answered: raw.Answered,
		Verification: raw.Verification && !own && len(mentions) == 0,
	}
	if !own && !delivery.Verification {
		delivery.Foreign = r.foreign(cmp.Or(envelope.kind, named), &envelope, raw.Body, mentions)
		if r.own.types[envelope.kind] {
			delivery.Foreign.Timestamp = r.brief(envelope.timestamp)
		}
	}
	if own || delivery.Verification || r.config.KeepForeign {
		delivery.EventID, delivery.MACs = r.brief(envelope.eventID), raw.MACs
		delivery.Header = r.headers(raw.Header)
		delivery.Body = r.bytes(raw.Body, r.config.Limits.BodyBytes, raw.BodyCut)
	}
	return delivery
}

// deliveryText is all of a delivery that an id may stand in: its body and the
// values of its header lines.
func deliveryText(raw *RawDelivery) []byte {
	text := slices.Clone(raw.Body)
	for i := range raw.Header {
		text = append(append(text, '\n'), raw.Header[i].Value...)
	}
	return text
}

// eventTypeOf gives the type that the headers of a delivery name.
func eventTypeOf(headers []Header) string {
	for i := range headers {
		if name := headers[i].Name; strings.EqualFold(name, "OpenWOP-Event-Type") || strings.EqualFold(name, "X-openwop-event-type") {
			return headers[i].Value
		}
	}
	return ""
}

func (r *Recorder) comment(raw *RawComment) *Comment {
	return &Comment{
		Stream: raw.Stream, Offset: raw.Offset, Length: int64(len(raw.Raw)),
		Digest: r.digest(raw.Raw), Mentions: r.own.mentions(raw.Raw),
	}
}

func (r *Recorder) ended(raw *RawEnded) *Ended {
	ended := &Ended{Stream: raw.Stream, How: raw.How, Fault: raw.Fault, Bytes: raw.Bytes}
	if len(raw.Unfinished) > 0 {
		ended.Unfinished = &Foreign{
			Length: int64(len(raw.Unfinished)), Digest: r.digest(raw.Unfinished), Mentions: r.own.mentions(raw.Unfinished),
		}
		ended.Begun = begun(raw.Unfinished)
	}
	return ended
}
