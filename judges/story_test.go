package judges_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

const (
	settle   = time.Second
	patience = 10 * time.Second
)

// story writes the records of a run as a host and the suite would make them,
// so that a test reads as what happened.
type story struct {
	t       *testing.T
	host    double
	now     journal.Offset
	dates   map[string]string // of events, by name
	records []journal.Record
	ids     map[string]string // event id by the name of its emission
	names   map[string]string // and back
	classes map[string]string // class by the name of the emission
	owners  map[string]journal.Tenant
	log     []string                  // durable emissions, in order
	open    []string                  // streams that are there
	tenants map[string]journal.Tenant // of streams and inboxes
	inboxes []string                  // that are subscribed
	optsIn  bool                      // streams are asked for with resumable=true
	offsets map[string]int64
	document
}

// document is the discovery document of the story's host.
type document map[string]any

func newStory(t *testing.T, host double) *story {
	return &story{
		t: t, host: host,
		ids: map[string]string{}, names: map[string]string{}, classes: map[string]string{},
		owners: map[string]journal.Tenant{}, tenants: map[string]journal.Tenant{}, offsets: map[string]int64{},
	}
}

func (s *story) wait(d time.Duration) { s.now += d }

func (s *story) record(r journal.Record) int64 {
	s.now += time.Millisecond
	r.Seq, r.At = int64(len(s.records)+1), s.now
	s.records = append(s.records, r)
	return r.Seq
}

func (s *story) evidence() journal.Evidence {
	return journal.Fold(journal.Evidence{}, s.records)
}

// reply is what a host answers.
type reply struct {
	status int
	header map[string]string
	body   any    // a text as it is, anything else as JSON
	fault  string // instead of an answer
	cut    bool
	secret bool // a secret stood in the body
}

func (a reply) headers() []journal.Header {
	lines := []journal.Header{{Name: "Content-Type", Value: "application/json"}}
	for name, value := range a.header {
		if name == "Content-Type" {
			lines[0].Value = value
			continue
		}
		lines = append(lines, journal.Header{Name: name, Value: value})
	}
	return lines
}

func (a reply) bytes() *journal.Bytes {
	text, ok := a.body.(string)
	if !ok && a.body != nil {
		text = asJSON(a.body)
	}
	bytes := recorded(text)
	bytes.Cut = a.cut
	if a.secret {
		bytes.Redacted = []journal.Redaction{{Name: "webhook-secret"}}
	}
	return bytes
}

func recorded(text string) *journal.Bytes {
	sum := sha256.Sum256([]byte(text))
	return &journal.Bytes{Text: text, Length: int64(len(text)), Digest: hex.EncodeToString(sum[:])}
}

func asJSON(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

func faultOf(kind string) *journal.Fault {
	if kind == "" {
		return nil
	}
	return &journal.Fault{Kind: journal.FaultKind(kind), Message: "as the test says"}
}

// exchange sends a request and records what the host answers; the double may
// change that. Every exchange has a Date that agrees with the suite's clock.
func (s *story) exchange(name string, tenant journal.Tenant, method, url string, a reply) reply {
	if s.host.answer != nil {
		s.host.answer(name, &a)
	}
	sent := s.now
	s.wait(time.Millisecond)
	exchange := &journal.Exchange{
		Name: name, Attempt: 1, Tenant: tenant, SentAt: sent, Fault: faultOf(a.fault),
		Request: journal.Request{Method: method, URL: "http://host.test" + url},
	}
	if a.fault == "" || a.status > 0 {
		header := a.headers()
		if !s.host.undated {
			header = append(header, journal.Header{Name: "Date", Value: s.date()})
		}
		exchange.Response = &journal.Response{Status: a.status, Header: header, Body: *a.bytes(), HeaderAt: s.now}
	}
	s.record(journal.Record{Kind: journal.KindExchange, Exchange: exchange})
	return a
}

var startedAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func (s *story) date() string {
	return startedAt.Add(s.now + s.host.skew).Format("Mon, 02 Jan 2006 15:04:05 GMT")
}

func (s *story) discover(name string, when journal.When, doc document) {
	s.exchange(name, journal.Nobody, "GET", "/.well-known/openwop", reply{status: 200, body: map[string]any(doc)})
	s.record(journal.Record{Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: when, Exchange: name}})
}

// stream asks for a stream. Where the host opens it, it stays open until it is
// left.
func (s *story) stream(name string, tenant journal.Tenant, cursor *string, replay bool) {
	a := reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
	switch {
	case tenant == journal.Nobody:
		a = reply{status: 401, body: refusal("unauthenticated")}
	case replay && cursor != nil && !s.resumable(*cursor, tenant):
		a = reply{status: 409, body: refusal("host_event_resync_required")}
	}
	if s.host.stream != nil {
		s.host.stream(name, &a)
	}
	s.tenants[name] = tenant
	s.record(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{
		Action: journal.ActionOpen, Name: name, Tenant: tenant, Path: "/host/events", LastEventID: cursor, Replay: replay, Resumable: s.optsIn,
	}})
	if a.fault != "" || a.status == 0 {
		s.record(journal.Record{Kind: journal.KindEnded, Ended: &journal.Ended{Stream: name, How: journal.EndedFault, Fault: faultOf(a.fault)}})
		return
	}
	opened := &journal.Opened{Stream: name, Status: a.status, Header: a.headers()}
	if a.status != 200 {
		opened.Body = a.bytes()
	}
	s.record(journal.Record{Kind: journal.KindOpened, Opened: opened})
	if a.status != 200 {
		s.record(journal.Record{Kind: journal.KindEnded, Ended: &journal.Ended{Stream: name, How: journal.EndedAnswer}})
		return
	}
	s.open = append(s.open, name)
	if cursor != nil && (replay || !s.host.deaf) {
		s.replay(name, *cursor, replay)
	}
}

