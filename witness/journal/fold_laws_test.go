package journal_test

import (
	"encoding/json"
	"slices"
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

// Slices that were grown to three have room for a fourth: two futures of one
// past must not both use it.
func TestTwoFuturesShareNoRoom(t *testing.T) {
	all := func(mark string) []journal.Record {
		const name = "x/same"
		return []journal.Record{
			{Kind: journal.KindExchange, Exchange: &journal.Exchange{Name: name, Request: journal.Request{URL: mark}}},
			{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionEmit, Name: "x/emit" + mark}},
			{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionOpen, Name: "x/open" + mark}},
			{Kind: journal.KindFrame, Frame: &journal.Frame{Stream: name, ID: mark}},
			{Kind: journal.KindComment, Comment: &journal.Comment{Stream: name, Digest: mark}},
			{Kind: journal.KindDelivery, Delivery: &journal.Delivery{Inbox: name, Method: mark}},
			{Kind: journal.KindDelivery, Delivery: &journal.Delivery{Method: mark}},
			{Kind: journal.KindMark, Mark: &journal.Mark{Name: mark}},
			{Kind: journal.KindNote, Note: &journal.Note{Text: mark}},
		}
	}
	records := placed(slices.Concat(all("1"), all("2"), all("3"), all("left"))...)
	past, left := records[:27], records[27:]
	right := placed(slices.Concat(all("1"), all("2"), all("3"), all("right"))...)[27:]

	before := journal.Fold(journal.Evidence{}, past)
	first := journal.Fold(before, left)
	journal.Fold(before, right)

	if diff := cmp.Diff(journal.Fold(journal.Evidence{}, records), first); diff != "" {
		t.Errorf("the second future changed the first (-want +got):\n%s", diff)
	}
}

// plain gives a deep copy that later changes cannot reach.
func plain(t *rapid.T, value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("copy a value: %v", err)
	}
	return string(encoded)
}
