package judges_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// wire is a frame as the host is about to write it.
type wire struct {
	stream, emit string
	tenant       journal.Tenant // of the event
	class        string
	event        string // the event field
	eventField   journal.FieldState
	id           string // the id field
	idField      journal.FieldState
	envelope     map[string]any
	raw          string // instead of the envelope
	times        int    // 0 drops it
	cut, secret  bool
}

func (s *story) frame(stream, name string) {
	class := s.classes[name]
	w := wire{
		stream: stream, emit: name, tenant: s.owners[name], class: class,
		event: s.kind(class), eventField: journal.FieldGiven, idField: journal.FieldAbsent,
		envelope: s.envelope(name), times: 1,
	}
	if class == journal.ClassDurable {
		w.id, w.idField = s.ids[name], journal.FieldGiven
	}
	if s.host.frame != nil {
		s.host.frame(&w)
	}
	for range w.times {
		s.write(w)
	}
}

// late writes a frame whatever the host does with frames.
func (s *story) late(stream, name string) {
	change := s.host.frame
	s.host.frame = nil
	s.frame(stream, name)
	s.host.frame = change
}

// dated is when the host says that it produced the event: when the story first
// speaks of it.
func (s *story) dated(name string) string {
	if s.dates == nil {
		s.dates = make(map[string]string)
	}
	if s.dates[name] == "" {
		s.dates[name] = startedAt.Add(s.now + s.host.skew).Format(time.RFC3339Nano)
	}
	return s.dates[name]
}

func (s *story) envelope(name string) map[string]any {
	return map[string]any{
		"eventId": s.ids[name], "type": s.kind(s.classes[name]), "timestamp": s.dated(name),
		"delivery": s.classes[name], "payload": map[string]any{},
	}
}

func (s *story) write(w wire) {
	data := w.raw
	if data == "" {
		data = asJSON(w.envelope)
	}
	frame := &journal.Frame{
		Stream: w.stream, Offset: s.offsets[w.stream], Dispatched: true,
		EventField: w.eventField, IDField: w.idField,
	}
	if w.eventField == journal.FieldGiven {
		frame.Event = w.event
	}
	if w.idField == journal.FieldGiven {
		frame.ID = w.id
	}
	s.offsets[w.stream] += int64(len(data)) + 1
	id := eventIDIn(data)
	if s.names[id] != "" {
		frame.EventID = id
	}
	mentions := s.mentions(data)
	frame.Own = s.names[id] != "" || w.idField == journal.FieldGiven && s.names[w.id] != "" || s.ourType(w.event, data) && len(mentions) > 0
	if frame.Own {
		frame.Data, frame.EventID = recorded(data), id
		frame.Data.Cut = w.cut
		if w.secret {
			frame.Data.Redacted = []journal.Redaction{{Name: "credential-a"}}
		}
	} else {
		frame.Foreign = s.foreign(data, id)
	}
	s.record(journal.Record{Kind: journal.KindFrame, Frame: frame})
}

func (s *story) foreign(data, id string) *journal.Foreign {
	bytes := recorded(data)
	foreign := &journal.Foreign{EventID: id, Length: bytes.Length, Digest: bytes.Digest}
	var envelope map[string]any
	if json.Unmarshal([]byte(data), &envelope) == nil {
		if inner, ok := envelope["hostEvent"].(map[string]any); ok {
			envelope = inner
			foreign.Timestamp, _ = inner["timestamp"].(string)
		}
		foreign.Type, _ = envelope["type"].(string)
		foreign.Class, _ = envelope["delivery"].(string)
	}
	foreign.Mentions = s.mentions(data)
	return foreign
}

func (s *story) mentions(data string) []string {
	var mentions []string
	for _, name := range sortedNames(s.ids) {
		if strings.Contains(data, s.ids[name]) {
			mentions = append(mentions, s.ids[name])
		}
	}
	return mentions
}

// ourType says that bytes are of a type that this run causes.
func (s *story) ourType(named, data string) bool {
	var envelope struct{ Type string }
	_ = json.Unmarshal([]byte(data), &envelope)
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		if kind := s.kind(class); named == kind || envelope.Type == kind {
			return true
		}
	}
	return false
}

func eventIDIn(data string) string {
	var envelope struct {
		EventID string `json:"eventId"`
	}
	if json.Unmarshal([]byte(data), &envelope) != nil {
		return ""
	}
	return envelope.EventID
}

// parcel is a delivery as the host is about to send it.
type parcel struct {
	inbox, emit string
	method      string
	header      map[string]string
	body        any    // a text as it is, anything else as JSON
	key         string // that signs
	over        string // what is signed instead of the body
	times       int    // 0 drops it
	after       time.Duration
	cut         bool
	hidden      string // a header in which a secret stood
	attempt     int    // from 1
}

