package sse_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"hostwitness/witness/sse"
	"pgregory.net/rapid"
)

// morsels are what streams are drawn from: whole lines would hide most of what
// can go wrong between two bytes.
var morsels = []string{
	"\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\r\r\n", ":", ": ", " ", "data", "data:", "data: x", "event: a",
	"event", "id: 1", "id", "id:", "id: a\x00b", "retry: 10", "retry:", "retry: 9007199254740992", "retry: +1",
	"name: value", "Data: x", "\xEF\xBB\xBF", "\xEF\xBB", "\xEF", "\x00", "é", "😀", "\xF0\x9F\x98", "\xE2\x82", "\xFF",
	"\xC3", "\u2028", "0", "x", "data: \xFF\n", "data: é\n", "retry: 9007199254740993\n", "retry: 7\n", "id: \xFF\n", ": \xFF\n",
	"\xFF: \xC3\n", strings.Repeat("long ", 300),
}

func drawStream(t *rapid.T) []byte {
	return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(morsels), 0, 40).Draw(t, "stream"), ""))
}

func drawCuts(t *rapid.T, stream []byte) [][]byte {
	offsets := rapid.SliceOfN(rapid.IntRange(0, len(stream)), 0, 30).Draw(t, "cuts")
	slices.Sort(offsets)
	return cutAt(stream, offsets)
}

// checkSame makes sure two ways of cutting a stream gave the same.
func checkSame(t rapid.TB, whole, cut record) {
	t.Helper()
	whole.Fed, cut.Fed = nil, nil
	if reflect.DeepEqual(whole, cut) {
		return // the quick answer; an empty text need not be the same as none
	}
	if diff := cmp.Diff(whole, cut, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the cuts changed what was said (-whole +cut):\n%s", diff)
	}
}

// However a stream is cut, the same is said of it, down to the place where a
// limit is passed; and all of its bytes are said.
func TestAnyCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := drawStream(t)
		limits := sse.Limits{
			LineBytes:  rapid.SampledFrom([]int{0, 1, 2, 9, 40, 400}).Draw(t, "line"),
			FrameBytes: rapid.SampledFrom([]int{0, 1, 2, 9, 14, 40, 100}).Draw(t, "frame"),
		}
		want := replay(limits, [][]byte{stream})
		got := replay(limits, drawCuts(t, stream))
		checkSame(t, want, got)
		checkBytes(t, stream, got)
	})
}

// checkBytes makes sure the raw bytes add up to the stream as far as it was read.
func checkBytes(t rapid.TB, stream []byte, got record) {
	t.Helper()
	read := stream
	if limit, ok := got.Err.(*sse.LimitError); ok {
		read = stream[:limit.Offset]
	} else if got.Err != nil {
		t.Fatal(got.Err)
	}
	if whole := got.whole(t); !bytes.Equal(whole, read) {
		t.Fatalf("the raw bytes put together are %q, want %q", whole, read)
	}
}

// The parser says what the standard, followed step by step, says.
func TestAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := drawStream(t)
		checkOracle(t, stream, replay(sse.Limits{}, drawCuts(t, stream)))
	})
}

func checkOracle(t rapid.TB, stream []byte, got record) {
	t.Helper()
	want := readPlainly(stream)
	if want == nil {
		t.Fatal("the plain reading failed")
	}
	said := asOracle(&got)
	said.retry = want.retry
	if !reflect.DeepEqual(want, said) {
		diff := cmp.Diff(want, said, cmp.AllowUnexported(oracle{}))
		t.Fatalf("stream %q (-standard +parser):\n%s", stream, diff)
	}
	checkReconnection(t, want.retry, &got.Pending)
}

func checkReconnection(t rapid.TB, digits string, got *sse.Pending) {
	t.Helper()
	if got.RetryGiven != (digits != "") {
		t.Fatalf("reconnection time given: %v, want %q", got.RetryGiven, digits)
	}
	if digits == "" {
		return
	}
	number, text := plainNumber(digits)
	if string(got.RetryText) != text {
		t.Fatalf("retry text %q, want %q", got.RetryText, text)
	}
	if number == nil {
		capped := int64(sse.MaxRetry)
		number = &capped
	}
	if got.Retry != *number {
		t.Fatalf("reconnection time %d, want %d", got.Retry, *number)
	}
}
