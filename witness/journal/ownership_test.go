package journal_test

import (
	"strings"
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
)

func TestFramesOfThisRun(t *testing.T) {
	const stranger = "example.other-type"
	tests := []struct {
		reason string
		frame  journal.RawFrame
		own    bool
	}{
		{"the id field and the eventId are ours", rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType)), true},
		{"only the id field is ours", rawFrame(streamA, ownID, stranger, envelopeOf(otherID, stranger)), true},
		{"only the eventId is ours", rawFrame(streamA, "17", stranger, envelopeOf(ownID, stranger)), true},
		{"the eventId is ours and escaped", rawFrame(streamA, "", stranger, strings.Replace(envelopeOf(ownID, stranger), "event-of", `\u0065vent\u002Dof`, 1)), true},
		{"our type, and our id somewhere in it", rawFrame(streamA, "", ownType, `{"event_id":"`+ownID+`"}`), true},
		{"our type, and our id in data that is no JSON", rawFrame(streamA, "", ownType, `{'eventId': '`+ownID+`'`), true},
		{"our type in the envelope alone, and our id elsewhere", rawFrame(streamA, "", "", `{"type":"`+ownType+`","id":"`+ownID+`"}`), true},
		{"our type, but no id of ours", rawFrame(streamA, otherID, ownType, envelopeOf(otherID, ownType)), false},
		{"another type that mentions our id", rawFrame(streamA, otherID, stranger, `{"eventId":"`+otherID+`","last":"`+ownID+`"}`), false},
		{"our id inside a longer one", rawFrame(streamA, ownID+"2", ownType, envelopeOf(ownID+"2", ownType)), false},
		{"a heartbeat", rawFrame(streamA, "17", "heartbeat.evaluated", `{"sequence":17}`), false},
		{"our id deeper down in another type", rawFrame(streamA, "", stranger, `{"payload":{"eventId":"`+ownID+`"}}`), false},
		{"nothing at all", journal.RawFrame{Stream: streamA, Raw: []byte("id\n\n"), IDField: journal.FieldEmpty}, false},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := newSession(t, journal.RecorderConfig{})
			s.caused(ownID)
			s.must(s.Frame(1, test.frame))
			got := firstFrame(t, s.closed())
			if got.Own != test.own || (got.Foreign == nil) != test.own || (got.Raw != nil) != test.own {
				t.Errorf("frame = %+v, want own %v", got, test.own)
			}
			if got.EventField != test.frame.EventField || got.IDField != test.frame.IDField {
				t.Errorf("fields %q %q, want as given", got.EventField, got.IDField)
			}
		})
	}
}

