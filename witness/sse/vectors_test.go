package sse_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// vector is one case of fixtures/vectors/sse.json.
type vector struct {
	Name      string
	Bytes     *string
	BytesB64  []byte `json:"bytes_b64"`
	Generator []part
	Len       int
	SHA256    string
	Chunks    []int

	Frames            []vectorBlock
	Undispatched      []vectorBlock
	Comments          []string
	CommentsGenerator [][]part `json:"comments_generator"`
	Pending           *vectorPending
	LastEventID       string `json:"last_event_id"`
	ReconnectionTime  *int64 `json:"reconnection_time"`
	ReconnectionText  string `json:"reconnection_time_text"`

	DispatchAfterChunk []int `json:"dispatch_after_chunk"`
}

type vectorBlock struct {
	N             int
	Event         *string
	Type          string
	Data          *string
	DataGenerator []part `json:"data_generator"`
	ID            *string
	IDPresent     bool `json:"id_present"`
	Retry         *int64
	RetryText     string `json:"retry_text"`
	Ignored       []vectorIgnored
	LastEventID   string `json:"last_event_id"`
}

type vectorIgnored struct{ Name, Value, Reason string }

type vectorPending struct {
	Event       *string
	Data        *string
	ID          *string
	IDPresent   bool `json:"id_present"`
	Retry       *int64
	PartialLine *string `json:"partial_line"`
}

// part is a piece of a generated text.
type part struct {
	Text   string
	Repeat struct {
		Text string
		N    int
	}
}

func generate(parts []part) string {
	var text strings.Builder
	for _, p := range parts {
		text.WriteString(p.Text)
		text.WriteString(strings.Repeat(p.Repeat.Text, p.Repeat.N))
	}
	return text.String()
}

// readVectors reads all cases and makes sure none was lost or damaged.
func readVectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/vectors/sse.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != 110 {
		t.Fatalf("%d cases, want 110", len(vectors))
	}
	for i := range vectors {
		vectors[i].expand()
		stream := vectors[i].stream()
		sum := sha256.Sum256(stream)
		if len(stream) != vectors[i].Len || hex.EncodeToString(sum[:]) != vectors[i].SHA256 {
			t.Fatalf("%s: the stream is not the one described", vectors[i].Name)
		}
	}
	return vectors
}

// expand writes out what the case only describes.
func (v *vector) expand() {
	for i := range v.Frames {
		if v.Frames[i].DataGenerator != nil {
			data := generate(v.Frames[i].DataGenerator)
			v.Frames[i].Data, v.Frames[i].DataGenerator = &data, nil
		}
	}
	for _, parts := range v.CommentsGenerator {
		v.Comments = append(v.Comments, generate(parts))
	}
}

func (v *vector) stream() []byte {
	switch {
	case v.Bytes != nil:
		return []byte(*v.Bytes)
	case v.Generator != nil:
		return []byte(generate(v.Generator))
	}
	return v.BytesB64
}

// blocks merges frames and undispatched blocks in their common order.
func (v *vector) blocks() []vectorBlock {
	blocks := make([]vectorBlock, len(v.Frames)+len(v.Undispatched))
	for _, list := range [][]vectorBlock{v.Frames, v.Undispatched} {
		for _, b := range list {
			blocks[b.N] = b
		}
	}
	return blocks
}
