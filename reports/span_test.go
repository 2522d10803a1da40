package reports

import (
	"testing"
	"time"

	"hostwitness/witness/journal"
)

func mark(kind journal.MarkKind, name string, at, window time.Duration) journal.Record {
	return journal.Record{At: at, Kind: journal.KindMark, Mark: &journal.Mark{Kind: kind, Name: name, Window: window}}
}

// Windows side by side count once, those apart add up, and each scenario has its own.
func TestSettleWindowsAreCountedOnce(t *testing.T) {
	list := []journal.Record{
		mark(journal.MarkSettleEnd, "one/window", 1500*ms, time.Second),
		mark(journal.MarkSettleEnd, "two/window", 2*time.Second, time.Second),
		mark(journal.MarkMissed, "two/D1", 2500*ms, 0),
		mark(journal.MarkSettleEnd, "two/again", 5*time.Second, time.Second),
	}
	if got := settledIn(list); got != 2500*ms {
		t.Errorf("settled for %s, want 2.5s", got)
	}
	spans := spansOf(list)
	if one := spans["one"]; one.settling != time.Second || one.missed != 0 {
		t.Errorf("one is %+v", one)
	}
	if two := spans["two"]; two.settling != 2*time.Second || two.missed != 1 || two.from != 2*time.Second || two.to != 5*time.Second {
		t.Errorf("two is %+v", two)
	}
}

// An exchange begins when it was sent, not when it was over, also where it is not the first record of its scenario.
func TestSpanBeginsWithTheRequest(t *testing.T) {
	list := []journal.Record{
		mark(journal.MarkBarrier, "one/open", 50*ms, 0),
		{At: 90 * ms, Kind: journal.KindExchange, Exchange: &journal.Exchange{Name: "one/register", SentAt: 10 * ms}},
	}
	if got := spansOf(list)["one"]; got.from != 10*ms || got.length() != 80*ms {
		t.Errorf("span is %+v", got)
	}
}

func TestSpansAreInOrder(t *testing.T) {
	list := inOrder(spansOf([]journal.Record{
		mark(journal.MarkBarrier, "late/x", 9*ms, 0), mark(journal.MarkBarrier, "b/x", ms, 0), mark(journal.MarkBarrier, "a/x", ms, 0),
	}))
	if len(list) != 3 || list[0].name != "a" || list[1].name != "b" || list[2].name != "late" {
		t.Errorf("spans are %+v", list)
	}
}
