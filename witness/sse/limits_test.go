package sse_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"hostwitness/witness/sse"
)

func TestLongLinesPass(t *testing.T) {
	for _, size := range []int{200 << 10, 2 << 20, sse.DefaultLineBytes - len("data: ")} {
		data := strings.Repeat("x", size)
		stream := []byte("id: 1\ndata: " + data + "\n\n")
		for _, chunks := range [][][]byte{{stream}, cutEvery(stream, 4000)} {
			got := replay(sse.Limits{}, chunks)
			if got.Err != nil {
				t.Fatalf("%d bytes: %v", size, got.Err)
			}
			if blocks := got.blocks(); len(blocks) != 1 || string(blocks[0].Data) != data {
				t.Errorf("%d bytes: %d blocks, or other data than was sent", size, len(blocks))
			}
		}
	}
}

func TestLimits(t *testing.T) {
	limits := sse.Limits{LineBytes: 10, FrameBytes: 30}
	tests := []struct {
		name, stream string
		limit        sse.Limit // "" when the stream passes
		offset       int64
		raw          string // what is pending then
	}{
		{"line of the limit", "data: 7890\n\n", "", 0, ""},
		{"line over the limit", "data: 78901\n\n", sse.LineLimit, 10, "data: 7890"},
		{"line without end", "data: 1\n\n" + strings.Repeat("x", 50), sse.LineLimit, 19, "xxxxxxxxxx"},
		{"comment over the limit", ":234567890abc", sse.LineLimit, 10, ":234567890"},
		{"mark not counted", "\xEF\xBB\xBFdata: 7890\n\n", "", 0, ""},
		{"CR of the line end not counted", "data: 7890\r\n\r\n", "", 0, ""},
		{"frame of the limit", "data: 678\ndata: 678\ndata: 67\n\n", "", 0, ""},
		{"frame over the limit by its blank line", "data: 678\ndata: 678\ndata: 678\n\n", sse.FrameLimit, 30, "data: 678\ndata: 678\ndata: 678\n"},
		{"frame over the limit by a comment", "data: 678\n: 3456789\n: 3456789\n\n", sse.FrameLimit, 30, "data: 678\n: 3456789\n: 3456789\n"},
		{"frame over the limit by the LF of a CRLF", "data: 67\r\ndata: 67\r\ndata: 678\r\n\r\n", sse.FrameLimit, 30, "data: 67\r\ndata: 67\r\ndata: 678\r"},
		{"comments outside blocks do not add up", strings.Repeat(": 3456789\n", 100), "", 0, ""},
		{"blank lines do not add up", strings.Repeat("\n", 100), "", 0, ""},
		{"decoded text over the limit", "data:\xFF\xFF\xFF\xFF\ndata:\xFF\xFF\xFF\xFF\ndata:\xFF\xFF\xFF\n\n", sse.FrameLimit, 30, "data:\xFF\xFF\xFF\xFF\ndata:\xFF\xFF\xFF\xFF\ndata:\xFF\xFF\xFF\n\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 5, 7, 11, 1000} {
				got := replay(limits, cutEvery([]byte(test.stream), size))
				checkLimit(t, got, test.limit, test.offset)
				if string(got.Pending.Raw) != test.raw {
					t.Errorf("pending is %q, want %q", got.Pending.Raw, test.raw)
				}
			}
		})
	}
}

func checkLimit(t *testing.T, got record, limit sse.Limit, offset int64) {
	t.Helper()
	if limit == "" {
		if got.Err != nil {
			t.Error(got.Err)
		}
		return
	}
	var passed *sse.LimitError
	if !errors.As(got.Err, &passed) {
		t.Fatalf("error %v, want the %s limit", got.Err, limit)
	}
	if passed.Limit != limit || passed.Offset != offset {
		t.Errorf("%v, want the %s limit at offset %d", passed, limit, offset)
	}
}

// Where both limits are near, the one passed first is named, and where one byte
// passes both, the line's.
func TestWhichLimit(t *testing.T) {
	tests := []struct {
		name, stream string
		limits       sse.Limits
		limit        sse.Limit
		offset       int64
	}{
		{"a comment is no frame", ":234567890\n", sse.Limits{LineBytes: 10, FrameBytes: 5}, "", 0},
		{"a field line is", "data: 7890\n", sse.Limits{LineBytes: 10, FrameBytes: 5}, sse.FrameLimit, 5},
		{"the line end is of the frame only", "data: 7890\n", sse.Limits{LineBytes: 10, FrameBytes: 10}, sse.FrameLimit, 10},
		{"one byte passes both", "data: 78901\n", sse.Limits{LineBytes: 10, FrameBytes: 10}, sse.LineLimit, 10},
		{"the line first", "data: x\ndata: 78901\n", sse.Limits{LineBytes: 10, FrameBytes: 19}, sse.LineLimit, 18},
		{"the frame first", "data: x\ndata: 78901\n", sse.Limits{LineBytes: 10, FrameBytes: 17}, sse.FrameLimit, 17},
		{"a limit without end", "data: x\n\n", sse.Limits{LineBytes: 1, FrameBytes: math.MaxInt}, sse.LineLimit, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 1000} {
				checkLimit(t, replay(test.limits, cutEvery([]byte(test.stream), size)), test.limit, test.offset)
			}
		})
	}
}

