package journal_test

import (
	"encoding/json"
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFoldOfPrefixAndRestIsFoldOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t)
		at := rapid.IntRange(0, len(records)).Draw(t, "cut")

		whole := journal.Fold(journal.Evidence{}, records)
		parts := journal.Fold(journal.Fold(journal.Evidence{}, records[:at]), records[at:])

		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Fatalf("folding at %d of %d differs (-whole +parts):\n%s", at, len(records), diff)
		}
	})
}

func TestFoldOfOneByOneIsFoldOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t)
		var single journal.Evidence
		for i := range records {
			single = journal.Fold(single, records[i:i+1])
		}
		if diff := cmp.Diff(journal.Fold(journal.Evidence{}, records), single); diff != "" {
			t.Fatalf("one by one differs (-whole +single):\n%s", diff)
		}
	})
}

func TestFoldAgainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t)
		from := rapid.IntRange(0, len(records)).Draw(t, "from")
		to := rapid.IntRange(from, len(records)).Draw(t, "to")

		once := journal.Fold(journal.Evidence{}, records)
		if diff := cmp.Diff(once, journal.Fold(once, records[from:to])); diff != "" {
			t.Fatalf("folding records %d to %d again changed (-once +again):\n%s", from, to, diff)
		}
	})
}

// Two different futures of one past must not see each other: that is where
// a shared map or the spare room of a slice would show.
func TestFoldLeavesItsInputAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records, other := drawRecords(t), drawRecords(t)
		at := rapid.IntRange(0, len(records)).Draw(t, "cut")
		for i := range other {
			other[i].Seq += int64(at)
		}
		past := journal.Fold(journal.Evidence{}, records[:at])
		pastBefore, recordsBefore := plain(t, past), plain(t, records)

		first := journal.Fold(past, records[at:])
		firstBefore := plain(t, first)
		second := journal.Fold(past, other)

		if plain(t, past) != pastBefore {
			t.Fatalf("the evidence folded from changed")
		}
		if plain(t, records) != recordsBefore {
			t.Fatalf("the records changed")
		}
		if plain(t, first) != firstBefore {
			t.Fatalf("a second fold of the same evidence changed the first")
		}
		if diff := cmp.Diff(second, journal.Fold(past, other)); diff != "" {
			t.Fatalf("folding the same twice differs:\n%s", diff)
		}
	})
}

// plain gives a deep copy that later changes cannot reach.
func plain(t *rapid.T, value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("copy a value: %v", err)
	}
	return string(encoded)
}
