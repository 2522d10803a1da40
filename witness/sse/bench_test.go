package sse_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	widespread "github.com/r3labs/sse/v2"
	client "github.com/tmaxmax/go-sse"
	"hostwitness/witness/sse"
)

// BenchmarkRead reads the same bytes with this parser, all fields parsed and
// the raw bytes at hand, with the reader of r3labs/sse, which only splits at
// blank lines, and with the reader of tmaxmax/go-sse, which parses.
//
// The inputs are those all three agree on. "live" gives one frame a read, as an
// idle connection does; the others come in reads as large as the reader asks for.
func BenchmarkRead(b *testing.B) {
	inputs := []struct {
		name   string
		frames []string
	}{
		{"host-events", hostEvents(4000)},
		{"mixed", mixedFrames(1000)},
		{"long-data", longFrames(64)},
	}
	for _, input := range inputs {
		stream := []byte(strings.Join(input.frames, ""))
		compare(b, input.name, len(input.frames), len(stream), func() io.Reader { return bytes.NewReader(stream) })
	}
	live := hostEvents(4000)
	compare(b, "live", len(live), len(strings.Join(live, "")), func() io.Reader { return &frameReader{frames: live} })
}

func compare(b *testing.B, name string, frames, size int, open func() io.Reader) {
	readers := []struct {
		name string
		read func(io.Reader) (int, error)
	}{
		{"hostwitness", readOurs},
		{"r3labs", readR3labs},
		{"tmaxmax", readTmaxmax},
	}
	for _, reader := range readers {
		b.Run(name+"/"+reader.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				got, err := reader.read(open())
				if err != nil || got != frames {
					b.Fatalf("%d frames and error %v, want %d", got, err, frames)
				}
			}
		})
	}
}

// readSize is the buffer a stream is read with, that of io.Copy.
const readSize = 32 << 10

func readOurs(stream io.Reader) (int, error) {
	blocks, sum := 0, 0
	p := sse.NewParser(sse.Limits{}, sse.Handler{
		Block: func(b *sse.Block) {
			blocks++
			sum += len(b.Raw) + len(b.Data) + len(b.Event) + len(b.ID)
		},
		Comment: func(c *sse.Comment) { sum += len(c.Raw) },
		Gap:     func(g *sse.Gap) { sum += len(g.Raw) },
	})
	buffer := make([]byte, readSize)
	var failed error
	for failed == nil {
		var n int
		n, failed = stream.Read(buffer)
		if err := p.Feed(buffer[:n]); err != nil {
			return blocks, err
		}
	}
	if !errors.Is(failed, io.EOF) {
		return blocks, failed
	}
	if pending := p.End(); !pending.AtBoundary() || sum == 0 {
		return blocks, fmt.Errorf("%d bytes pending", len(pending.Raw))
	}
	return blocks, nil
}

func readR3labs(stream io.Reader) (int, error) {
	reader := widespread.NewEventStreamReader(stream, 1<<20)
	for frames := 0; ; frames++ {
		if _, err := reader.ReadEvent(); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return frames, err
		}
	}
}

func readTmaxmax(stream io.Reader) (int, error) {
	frames := 0
	for _, err := range client.Read(stream, &client.ReadConfig{MaxEventSize: 1 << 20}) {
		if err != nil {
			return frames, err
		}
		frames++
	}
	return frames, nil
}

// frameReader gives one frame a read.
type frameReader struct{ frames []string }

func (r *frameReader) Read(to []byte) (int, error) {
	if len(r.frames) == 0 {
		return 0, io.EOF
	}
	n := copy(to, r.frames[0])
	r.frames = r.frames[1:]
	return n, nil
}

// hostEvents are frames of about 250 bytes, as a host sends them.
func hostEvents(n int) []string {
	frames := make([]string, n)
	for i := range frames {
		id := fmt.Sprintf("hev-%016d", i)
		frames[i] = fmt.Sprintf("id: %s\nevent: host-test.durable-triggered\ndata: "+
			`{"eventId":"%s","type":"host-test.durable-triggered","timestamp":"2026-01-01T00:00:00.000Z","delivery":"durable","workspaceId":"ws-%06d","payload":{}}`+
			"\n\n", id, id, i)
	}
	return frames
}

// mixedFrames are frames of every make: comments inside, CRLF, several data
// lines, other scripts, settings.
func mixedFrames(n int) []string {
	makes := []string{
		"id: %d\r\nevent: log.appended\r\n: keep-alive\r\ndata: {\"a\":1}\r\n\r\n",
		"id: %d\nevent: batch\ndata: [\ndata:   {\"sequence\": 11},\ndata:   {\"sequence\": 12}\ndata: ]\n\n",
		"retry: 5000\nid: %d\ndata: é€😀 été, 你好\n\n",
		"event:channel.presence\ndata:{\"eventId\":\"hev-%016d\",\"delivery\":\"ephemeral\",\"payload\":{\"conversationId\":\"c\",\"present\":[]}}\n\n",
		"event: report\nid: %d\ndata: " + strings.Repeat("0123456789abcdef", 128) + "\n\n",
	}
	frames := make([]string, n)
	for i := range frames {
		frames[i] = fmt.Sprintf(makes[i%len(makes)], i)
	}
	return frames
}

// longFrames are frames of 100 KiB.
func longFrames(n int) []string {
	frames := make([]string, n)
	for i := range frames {
		frames[i] = fmt.Sprintf("id: %d\ndata: %s\n\n", i, strings.Repeat("x", 100<<10))
	}
	return frames
}