// What came before the limit is delivered; nothing after it is, ever.
func TestLimitIsSticky(t *testing.T) {
	blocks := 0
	p := sse.NewParser(sse.Limits{LineBytes: 20}, sse.Handler{Block: func(*sse.Block) { blocks++ }})
	first := p.Feed([]byte("data: 1\n\ndata: " + strings.Repeat("x", 20) + "\n\ndata: 2\n\n"))
	second := p.Feed([]byte("\n\ndata: 3\n\n"))
	if first == nil || first != second {
		t.Errorf("errors %v and %v, want the same limit error twice", first, second)
	}
	if blocks != 1 {
		t.Errorf("%d blocks delivered, want the one before the limit", blocks)
	}
	want := "event stream line longer than 20 bytes at offset 29"
	if first.Error() != want {
		t.Errorf("error reads %q, want %q", first, want)
	}
}

// Streams that never end a line or a block stop at the limit, with bounded
// buffers all the way.
func TestEndlessStreams(t *testing.T) {
	tests := []struct {
		name, start, chunk string
		limit              sse.Limit
	}{
		{"line", "data: ", strings.Repeat("x", 1000), sse.LineLimit},
		{"bad bytes", "data: ", strings.Repeat("\xFF", 1000), sse.LineLimit},
		{"comment line", ":", strings.Repeat("x", 1000), sse.LineLimit},
		{"data lines", "", strings.Repeat("data: x\n", 100), sse.FrameLimit},
		{"bad data lines", "", strings.Repeat("data: \xFF\xFF\xFF\xFF\n", 100), sse.FrameLimit},
		{"unknown lines", "", strings.Repeat("x\n", 500), sse.FrameLimit},
		{"comments in a block", "data: x\n", strings.Repeat(": keep-alive\n", 100), sse.FrameLimit},
		{"good and bad ids", "", strings.Repeat("id: x\nid: \x00\n", 100), sse.FrameLimit},
	}
	limits := sse.Limits{LineBytes: 1 << 18, FrameBytes: 1 << 20}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := sse.NewParser(limits, sse.Handler{Block: func(*sse.Block) {}})
			err := p.Feed([]byte(test.start))
			fed := 0
			for ; err == nil && fed < 2*limits.FrameBytes; fed += len(test.chunk) {
				err = p.Feed([]byte(test.chunk))
				if held, most := p.Held(), mostHeld(limits.LineBytes, limits.FrameBytes); held > most {
					t.Fatalf("%d bytes held after %d, at most %d allowed", held, fed, most)
				}
			}
			var passed *sse.LimitError
			if !errors.As(err, &passed) || passed.Limit != test.limit {
				t.Fatalf("after %d bytes: %v, want the %s limit", fed, err, test.limit)
			}
			if int64(fed) < passed.Offset-int64(len(test.start)) || passed.Offset < int64(limits.LineBytes) {
				t.Errorf("stopped at %d of %d bytes", passed.Offset, fed)
			}
		})
	}
}

// One chunk far over the limits is not copied.
func TestHugeChunk(t *testing.T) {
	limits := sse.Limits{LineBytes: 1 << 10, FrameBytes: 4 << 10}
	for _, start := range []string{"", "data: begun"} {
		p := sse.NewParser(limits, sse.Handler{})
		if err := p.Feed([]byte(start)); err != nil {
			t.Fatal(err)
		}
		if err := p.Feed(bytes.Repeat([]byte("x"), 8<<20)); err == nil {
			t.Error("a line of 8 MiB passed")
		}
		if held := p.Held(); held > 16<<10 {
			t.Errorf("%d bytes held", held)
		}
	}
}

// What one huge block needed is given back after it.
func TestBuffersShrink(t *testing.T) {
	p := sse.NewParser(sse.Limits{}, sse.Handler{})
	huge := []byte(strings.Repeat("data: "+strings.Repeat("\xFF", 700<<10)+"\n", 2))
	for _, chunk := range append(cutEvery(huge, 32<<10), []byte("\nda"), []byte("ta: x\n\n")) {
		if err := p.Feed(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if held := p.Held(); held > 3<<20 {
		t.Errorf("%d bytes held after the block", held)
	}
}
