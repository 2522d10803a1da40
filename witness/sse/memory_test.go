package sse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"hostwitness/witness/sse"
)

// Once the buffers have their size, reading allocates nothing, however long
// the stream is, whatever is in it and however it is cut.
func TestConstantMemory(t *testing.T) {
	frames := strings.Join(append(hostEvents(10), mixedFrames(50)...), "") +
		": remark \xFF\nunknown: line\ndata: caf\xE9\nid: \x00\nretry: 1234567890123456789\n\n"
	for _, size := range []int{1, 100, 1000, len(frames)} {
		said := 0
		p := sse.NewParser(sse.Limits{}, sse.Handler{
			Block:   func(b *sse.Block) { said += len(b.Raw) },
			Comment: func(c *sse.Comment) { said += len(c.Raw) },
			Gap:     func(g *sse.Gap) { said += len(g.Raw) },
		})
		chunks := cutEvery([]byte(frames), size)
		perRun := testing.AllocsPerRun(20, func() {
			for _, chunk := range chunks {
				if err := p.Feed(chunk); err != nil {
					t.Fatal(err)
				}
			}
		})
		if perRun != 0 || said == 0 {
			t.Errorf("chunks of %d bytes: %v allocations for each round, want none", size, perRun)
		}
	}
}

// A clone stays what it was when the parser goes on, and changing it changes
// nothing of the parser.
func TestClonesLast(t *testing.T) {
	const stream = "\n: one \xFF\nid: 1\nevent: e\ndata: a\ndata: b\nodd: line\nretry: 9999999999999999999\n\n"
	read := func(scribble bool) (block *sse.Block, comment *sse.Comment, gap *sse.Gap) {
		p := sse.NewParser(sse.Limits{}, sse.Handler{
			Block: func(b *sse.Block) {
				if block == nil {
					block = b.Clone()
				}
			},
			Comment: func(c *sse.Comment) {
				if comment == nil {
					comment = c.Clone()
				}
			},
			Gap: func(g *sse.Gap) {
				if gap == nil {
					gap = g.Clone()
				}
			},
		})
		chunk := []byte(stream)
		feed(t, p, chunk)
		if scribble {
			copy(chunk, strings.Repeat("#", len(chunk)))
			feed(t, p, []byte("\n\n: two\nid: 2\nevent: f\ndata: c\ndata: d\neven: more\nretry: 88888888888888888888\n\n"))
		}
		return block, comment, gap
	}
	block, comment, gap := read(false)
	laterBlock, laterComment, laterGap := read(true)
	for _, pair := range [][2]any{{block, laterBlock}, {comment, laterComment}, {gap, laterGap}} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			t.Errorf("the clone changed (-before +after):\n%s", diff)
		}
	}
}

// Appending to a text that was handed out spoils nothing behind it.
func TestAppendingIsHarmless(t *testing.T) {
	var events []string
	p := sse.NewParser(sse.Limits{}, sse.Handler{Block: func(b *sse.Block) {
		for _, text := range [][]byte{b.Event, b.ID, b.Data, b.Raw, b.LastEventID} {
			_ = append(text, "#########"...)
		}
		events = append(events, string(b.Event)+" "+string(b.ID)+" "+string(b.Data))
	}})
	feed(t, p, []byte("event: a\nid: 1\ndata: x\n\nevent: b\nid: 2\ndata: y\n\n"))
	if diff := cmp.Diff([]string{"a 1 x", "b 2 y"}, events); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func feed(t *testing.T, p *sse.Parser, chunk []byte) {
	t.Helper()
	if err := p.Feed(chunk); err != nil {
		t.Fatal(err)
	}
}
