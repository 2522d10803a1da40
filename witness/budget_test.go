package witness

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestBudgetReadAll(t *testing.T) {
	odd := errors.New("odd")
	cases := []struct {
		name  string
		from  io.Reader
		limit int
		free  int64
		want  string
		more  bool
		err   error
	}{
		{"all", strings.NewReader("abcd"), 9, 9, "abcd", false, nil},
		{"exactly the limit", strings.NewReader("abcd"), 4, 9, "abcd", false, nil},
		{"over the limit", strings.NewReader("abcde"), 4, 9, "abcd", true, nil},
		{"byte by byte over the limit", iotest.OneByteReader(strings.NewReader("abcde")), 4, 9, "abcd", true, nil},
		{"over the budget", iotest.OneByteReader(strings.NewReader("abcde")), 9, 3, "abc", true, nil},
		{"error", io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(odd)), 9, 9, "ab", false, odd},
		{"end with the last bytes", iotest.DataErrReader(strings.NewReader("ab")), 2, 9, "ab", false, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBudget(c.free)
			got, more, err := b.readAll(c.from, c.limit)
			if string(got) != c.want || more != c.more || !errors.Is(err, c.err) {
				t.Errorf("read %q, %v, %v; want %q, %v, %v", got, more, err, c.want, c.more, c.err)
			}
			b.give(int64(len(got)))
			if b.free != c.free {
				t.Errorf("%d bytes are free afterwards, want %d", b.free, c.free)
			}
		})
	}
}
