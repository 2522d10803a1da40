package sse_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"hostwitness/witness/sse"
)

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			stream := v.stream()
			random := rand.New(rand.NewPCG(1, uint64(len(stream))))
			check := func(cuts string, chunks [][]byte) {
				checkVector(t, &v, cuts, replay(sse.Limits{}, chunks))
			}
			check("whole", [][]byte{stream})
			check("given chunks", cutAt(stream, v.Chunks))
			check("single bytes", cutEvery(stream, 1))
			check("sevens", cutEvery(stream, 7))
			for range 8 {
				offsets := randomOffsets(random, len(stream))
				check(fmt.Sprint("random ", offsets), cutAt(stream, offsets))
			}
		})
	}
}

func randomOffsets(random *rand.Rand, length int) []int {
	offsets := make([]int, random.IntN(20))
	for i := range offsets {
		offsets[i] = random.IntN(length + 1)
	}
	slices.Sort(offsets)
	return offsets
}

func checkVector(t *testing.T, v *vector, cuts string, got record) {
	t.Helper()
	if got.Err != nil {
		t.Fatalf("%s: %v", cuts, got.Err)
	}
	blocks := []vectorBlock{}
	for n, b := range got.blocks() {
		blocks = append(blocks, asVectorBlock(n, b))
	}
	comments := v.Comments
	if comments == nil {
		comments = []string{}
	}
	for what, pair := range map[string][2]any{
		"blocks":            {v.blocks(), blocks},
		"comments":          {comments, got.comments()},
		"pending":           {v.Pending, asVectorPending(&got.Pending)},
		"last event id":     {v.LastEventID, string(got.Pending.LastEventID)},
		"reconnection time": {v.ReconnectionTime, number(got.Pending.RetryGiven, got.Pending.Retry, got.Pending.RetryText)},
		"reconnection text": {v.ReconnectionText, string(got.Pending.RetryText)},
	} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", cuts, what, diff)
		}
	}
	if !bytes.Equal(v.stream(), got.whole(t)) {
		t.Errorf("%s: the raw bytes put together are not the stream", cuts)
	}
}

func asVectorBlock(n int, b *sse.Block) vectorBlock {
	v := vectorBlock{
		N:           n,
		Event:       text(b.EventField, b.Event),
		Data:        text(b.DataField, b.Data),
		ID:          text(b.IDField, b.ID),
		IDPresent:   b.IDField != sse.Absent,
		Retry:       number(b.RetryField == sse.Given, b.Retry, b.RetryText),
		RetryText:   string(b.RetryText),
		LastEventID: string(b.LastEventID),
	}
	if b.Dispatched {
		v.Type = "message"
		if b.EventField == sse.Given {
			v.Type = string(b.Event)
		}
	}
	for _, line := range b.Ignored {
		v.Ignored = append(v.Ignored, vectorIgnored{string(line.Name), string(line.Value), string(line.Reason)})
	}
	return v
}

func asVectorPending(p *sse.Pending) *vectorPending {
	if p.AtBoundary() {
		return nil
	}
	v := &vectorPending{}
	if b := p.Block; b != nil {
		v.Event = text(b.EventField, b.Event)
		v.Data = text(b.DataField, b.Data)
		v.ID = text(b.IDField, b.ID)
		v.IDPresent = b.IDField != sse.Absent
		v.Retry = number(b.RetryField == sse.Given, b.Retry, b.RetryText)
	}
	if len(p.PartialLine) > 0 {
		line := string(p.PartialLine)
		v.PartialLine = &line
	}
	return v
}

// text is nil where the vectors say null. An empty or given text must agree
// with its state, or the vector comparison shows it.
func text(state sse.Field, value []byte) *string {
	if state == sse.Absent || state == sse.Refused {
		return nil
	}
	s := string(value)
	if (state == sse.Empty) != (s == "") {
		s = state.String() + " but " + s
	}
	return &s
}

func number(given bool, value int64, capped []byte) *int64 {
	if !given || len(capped) > 0 {
		return nil
	}
	return &value
}

// A block is delivered with the chunk that completes it: nothing waits for
// bytes that may never come.
func TestDispatchAfterChunk(t *testing.T) {
	checked := 0
	for _, v := range readVectors(t) {
		if v.DispatchAfterChunk == nil {
			continue
		}
		got := replay(sse.Limits{}, cutAt(v.stream(), v.Chunks))
		var fed []int
		for i, item := range got.Items {
			if _, ok := item.(*sse.Block); ok {
				fed = append(fed, got.Fed[i])
			}
		}
		if diff := cmp.Diff(v.DispatchAfterChunk, fed); diff != "" {
			t.Errorf("%s (-want +got):\n%s", v.Name, diff)
		}
		checked++
	}
	if checked == 0 {
		t.Error("no case says when its frames are complete")
	}
}
