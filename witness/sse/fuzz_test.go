package sse_test

import (
	"math/rand/v2"
	"testing"

	"hostwitness/witness/sse"
)

// FuzzParser: any bytes, cut anywhere, give one result, that of the standard,
// account for every byte, and never hold more than the limits allow.
func FuzzParser(f *testing.F) {
	for i, v := range readVectors(f) {
		if v.Len < 4096 {
			f.Add(v.stream(), uint64(i), uint8(0))
		}
	}
	f.Add([]byte("id: 1\r\ndata: \xff\xff\xff\r\n: c\r\n\r\n"), uint64(1), uint8(12))
	f.Add([]byte("\xef\xbb\xbfdata: one\rdata: two\r\r\nretry: 5"), uint64(2), uint8(0))
	f.Fuzz(func(t *testing.T, stream []byte, seed uint64, small uint8) {
		limits := sse.Limits{}
		if small > 0 {
			limits = sse.Limits{LineBytes: int(small), FrameBytes: 2 * int(small)}
		}
		whole := replay(limits, [][]byte{stream})
		random := rand.New(rand.NewPCG(seed, 0))
		for _, chunks := range [][][]byte{
			cutEvery(stream, 1),
			cutAt(stream, randomOffsets(random, len(stream))),
		} {
			checkSame(t, whole, replay(limits, chunks))
		}
		checkBytes(t, stream, whole)
		checkHeld(t, limits, cutAt(stream, randomOffsets(random, len(stream))))
		if whole.Err == nil {
			checkOracle(t, stream, whole)
		}
	})
}

// checkHeld feeds the chunks and looks at the buffers after each.
func checkHeld(t *testing.T, limits sse.Limits, chunks [][]byte) {
	t.Helper()
	line, frame := limits.LineBytes, limits.FrameBytes
	if line == 0 {
		line, frame = sse.DefaultLineBytes, sse.DefaultFrameBytes
	}
	p := sse.NewParser(limits, sse.Handler{})
	for _, chunk := range chunks {
		err := p.Feed(chunk)
		if held, most := p.Held(), mostHeld(line, frame); held > most {
			t.Fatalf("%d bytes held, at most %d allowed", held, most)
		}
		if err != nil {
			return
		}
	}
}

// mostHeld is what a parser may hold: a frame as received, its joined data and
// its decoded text, and a decoded line, each in a buffer that has grown by
// doubling, and a constant.
func mostHeld(line, frame int) int {
	return 2*(frame+frame+(frame+3*line)+3*line) + 32<<10
}
