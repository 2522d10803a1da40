package sse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"hostwitness/witness/sse"
)

// outline writes down which bytes went where.
func outline(r record) []string {
	var lines []string
	for _, item := range r.Items {
		switch item := item.(type) {
		case *sse.Block:
			lines = append(lines, fmt.Sprintf("block %d %q", item.Offset, item.Raw))
		case *sse.Comment:
			where := "comment"
			if item.InBlock {
				where = "inner comment"
			}
			lines = append(lines, fmt.Sprintf("%s %d %q", where, item.Offset, item.Raw))
		case *sse.Gap:
			lines = append(lines, fmt.Sprintf("gap %d %q", item.Offset, item.Raw))
		}
	}
	return append(lines, fmt.Sprintf("pending %d %q", r.Pending.Offset, r.Pending.Raw))
}

func TestWhereBytesGo(t *testing.T) {
	tests := []struct {
		name, stream string
		want         []string
	}{
		{"nothing", "", []string{`pending 0 ""`}},
		{"mark and blank lines", "\xEF\xBB\xBF\n\r\n\r", []string{`gap 0 "\ufeff\n\r\n\r"`, `pending 7 ""`}},
		{"half a mark", "\xEF\xBB", []string{`pending 0 "\xef\xbb"`}},
		{"CRLF", "data: x\r\n\r\ndata: y\r\n\r\n", []string{
			`block 0 "data: x\r\n\r"`, `gap 10 "\n"`, `block 11 "data: y\r\n\r"`, `gap 21 "\n"`, `pending 22 ""`}},
		{"comment before a block", ": a\r\ndata: x\n\n", []string{
			`comment 0 ": a\r"`, `gap 4 "\n"`, `block 5 "data: x\n\n"`, `pending 14 ""`}},
		{"comment in a block", "data: x\r\n: a\r\n\n", []string{
			`inner comment 9 ": a\r"`, `block 0 "data: x\r\n: a\r\n\n"`, `pending 15 ""`}},
		{"comment alone", ": a\n\n", []string{`comment 0 ": a\n"`, `gap 4 "\n"`, `pending 5 ""`}},
		{"comment cut off", "\n: a", []string{`gap 0 "\n"`, `pending 1 ": a"`}},
		{"block cut off in its comment", "data: x\n: a\n: b", []string{
			`inner comment 8 ": a\n"`, `pending 0 "data: x\n: a\n: b"`}},
		{"block cut off in a CRLF", "data: x\r\n\r", []string{`block 0 "data: x\r\n\r"`, `pending 10 ""`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 100} {
				got := outline(replay(sse.Limits{}, cutEvery([]byte(test.stream), size)))
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("chunks of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

// A gap is gathered, but not without end.
func TestLongGapComesInPieces(t *testing.T) {
	got := replay(sse.Limits{}, cutEvery([]byte(strings.Repeat("\n", 10000)+"data: x\n\n"), 333))
	want := []int{4096, 4096, 10000 - 2*4096}
	var sizes []int
	for _, item := range got.Items {
		if gap, ok := item.(*sse.Gap); ok {
			sizes = append(sizes, len(gap.Raw))
		}
	}
	if diff := cmp.Diff(want, sizes); diff != "" {
		t.Errorf("sizes of the gaps (-want +got):\n%s", diff)
	}
}

// A comment and a block are handed out with the CR that ends them.
func TestNothingWaitsForLF(t *testing.T) {
	got := replay(sse.Limits{}, [][]byte{[]byte(": ka\r"), []byte("\ndata: x\r\n\r"), []byte("\n"), []byte(": kb\r")})
	if diff := cmp.Diff([]int{0, 1, 1, 3, 3}, got.Fed); diff != "" {
		t.Errorf("comment, gap, block, gap, comment came with chunk (-want +got):\n%s", diff)
	}
}
