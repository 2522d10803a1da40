package journal_test

import (
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
)

// placed gives the records their places: Seq 1, 2, 3 … and At 10, 20, 30 …
func placed(records ...journal.Record) []journal.Record {
	for i := range records {
		records[i].Seq, records[i].At = int64(i+1), journal.Offset(10*(i+1))
	}
	return records
}

func intent(action journal.Action, name string) journal.Record {
	return journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: action, Name: name}}
}

func emit(name, id string) journal.Record {
	return journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{Name: name, Accepted: true, EventID: id}}
}

func opened(stream string) journal.Record {
	return journal.Record{Kind: journal.KindOpened, Opened: &journal.Opened{Stream: stream, Status: 200}}
}

func frame(stream, id string) journal.Record {
	return journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{Stream: stream, EventID: id}}
}

func ended(stream string) journal.Record {
	return journal.Record{Kind: journal.KindEnded, Ended: &journal.Ended{Stream: stream, How: journal.EndedClean}}
}

func answer(name string, status int, body string) journal.Record {
	return journal.Record{Kind: journal.KindExchange, Exchange: &journal.Exchange{
		Name:     name,
		Response: &journal.Response{Status: status, Body: journal.Bytes{Text: body, Digest: "d:" + body}},
	}}
}

func discovery(when journal.When, exchange string) journal.Record {
	return journal.Record{Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: when, Exchange: exchange}}
}

func TestFoldJoinsIntentAndEmitByName(t *testing.T) {
	ev := journal.Fold(journal.Evidence{}, placed(
		intent(journal.ActionEmit, "x/D1"),
		intent(journal.ActionEmit, "x/E1"),
		emit("x/E1", "id-of-e"),
		emit("x/D1", "id-of-d"),
		emit("x/D1", "a second answer"),
		intent(journal.ActionEmit, "x/D2"),
	))
	if diff := cmp.Diff([]string{"x/D1", "x/E1", "x/D2"}, ev.Caused); diff != "" {
		t.Errorf("order of causes (-want +got):\n%s", diff)
	}
	d1 := ev.Emits["x/D1"]
	if d1.Intent.Seq != 1 || !d1.Answered || d1.Seq != 4 || d1.At != 40 || d1.Emit.EventID != "id-of-d" {
		t.Errorf("D1 = %+v, want the intent of record 1 and the answer of record 4", d1)
	}
	if d2 := ev.Emits["x/D2"]; d2.Answered || d2.Intent.Seq != 6 {
		t.Errorf("D2 = %+v, want an intent without an answer", d2)
	}
}

func TestFoldFollowsAStreamToItsEnd(t *testing.T) {
	records := placed(
		intent(journal.ActionOpen, "x/first"),
		intent(journal.ActionOpen, "x/second"),
		opened("x/first"),
		frame("x/first", "1"),
		frame("x/second", "2"),
		journal.Record{Kind: journal.KindComment, Comment: &journal.Comment{Stream: "x/first"}},
		ended("x/first"),
		frame("x/second", "3"),
	)
	ev := journal.Fold(journal.Evidence{}, records)
	first, second := ev.Streams["x/first"], ev.Streams["x/second"]

	if diff := cmp.Diff([]string{"x/first", "x/second"}, ev.Opened); diff != "" {
		t.Errorf("order of streams (-want +got):\n%s", diff)
	}
	if !first.Answered || first.Seq != 3 || first.OpenedAt != 30 || len(first.Frames) != 1 || len(first.Comments) != 1 {
		t.Errorf("first = %+v", first)
	}
	if first.Ended == nil || first.EndSeq != 7 || first.EndedAt != 70 {
		t.Errorf("first ended at %v by record %d, want 70 by 7", first.EndedAt, first.EndSeq)
	}
	if second.Ended != nil || second.EndedAt != 80 || len(second.Frames) != 2 {
		t.Errorf("second = %+v, want two frames and to last until the last record", second)
	}
	if later := journal.Fold(ev, []journal.Record{{Seq: 9, At: 95, Kind: journal.KindEnd, End: &journal.End{Count: 9}}}); later.Streams["x/second"].EndedAt != 95 ||
		later.Streams["x/first"].EndedAt != 70 || later.Ended == nil || later.EndedAt != 95 {
		t.Errorf("after the end record: %+v", later)
	}
}

