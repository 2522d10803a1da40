package journal_test

import (
	"fmt"

	"hostwitness/witness/journal"

	"pgregory.net/rapid"
)

// drawName draws from few names, so that records meet under one.
func drawName(t *rapid.T) string {
	return rapid.SampledFrom([]string{"run/a", "run/b", "x/D1", journal.ExchangeDiscoveryStart}).Draw(t, "name")
}

func drawBytes(t *rapid.T) journal.Bytes {
	text := rapid.SampledFrom([]string{
		"", "no json", `{"hostEvents":{"types":[]}}`, `{"implementation":{"name":"h"}}`, "[1]", "\u2028<&>\ufffd",
	}).Draw(t, "text")
	return journal.Bytes{Text: text, Length: int64(len(text)), Digest: fmt.Sprintf("%064x", len(text))}
}

func drawExchange(t *rapid.T) *journal.Exchange {
	exchange := &journal.Exchange{
		Name:    drawName(t),
		Attempt: rapid.IntRange(1, 3).Draw(t, "attempt"),
		Request: journal.Request{Method: "GET", URL: "http://127.0.0.1/", Header: []journal.Header{{Name: "Accept", Value: "*/*"}}},
	}
	if rapid.Bool().Draw(t, "answered") {
		status := rapid.SampledFrom([]int{200, 406}).Draw(t, "status")
		exchange.Response = &journal.Response{Status: status, Body: drawBytes(t)}
	} else {
		exchange.Fault = &journal.Fault{Kind: journal.FaultReset, Message: "connection reset"}
	}
	return exchange
}

// drawRecord draws a record of any kind but the end, without its place.
func drawRecord(t *rapid.T) journal.Record {
	body := drawBytes(t)
	all := []func() journal.Record{
		func() journal.Record {
			return journal.Record{Kind: journal.KindRun, Run: &journal.Run{ID: drawName(t), Legs: []string{"x"}}}
		},
		func() journal.Record {
			when := rapid.SampledFrom([]journal.When{journal.AtStart, journal.AtEnd}).Draw(t, "when")
			return journal.Record{Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: when, Exchange: drawName(t)}}
		},
		func() journal.Record { return journal.Record{Kind: journal.KindExchange, Exchange: drawExchange(t)} },
		func() journal.Record {
			action := rapid.SampledFrom([]journal.Action{
				journal.ActionEmit, journal.ActionRegister, journal.ActionUnregister, journal.ActionOpen,
			}).Draw(t, "action")
			return journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: action, Name: drawName(t), Body: &body}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{Name: drawName(t), Accepted: true, EventID: "event-000000000001"}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindOpened, Opened: &journal.Opened{Stream: drawName(t), Status: 200}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{Stream: drawName(t), Own: true, Data: &body, Raw: &body}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindComment, Comment: &journal.Comment{Stream: drawName(t), Length: body.Length, Digest: body.Digest}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindEnded, Ended: &journal.Ended{Stream: drawName(t), How: journal.EndedLeft}}
		},
		func() journal.Record {
			inbox := rapid.SampledFrom([]string{"", journal.InboxA}).Draw(t, "inbox")
			return journal.Record{Kind: journal.KindDelivery, Delivery: &journal.Delivery{Inbox: inbox, Method: "POST", Body: &body}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkBarrier, Name: drawName(t)}}
		},
		func() journal.Record {
			return journal.Record{Kind: journal.KindNote, Note: &journal.Note{Topic: journal.TopicScenario, Text: body.Text}}
		},
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "kind")]()
}

// drawRecords draws a run of records with their places, ended or not.
func drawRecords(t *rapid.T) []journal.Record {
	var records []journal.Record
	var at journal.Offset
	for range rapid.IntRange(0, 30).Draw(t, "records") {
		records = append(records, drawRecord(t))
	}
	if rapid.Bool().Draw(t, "ended") {
		records = append(records, journal.Record{Kind: journal.KindEnd, End: &journal.End{Reason: journal.EndComplete}})
	}
	for i := range records {
		at += journal.Offset(rapid.Int64Range(0, 1000).Draw(t, "step"))
		records[i].Seq, records[i].At = int64(i+1), at
		if records[i].End != nil {
			records[i].End.Count = records[i].Seq
		}
	}
	return records
}
