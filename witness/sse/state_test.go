package sse_test

import (
	"fmt"
	"strings"
	"testing"

	"hostwitness/witness/sse"
)

// How a field stood in the block is told apart from what a consumer holds.
func TestFieldStates(t *testing.T) {
	tests := []struct {
		stream string
		want   string // event, id, data, retry
	}{
		{"x\n\n", "absent absent absent absent"},
		{"event\nid\ndata\nretry\n\n", "empty empty empty refused"},
		{"event:\nid: \ndata: \nretry: \n\n", "empty empty empty refused"},
		{"event:e\nid:1\ndata:x\nretry:0\n\n", "given given given given"},
		{"event:e\nevent\nid:1\nid\ndata\ndata\nretry:1\nretry:x\n\n", "empty empty given given"},
		{"id:\x00\n\n", "absent refused absent absent"},
		{"id:\x00\nid\n\n", "absent empty absent absent"},
		{"id\nid:\x00\n\n", "absent empty absent absent"},
		{"id:1\nid:\x00\n\n", "absent given absent absent"},
		{"retry:x\nretry:1\n\n", "absent absent absent given"},
		{"id: 1\ndata: x\n\ndata: y\n\n", "absent absent given absent"},
	}
	for _, test := range tests {
		blocks := replayWhole(test.stream).blocks()
		b := blocks[len(blocks)-1]
		got := fmt.Sprint(b.EventField, " ", b.IDField, " ", b.DataField, " ", b.RetryField)
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.stream, got, test.want)
		}
	}
}

func replayWhole(stream string) *record {
	r := replay(sse.Limits{}, [][]byte{[]byte(stream)})
	return &r
}

func TestRetryValues(t *testing.T) {
	tests := []struct {
		digits string
		want   int64
		text   string
	}{
		{"0", 0, ""},
		{"0009", 9, ""},
		{"9007199254740991", sse.MaxRetry, ""},
		{"9007199254740992", sse.MaxRetry, "9007199254740992"},
		{"18446744073709551617", sse.MaxRetry, "18446744073709551617"},
		{strings.Repeat("0", 1000) + "1", 1, ""},
		{strings.Repeat("1", 1000), sse.MaxRetry, strings.Repeat("1", 1000)},
	}
	for _, test := range tests {
		r := replayWhole("retry: " + test.digits + "\n\n")
		b := r.blocks()[0]
		if b.Retry != test.want || string(b.RetryText) != test.text || b.RetryField != sse.Given {
			t.Errorf("%s: %d %q %s, want %d %q", test.digits, b.Retry, b.RetryText, b.RetryField, test.want, test.text)
		}
		if r.Pending.Retry != test.want || string(r.Pending.RetryText) != test.text {
			t.Errorf("%s at the end: %d %q", test.digits, r.Pending.Retry, r.Pending.RetryText)
		}
	}
}

// The last good value counts, and nothing of those before it stays.
func TestLastRetry(t *testing.T) {
	r := replayWhole("retry: 9007199254740992\nretry: 5\nretry: x\n\n")
	b := r.blocks()[0]
	if b.Retry != 5 || len(b.RetryText) != 0 || r.Pending.Retry != 5 || len(r.Pending.RetryText) != 0 {
		t.Errorf("%d %q, at the end %d %q, want 5", b.Retry, b.RetryText, r.Pending.Retry, r.Pending.RetryText)
	}
}

// Joined lines that need decoding stay lines.
func TestDecodedLines(t *testing.T) {
	b := replayWhole("event: \xFE\ndata: a\xE2\x82\ndata\ndata: \xE2\x82b\n\n").blocks()[0]
	if string(b.Data) != "a\uFFFD\n\n\uFFFDb" || string(b.Event) != "\uFFFD" {
		t.Errorf("event %q, data %q", b.Event, b.Data)
	}
}

// A block that was cut off was not dispatched, whatever it holds.
func TestPendingIsNotDispatched(t *testing.T) {
	pending := replayWhole("id: 1\ndata: x\n\nid: 2\ndata: y\n: c\nda").Pending
	b := pending.Block
	if b == nil || b.Dispatched || string(b.Data) != "y" || string(b.ID) != "2" {
		t.Fatalf("pending block is %+v", b)
	}
	if string(b.LastEventID) != "1" || string(b.Raw) != "id: 2\ndata: y\n: c\n" || b.Offset != pending.Offset {
		t.Errorf("last event id %q, raw %q at %d", b.LastEventID, b.Raw, b.Offset)
	}
	if string(pending.PartialLine) != "da" || pending.AtBoundary() {
		t.Errorf("partial line %q", pending.PartialLine)
	}
}

// Only so many ignored lines are listed, but all are counted.
func TestManyIgnoredLines(t *testing.T) {
	r := replayWhole(strings.Repeat("x: y\n", sse.MaxIgnored+5) + "\nz\n\n")
	many, one := r.blocks()[0], r.blocks()[1]
	if len(many.Ignored) != sse.MaxIgnored || many.IgnoredTotal != sse.MaxIgnored+5 {
		t.Errorf("%d listed and %d counted", len(many.Ignored), many.IgnoredTotal)
	}
	if len(one.Ignored) != 1 || one.IgnoredTotal != 1 {
		t.Errorf("next block: %d listed and %d counted", len(one.Ignored), one.IgnoredTotal)
	}
}

func TestFeedAfterEnd(t *testing.T) {
	p := sse.NewParser(sse.Limits{}, sse.Handler{})
	feed(t, p, []byte("id: 1\n\ndata: x"))
	first := p.End()
	if err := p.Feed([]byte("\n\n")); err == nil {
		t.Error("a stream that has ended went on")
	}
	second := p.End()
	if string(first.PartialLine) != "data: x" || string(second.PartialLine) != "data: x" || string(second.LastEventID) != "1" {
		t.Errorf("pending is %q, then %q", first.PartialLine, second.PartialLine)
	}
}