func refusal(code string) map[string]any {
	return map[string]any{"error": code, "message": "no"}
}

func (s *story) resumable(cursor string, tenant journal.Tenant) bool {
	name := s.names[cursor]
	return name != "" && s.owners[name] == tenant && s.classes[name] == journal.ClassDurable
}

// replay writes what came after the cursor.
func (s *story) replay(stream, cursor string, strict bool) {
	var owed []string
	after := false
	for _, name := range s.log {
		if after && s.owners[name] == s.tenants[stream] {
			owed = append(owed, name)
		}
		after = after || s.ids[name] == cursor && s.owners[name] == s.tenants[stream]
	}
	if s.host.backlog != nil && strict {
		owed = s.host.backlog(stream, owed)
	}
	if s.host.legacy != nil && !strict {
		owed = s.host.legacy(stream, owed)
	}
	for _, name := range owed {
		s.frame(stream, name)
	}
}

// leave ends streams from our side.
func (s *story) leave(streams ...string) {
	for _, name := range streams {
		s.end(name, journal.Ended{How: journal.EndedLeft})
	}
}

func (s *story) end(name string, ended journal.Ended) {
	for i, open := range s.open {
		if open == name {
			s.open = append(s.open[:i:i], s.open[i+1:]...)
			ended.Stream = name
			s.record(journal.Record{Kind: journal.KindEnded, Ended: &ended})
			return
		}
	}
}

// emit causes an event and lets it come on every stream and inbox it belongs
// to.
func (s *story) emit(name string, tenant journal.Tenant, class string) {
	id := fmt.Sprintf("evt-%s-%s-0000", strings.ReplaceAll(name, "/", "."), class)
	if s.host.id != nil {
		id = s.host.id(name, id)
	}
	kind := s.kind(class)
	intent := journal.Intent{
		Action: journal.ActionEmit, Name: name, Tenant: tenant, Class: class, Type: kind, Via: journal.ViaTrigger,
		Key: "key-of-" + name, Path: "/host/events/test",
	}
	if !strings.HasPrefix(kind, "host-test.") {
		intent.Via = journal.ViaSeam
	}
	s.record(journal.Record{Kind: journal.KindIntent, Intent: &intent})
	a := s.exchange(name, tenant, "POST", "/host/events/test", reply{status: 202, body: map[string]any{"eventId": id, "type": kind}})
	emit := &journal.Emit{Name: name, Exchange: name, Status: a.status, Fault: faultOf(a.fault)}
	said, _ := a.body.(map[string]any)
	emit.EventID, _ = said["eventId"].(string)
	emit.Type, _ = said["type"].(string)
	emit.Accepted = a.status == 202 && emit.EventID != ""
	s.record(journal.Record{Kind: journal.KindEmit, Emit: emit})
	if !emit.Accepted {
		return
	}
	s.ids[name], s.names[emit.EventID], s.classes[name], s.owners[name] = emit.EventID, name, class, tenant
	if class == journal.ClassDurable {
		s.log = append(s.log, name)
	}
	s.publish(name)
}

func (s *story) kind(class string) string {
	for _, entry := range s.document.listings() {
		if entry["type"] == journal.ReservedType(class) && entry["delivery"] == class {
			return journal.ReservedType(class)
		}
	}
	return "example." + class
}

func (s *story) publish(name string) {
	for _, stream := range s.open {
		if s.tenants[stream] == s.owners[name] {
			s.frame(stream, name)
		}
	}
	for _, inbox := range s.inboxes {
		if s.tenants[inbox] == s.owners[name] && s.classes[name] == journal.ClassDurable {
			s.deliver(inbox, name)
		}
	}
	if s.host.published != nil {
		s.host.published(s, name)
	}
	missed := true
	for _, stream := range []string{journal.StreamControlA, journal.StreamControlB} {
		for _, record := range s.records {
			missed = missed && !(record.Frame != nil && record.Frame.Stream == stream && record.Frame.EventID == s.ids[name])
		}
	}
	if missed {
		s.wait(patience + settle)
	}
}

func (d document) listings() []map[string]any {
	facet, _ := d["hostEvents"].(map[string]any)
	listings, _ := facet["types"].([]map[string]any)
	return listings
}

func (s *story) note(topic, name, text, data string) {
	s.record(journal.Record{Kind: journal.KindNote, Note: &journal.Note{Topic: topic, Name: name, Text: text, Data: data}})
}