func TestForeignFrameKeepsTheLittle(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.caused(ownID)
	raw := rawFrame(streamA, otherID, "example.theirs", `{"eventId":"`+otherID+`","type":"example.theirs","delivery":"ephemeral","payload":{"ref":"`+ownID+`"},"odd":1}`)
	s.must(s.Frame(1, raw))
	got := firstFrame(t, s.closed())
	want := journal.Frame{
		Stream: streamA, Dispatched: true, EventField: journal.FieldGiven, IDField: journal.FieldGiven,
		Foreign: &journal.Foreign{
			Type: "example.theirs", Class: "ephemeral", EventID: otherID,
			Members: []string{"eventId", "type", "delivery", "payload", "odd"},
			Length:  int64(len(raw.Raw)), Digest: got.Foreign.Digest, Mentions: []string{ownID},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("frame (-want +got):\n%s", diff)
	}
}

// A frame whose event field is not its envelope's type keeps both: which of
// them is the type that was emitted is for a judge to say.
func TestForeignFrameKeepsBothTypes(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.must(s.Frame(1, rawFrame(streamA, otherID, "message", envelopeOf(otherID, "example.theirs"))))
	s.must(s.Frame(2, rawFrame(streamA, otherID, "", envelopeOf(otherID, "example.theirs"))))
	s.must(s.Frame(3, rawFrame(streamA, otherID, "message", `{"note":1}`)))
	var got [][2]string
	for _, frame := range journal.Fold(journal.Evidence{}, s.closed()).Streams[streamA].Frames {
		got = append(got, [2]string{frame.Foreign.Type, frame.Foreign.Kind})
	}
	want := [][2]string{{"message", "example.theirs"}, {"example.theirs", ""}, {"message", ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
}

// When an event of the run's own type was produced tells an event of another
// run from one of this run under a new id. Of other types nothing is kept.
func TestForeignDeliveryKeepsTheTimeOfOurTypesAlone(t *testing.T) {
	for kind, want := range map[string]string{ownType: "2026-01-02T03:04:05Z", "example.other": ""} {
		s := newSession(t, journal.RecorderConfig{})
		s.caused(ownID)
		body := `{"hostEvent":{"eventId":"` + otherID + `","type":"` + kind + `","timestamp":"2026-01-02T03:04:05Z"}}`
		s.must(s.Delivery(1, journal.RawDelivery{Inbox: journal.InboxA, Method: "POST", Body: []byte(body)}))
		got := journal.Fold(journal.Evidence{}, s.closed()).Inboxes[journal.InboxA].Deliveries[0]
		if got.Foreign == nil || got.Foreign.Timestamp != want {
			t.Errorf("%s: %+v, want the timestamp %q", kind, got.Foreign, want)
		}
	}
}

func TestKeepForeignKeepsTheContentAndSaysWhoseItIs(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{KeepForeign: true})
	s.caused(ownID)
	raw := rawFrame(streamA, otherID, "example.theirs", envelopeOf(otherID, "example.theirs"))
	s.must(s.Frame(1, raw))
	s.must(s.Delivery(1, journal.RawDelivery{Body: []byte(`{"x":1}`), Header: []journal.Header{{Name: "A", Value: "b"}}}))
	ev := journal.Fold(journal.Evidence{}, s.closed())
	frame, stray := ev.Streams[streamA].Frames[0], ev.Strays[0]
	if frame.Own || frame.Foreign == nil || frame.Data.Text != raw.Data || frame.Raw.Text != string(raw.Raw) || frame.ID != otherID || frame.EventID != otherID {
		t.Errorf("frame = %+v", frame)
	}
	if stray.Own || stray.Foreign == nil || stray.Body.Text != `{"x":1}` || len(stray.Header) != 1 {
		t.Errorf("delivery = %+v", stray)
	}
}

func TestDeliveriesOfThisRun(t *testing.T) {
	wrapped := func(id, eventType string) string { return `{"hostEvent":` + envelopeOf(id, eventType) + `}` }
	named := []journal.Header{{Name: "Openwop-Event-Type", Value: ownType}}
	tests := []struct {
		reason string
		body   string
		header []journal.Header
		own    bool
	}{
		{"the eventId is ours", wrapped(ownID, ownType), nil, true},
		{"the eventId is ours under another type", wrapped(ownID, "example.other"), nil, true},
		{"a bare envelope of ours", envelopeOf(ownID, ownType), nil, true},
		{"no JSON, our type in a header and our id", "eventId=" + ownID, named, true},
		{"our type and our id in another place", `{"event":{"id":"` + ownID + `"},"type":"` + ownType + `"}`, nil, true},
		{"our type and no id of ours", wrapped(otherID, ownType), named, false},
		{"no JSON and no type", "eventId=" + ownID, nil, false},
		{"nothing", "", nil, false},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := newSession(t, journal.RecorderConfig{})
			s.caused(ownID)
			s.must(s.Delivery(1, journal.RawDelivery{Inbox: journal.InboxA, Method: "POST", Body: []byte(test.body), Header: test.header, MACs: []journal.MAC{{Value: "ab"}}}))
			got := journal.Fold(journal.Evidence{}, s.closed()).Inboxes[journal.InboxA].Deliveries[0]
			if got.Own != test.own || (got.Foreign == nil) != test.own || (got.Body != nil) != test.own || (len(got.MACs) > 0) != test.own {
				t.Errorf("delivery = %+v, want own %v", got.Delivery, test.own)
			}
		})
	}
}

// An endpoint verification is kept apart from deliveries, unless it tells of an event of this run.
func TestVerificationsAreKeptApart(t *testing.T) {
	for body, apart := range map[string]bool{
		`{"type":"openwop.webhook.verification","challenge":"c"}`:             true,
		`{"type":"openwop.webhook.verification","challenge":"` + ownID + `"}`: false,
	} {
		s := newSession(t, journal.RecorderConfig{})
		s.caused(ownID)
		s.must(s.Delivery(1, journal.RawDelivery{Inbox: journal.InboxA, Body: []byte(body), MACs: []journal.MAC{{Value: "ab"}}, Verification: true}))
		inbox := journal.Fold(journal.Evidence{}, s.closed()).Inboxes[journal.InboxA]
		if !apart {
			if len(inbox.Verifications) != 0 || len(inbox.Deliveries) != 1 || inbox.Deliveries[0].Verification {
				t.Errorf("%s is kept apart: %+v", body, inbox)
			}
			continue
		}
		if len(inbox.Verifications) != 1 || len(inbox.Deliveries) != 0 {
			t.Fatalf("%s is taken for a delivery: %+v", body, inbox)
		}
		if got := inbox.Verifications[0]; got.Own || got.Foreign != nil || got.Body.Text != body || len(got.MACs) != 1 {
			t.Errorf("verification = %+v", got.Delivery)
		}
	}
}