func secretKey(inbox string) string { return "secret-of-" + inbox }

// deliver sends an event to an inbox, and again what the inbox refuses.
func (s *story) deliver(inbox, name string) {
	s.send(s.parcel(inbox, name, 1, 5*time.Millisecond))
	if (inbox == journal.InboxDurableTwin || inbox == journal.InboxStandard) && name == journal.EmitWebhookD2 {
		s.send(s.parcel(inbox, name, 2, 250*time.Millisecond))
	}
}

func (s *story) parcel(inbox, name string, attempt int, after time.Duration) parcel {
	p := parcel{
		inbox: inbox, emit: name, attempt: attempt, method: "POST", key: secretKey(inbox), times: 1, after: after,
		body: map[string]any{"hostEvent": s.envelope(name)},
		header: map[string]string{
			"OpenWOP-Webhook-Id": s.webhookID(inbox), "OpenWOP-Event-Type": s.kind(s.classes[name]),
			"OpenWOP-Timestamp": strconv.FormatInt(startedAt.Add(s.now).Unix(), 10), "OpenWOP-Signature-Algorithm": "v1",
		},
	}
	if inbox == journal.InboxStandard {
		p.header["webhook-id"], p.header["webhook-timestamp"] = "msg_"+name, p.header["OpenWOP-Timestamp"]
	}
	return p
}

func (s *story) send(p parcel) {
	if s.host.deliver != nil {
		s.host.deliver(&p)
	}
	s.wait(p.after)
	for range p.times {
		s.hand(p)
	}
}

func (s *story) webhookID(inbox string) string {
	tenant := "tenant-" + string(s.tenants[inbox])
	if s.host.webhookID != nil {
		return s.host.webhookID(inbox, tenant+"/hook-0001")
	}
	return tenant + "/hook-0001"
}

func (s *story) hand(p parcel) {
	body, ok := p.body.(string)
	if !ok {
		body = asJSON(p.body)
	}
	signed := body
	if p.over != "" {
		signed = p.over
	}
	if _, given := p.header["OpenWOP-Signature"]; !given && p.key != "" {
		p.header["OpenWOP-Signature"] = "sha256=" + mac(p.key, p.header["OpenWOP-Timestamp"], signed)
	}
	delivery := &journal.Delivery{
		Inbox: p.inbox, Method: p.method, Answered: 204, ReceivedAt: startedAt.Add(s.now).Unix(),
		MACs: []journal.MAC{
			{Scheme: "openwop-v1", Over: "received", Secret: secretKey(p.inbox), Value: mac(secretKey(p.inbox), p.header["OpenWOP-Timestamp"], body)},
			{Scheme: "openwop-v1", Over: "compact", Secret: secretKey(p.inbox), Value: mac(secretKey(p.inbox), p.header["OpenWOP-Timestamp"], compact(body))},
		},
	}
	if p.inbox == journal.InboxStandard {
		if _, given := p.header["webhook-signature"]; !given {
			p.header["webhook-signature"] = standardEntry(p.key, p, signed)
		}
		if p.key != plainKey {
			delivery.MACs = append(delivery.MACs, standardMAC(p, body))
		}
	}
	if (p.inbox == journal.InboxDurableTwin || p.inbox == journal.InboxStandard) && p.emit == journal.EmitWebhookD2 && p.attempt == 1 {
		delivery.Answered = 503
	}
	for _, name := range sortedNames(p.header) {
		if p.header[name] != "" {
			line := journal.Header{Name: name, Value: p.header[name]}
			if name == p.hidden {
				line.Redacted = []journal.Redaction{{Name: "webhook-secret"}}
			}
			delivery.Header = append(delivery.Header, line)
		}
	}
	var read struct {
		HostEvent struct {
			EventID string `json:"eventId"`
		} `json:"hostEvent"`
	}
	_ = json.Unmarshal([]byte(body), &read)
	id := read.HostEvent.EventID
	if id == "" {
		id = eventIDIn(body)
	}
	if s.names[id] != "" || s.ourType(p.header["OpenWOP-Event-Type"], body) && len(s.mentions(body)) > 0 {
		delivery.Own, delivery.EventID, delivery.Body = true, id, recorded(body)
		delivery.Body.Cut = p.cut
	} else {
		delivery.Foreign, delivery.Header, delivery.MACs = s.foreign(body, id), nil, nil
	}
	s.record(journal.Record{Kind: journal.KindDelivery, Delivery: delivery})
}

func mac(key, timestamp, body string) string {
	hash := hmac.New(sha256.New, []byte(key))
	hash.Write([]byte(timestamp + "." + body))
	return hex.EncodeToString(hash.Sum(nil))
}

func compact(body string) string {
	var value any
	if json.Unmarshal([]byte(body), &value) != nil {
		return body
	}
	return asJSON(value)
}