func TestFoldSortsDeliveriesByInbox(t *testing.T) {
	ev := journal.Fold(journal.Evidence{}, placed(
		intent(journal.ActionRegister, journal.InboxA),
		intent(journal.ActionRegister, journal.InboxB),
		journal.Record{Kind: journal.KindDelivery, Delivery: &journal.Delivery{Inbox: journal.InboxA}},
		journal.Record{Kind: journal.KindDelivery, Delivery: &journal.Delivery{}},
	))
	if len(ev.Inboxes[journal.InboxA].Deliveries) != 1 || len(ev.Strays) != 1 {
		t.Errorf("inbox a %+v, strays %+v, want one each", ev.Inboxes[journal.InboxA], ev.Strays)
	}
	if b, there := ev.Inboxes[journal.InboxB]; !there || b.Name != journal.InboxB || len(b.Deliveries) != 0 {
		t.Errorf("inbox b = %+v, %v, want to be there and empty", b, there)
	}
	if ev.Registrations[journal.InboxB].Seq != 2 {
		t.Errorf("registration of inbox b = %+v", ev.Registrations[journal.InboxB])
	}
}

func TestFoldReadsTheClaimsOfTheNamedExchange(t *testing.T) {
	const name = journal.ExchangeDiscoveryStart
	tests := []struct {
		reason  string
		records []journal.Record
		want    journal.Claims
	}{{
		reason:  "the last attempt that was 200 with an object counts",
		records: placed(answer(name, 200, `{}`), answer(name, 200, `{"webhooks":{}}`), answer(name, 406, `{"error":"x"}`), discovery(journal.AtStart, name)),
		want:    journal.Claims{Read: true, Exchange: name, Seq: 2, Digest: `d:{"webhooks":{}}`, Webhooks: true},
	}, {
		reason:  "an attempt after the discovery record counts too",
		records: placed(answer(name, 406, ``), discovery(journal.AtStart, name), answer(name, 200, `{"webhooks":{}}`)),
		want:    journal.Claims{Read: true, Exchange: name, Seq: 3, Digest: `d:{"webhooks":{}}`, Webhooks: true},
	}, {
		reason:  "another status is named",
		records: placed(answer(name, 503, ``), discovery(journal.AtStart, name)),
		want:    journal.Claims{Exchange: name, Problem: "the discovery document was answered with status 503 instead of 200"},
	}, {
		reason:  "HTML is no document",
		records: placed(answer(name, 200, `<html>`), discovery(journal.AtStart, name)),
		want:    journal.Claims{Exchange: name, Problem: "the discovery document is not a JSON object"},
	}, {
		reason: "a fault is named",
		records: placed(journal.Record{Kind: journal.KindExchange, Exchange: &journal.Exchange{
			Name: name, Fault: &journal.Fault{Kind: journal.FaultDial, Message: "connection refused"},
		}}, discovery(journal.AtStart, name)),
		want: journal.Claims{Exchange: name, Problem: "the discovery document was not answered: connection refused"},
	}, {
		reason:  "nothing was asked",
		records: placed(discovery(journal.AtStart, name)),
		want:    journal.Claims{Exchange: name, Problem: "the discovery document was not asked for"},
	}, {
		reason:  "an exchange that no discovery record names is not read",
		records: placed(answer(name, 200, `{"webhooks":{}}`)),
		want:    journal.Claims{},
	}}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			ev := journal.Fold(journal.Evidence{}, test.records)
			if diff := cmp.Diff(test.want, ev.Start); diff != "" {
				t.Errorf("start (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(journal.Claims{}, ev.Finish); diff != "" {
				t.Errorf("finish (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFoldKeepsStartAndFinishApart(t *testing.T) {
	ev := journal.Fold(journal.Evidence{}, placed(
		answer(journal.ExchangeDiscoveryStart, 200, `{"webhooks":{}}`),
		discovery(journal.AtStart, journal.ExchangeDiscoveryStart),
		answer(journal.ExchangeDiscoveryEnd, 200, `{}`),
		discovery(journal.AtEnd, journal.ExchangeDiscoveryEnd),
	))
	if !ev.Start.Webhooks || ev.Finish.Webhooks || !ev.Finish.Read || ev.Finish.Seq != 3 {
		t.Errorf("start %+v, finish %+v", ev.Start, ev.Finish)
	}
}