func TestMentionsAreWholeIDs(t *testing.T) {
	tests := []struct {
		reason, text string
		mentioned    bool
	}{
		{"alone", ownID, true},
		{"between words", ": delivered " + ownID + " to b", true},
		{"in quotes", `"` + ownID + `"`, true},
		{"after a line end in JSON", `"x\n` + ownID + `"`, true},
		{"after a unicode escape in JSON", `"x\u000a` + ownID + `"`, true},
		{"in a URL", "/events/tenant%2F" + ownID + "?x", true},
		{"with an escaped letter", `"\u0065vent-of-this-run-0001"`, true},
		{"percent-encoded", "%65vent%2Dof-this-run-0001", true},
		{"twice", ownID + " " + ownID, true},
		{"a longer id after", ownID + "2", false},
		{"a longer id with an escape after", `"` + ownID + `\u0032"`, false},
		{"a longer id before", "x" + ownID, false},
		{"a longer id with a point", ownID + ".2", false},
		{"a longer id with an escape before", `"\u0078` + ownID + `"`, false},
		{"half of it", ownID[:len(ownID)-1], false},
		{"a longer one first, then it", ownID + "2," + ownID, true},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := newSession(t, journal.RecorderConfig{})
			s.caused(ownID)
			s.must(s.Comment(1, journal.RawComment{Stream: streamA, Raw: []byte(test.text)}))
			s.must(s.Ended(2, journal.RawEnded{Stream: streamA, How: journal.EndedLeft, Unfinished: []byte(test.text)}))
			stream := journal.Fold(journal.Evidence{}, s.closed()).Streams[streamA]
			want := []string(nil)
			if test.mentioned {
				want = []string{ownID}
			}
			if diff := cmp.Diff(want, stream.Comments[0].Mentions); diff != "" {
				t.Errorf("comment %q (-want +got):\n%s", test.text, diff)
			}
			if diff := cmp.Diff(want, stream.Ended.Unfinished.Mentions); diff != "" {
				t.Errorf("unfinished %q (-want +got):\n%s", test.text, diff)
			}
		})
	}
}

// A host may answer with an id that breaks the grammar, and it is still ours.
func TestAnIDOutsideTheGrammarIsMentioned(t *testing.T) {
	const odd = "tenant-a/event of this run"
	s := newSession(t, journal.RecorderConfig{})
	s.caused(odd)
	s.must(s.Comment(1, journal.RawComment{Stream: streamA, Raw: []byte(`: {"id":"tenant-a\/event of this run"}`)}))
	got := journal.Fold(journal.Evidence{}, s.closed()).Streams[streamA].Comments[0].Mentions
	if diff := cmp.Diff([]string{odd}, got); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
}

func TestMentionsComeInTheOrderOfTheAnswers(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.caused(otherID)
	s.caused(ownID)
	s.must(s.Comment(1, journal.RawComment{Stream: streamA, Raw: []byte(ownID + " " + otherID)}))
	got := journal.Fold(journal.Evidence{}, s.closed()).Streams[streamA].Comments[0].Mentions
	if diff := cmp.Diff([]string{otherID, ownID}, got); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
}

func TestRefusedEmissionsOwnNothing(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.must(s.Append(journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{Name: "x", Status: 400, EventID: ownID, Type: ownType}}))
	s.must(s.Frame(1, rawFrame(streamA, ownID, ownType, envelopeOf(ownID, ownType))))
	if got := firstFrame(t, s.closed()); got.Own {
		t.Errorf("frame = %+v, want foreign: the emission was not accepted", got)
	}
}

func TestNamesOfOthersAreBounded(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	long := strings.Repeat("né", 1000)
	var data strings.Builder
	data.WriteString(`{"type":"` + long + `"`)
	for range 1000 {
		data.WriteString(`,"` + long + `":1`)
	}
	data.WriteString("}")
	s.must(s.Frame(1, rawFrame(streamA, long, long, data.String())))
	foreign := firstFrame(t, s.closed()).Foreign
	if len(foreign.Members) > 64 || len(foreign.Members[1]) > 128 || len(foreign.Type) > 128 || !strings.HasPrefix(foreign.Type, "né") {
		t.Errorf("foreign = %d members of %d bytes, type of %d", len(foreign.Members), len(foreign.Members[1]), len(foreign.Type))
	}
}
