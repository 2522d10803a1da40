package published

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The order that JavaScript engines sort printable ASCII in, as they print it.
func TestCollationOfSingleCharacters(t *testing.T) {
	const engines = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ"
	characters := make([]string, 0, 95)
	for c := byte(' '); c <= '~'; c++ {
		characters = append(characters, string(c))
	}
	slices.SortFunc(characters, collate)
	if got := strings.Join(characters, ""); got != engines {
		t.Errorf("order %s", got)
	}
}

// Each list is in the order in which localeCompare sorts it.
func TestCollationOfIDs(t *testing.T) {
	for _, list := range [][]string{
		{"a-b", "a.b", "a/b", "a0", "aa"},
		{"a_b", "a-b", "a.b"},
		{"", "a", "A", "aa", "aA", "Aa", "AA", "ab", "b", "B"},
		{"openwop.requirement.0236.a", "openwop.requirement.0236.b", "Openwop.requirement.0236.c"},
		{"a:b", "a.b", "a1b", "aab"},
		{"resume", "Resume", "resumed"},
	} {
		for i := range list[1:] {
			if collate(list[i], list[i+1]) >= 0 || collate(list[i+1], list[i]) <= 0 || collate(list[i], list[i]) != 0 {
				t.Errorf("%q is not before %q", list[i], list[i+1])
			}
		}
	}
}

// For ids of the kind in use there is one order, and it is that of bytes.
func TestCollationOfIDsInUseIsByBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringMatching(`[a-z0-9./-]{0,6}`).Draw(t, "a")
		b := rapid.StringMatching(`[a-z0-9./-]{0,6}`).Draw(t, "b")
		if !inUse(a) || collate(a, b) != strings.Compare(a, b) {
			t.Fatalf("%q and %q: %d by locale, %d by bytes", a, b, collate(a, b), strings.Compare(a, b))
		}
	})
}

// collate is an order: sorting by it cannot depend on how the rows are listed.
func TestCollationIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~]{0,4}|[aAbB]{0,4}|[a\x00é\x{ffff}]{0,3}`)
		a, b, c := text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")
		if collate(a, b) != -collate(b, a) || (collate(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q: %d and %d", a, b, collate(a, b), collate(b, a))
		}
		if collate(a, b) < 0 && collate(b, c) < 0 && collate(a, c) >= 0 {
			t.Fatalf("%q, %q, %q do not follow each other", a, b, c)
		}
	})
}
