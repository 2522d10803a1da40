package reports

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

const ms = time.Millisecond

// hostile is what a host could put into every text of a report: terminal escapes, ends of sections and elements, bytes that are
// no UTF-8, characters that turn the direction of text or are not there to see, and mark-up.
const hostile = "\x1b[31mred\x1b]0;title\x07 \x9b2J]]></failure></script><script>alert(1)</script><img src=x onerror=alert(1)>" +
	"\xff\xfe\x00\r\n| a | b | `code` ``` **bold** _it_ [link](javascript:alert(1)) @someone https://evil.example www.evil.example " +
	"\u202egnirts\u202c \u2066x\u2069 \ufeff\u200b\u2028\u0085 {{.Host}} <!-- --> &lt; $x$ \U000e0041 漢字"

// catalogue is a small one, with an entry for every result and one with a mark-up in it.
func catalogue() []schemas.Leg {
	entry := func(id, scenario, title string) schemas.Leg {
		return schemas.Leg{
			ID: id, Requirement: "openwop.requirement." + id, Revision: 1, Scenario: scenario, Title: title,
			RFC: id[:4], Section: "§C", Level: "MUST", Rule: "The rule of " + id + " in our words.", Measured: "By looking.",
			Failures: []schemas.Failure{{Cause: "The host writes id: for every frame.", Mend: "Write it for durable events only."}},
			Rules:    []schemas.Rule{{ID: "no-id-field", Level: "MUST", RFC: "0236", Section: "§C", Statement: "An ephemeral frame has no id field."}},
		}
	}
	return []schemas.Leg{
		entry("0250.shape", "shapes", "The schemas hold"),
		entry("0236.host-event.envelope", "host-event-delivery", "The envelope"),
		entry("0236.ephemeral.no-resume", "host-event-delivery", "Ephemeral events are never sent again"),
		entry("0236.webhook.host-variant", "host-event-webhook", "The webhook of a host event"),
		entry("0236.webhook.ephemeral-refused", "host-event-webhook", "No webhook for an ephemeral type"),
		entry("0250.resume-backlog", "host-event-strict-replay", "The backlog"),
		entry("0250.retention-volume", "host-event-retention", "Any volume"),
	}
}

func finding(rule string, outcome judges.Outcome, message string, records ...int64) judges.Finding {
	return judges.Finding{Rule: rule, Outcome: outcome, Message: message, Records: records}
}

func passed(leg string) judges.Verdict {
	return judges.Verdict{
		Leg: leg, Result: judges.Pass, Assertions: 2,
		Findings: []judges.Finding{
			finding("first", judges.Holds, "it is as it should be", 4),
			finding("second", judges.Holds, "so is this", 5),
			finding("third", judges.Advisory, "the host could say when to come again"),
		},
	}
}

func verdictOf(leg string, result judges.Result, reason string, findings ...judges.Finding) judges.Verdict {
	verdict := judges.Verdict{Leg: leg, Result: result, Reason: reason, Findings: findings}
	for _, one := range findings {
		if one.Outcome == judges.Holds || one.Outcome == judges.Violated {
			verdict.Assertions++
		}
	}
	return verdict
}

func textBytes(text string) *journal.Bytes {
	return &journal.Bytes{Text: text, Length: int64(len(text)), Digest: strings.Repeat("0", 64)}
}

// records is a short journal with every kind of record in it.
func records() []journal.Record {
	lastID := "evt-0123456789abcdef"
	frame := journal.Frame{
		Stream: "run/control-a", Offset: 12, Dispatched: true, Own: true, EventID: "evt-1123456789abcdef",
		EventField: journal.FieldGiven, Event: "host-test.ephemeral-triggered", IDField: journal.FieldEmpty, Retry: "1500",
		Data: textBytes(`{"eventId":"evt-1123456789abcdef","type":"host-test.ephemeral-triggered"}`),
	}
	list := []journal.Record{
		{At: 0, Kind: journal.KindRun, Run: &journal.Run{
			ID: "r1", Suite: journal.Suite{Name: "hostwitness", Version: "0.1.0", Catalogue: strings.Repeat("a", 64)},
			Host: "https://host.example/api", StartedAt: "2026-03-01T10:00:00Z", Legs: []string{"0250.shape"}, Options: journal.Options{Settle: time.Second},
		}},
		{At: 12 * ms, Kind: journal.KindExchange, Exchange: &journal.Exchange{
			Name: journal.ExchangeDiscoveryStart, Attempt: 2, SentAt: 2 * ms,
			Request: journal.Request{Method: "GET", URL: "https://host.example/api/.well-known/openwop"},
			Response: &journal.Response{
				Status: 200, Header: []journal.Header{{Name: "content-type", Value: "application/json"}}, HeaderAt: 11 * ms,
				Body: *textBytes(`{"protocolVersions":["2.0","1.1"],"preferredVersion":"2.0","implementation":{"name":"ExampleHost","version":"1.2.3","vendor":"Example"}}`),
			},
		}},
		{At: 12 * ms, Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: journal.AtStart, Exchange: journal.ExchangeDiscoveryStart}},
		{At: 20 * ms, Kind: journal.KindIntent, Intent: &journal.Intent{
			Action: journal.ActionEmit, Name: journal.EmitDeliveryE1, Tenant: journal.TenantA, Class: "ephemeral",
			Type: "host-test.ephemeral-triggered", Via: journal.ViaTrigger, Path: "/host/events/test", Body: textBytes(`{"delivery":"ephemeral"}`),
		}},
		{At: 31*ms + 250*time.Microsecond, Kind: journal.KindEmit, Emit: &journal.Emit{
			Name: journal.EmitDeliveryE1, Exchange: journal.EmitDeliveryE1, Status: 202, Accepted: true, EventID: "evt-1123456789abcdef", Type: "host-test.ephemeral-triggered",
		}},
		{At: 33 * ms, Kind: journal.KindFrame, Frame: &frame},
		{At: 34 * ms, Kind: journal.KindComment, Comment: &journal.Comment{Stream: "run/control-a", Length: 9, Mentions: []string{"evt-1123456789abcdef"}}},
		{At: 35 * ms, Kind: journal.KindIntent, Intent: &journal.Intent{
			Action: journal.ActionOpen, Name: journal.StreamReplayFirst, Tenant: journal.TenantA, Path: "/host/events", LastEventID: &lastID, Replay: true,
		}},
		{At: 36 * ms, Kind: journal.KindOpened, Opened: &journal.Opened{Stream: journal.StreamReplayFirst, Status: 409, Body: textBytes(`{"error":"host_event_resync_required"}`)}},
		{At: 40 * ms, Kind: journal.KindDelivery, Delivery: &journal.Delivery{
			Inbox: journal.InboxA, Method: "POST", Header: []journal.Header{{Name: "OpenWOP-Webhook-Id", Value: "t1/wh"}, {Name: "Accept", Value: "*/*"}},
			Foreign: &journal.Foreign{Type: "example.thing", Length: 321}, Answered: 204,
		}},
		{At: 41 * ms, Kind: journal.KindNote, Note: &journal.Note{Topic: journal.TopicScenario, Name: "host-event-webhook", Text: "no delivery came"}},
		{At: 42 * ms, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkMissed, Name: "host-event-webhook/D1", For: "D1 in inbox-a", Window: 10 * time.Second}},
		{At: 50 * ms, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkSettleBegin, Name: "host-event-delivery/settle", Window: time.Second}},
		{At: 1050 * ms, Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkSettleEnd, Name: "host-event-delivery/settle", Window: time.Second}},
		{At: 1051 * ms, Kind: journal.KindEnded, Ended: &journal.Ended{
			Stream: "run/control-a", How: journal.EndedFault, Bytes: 812, Fault: &journal.Fault{Kind: journal.FaultReset, Message: "connection reset by peer"},
			Unfinished: &journal.Foreign{Length: 3},
		}},
		{At: 1060 * ms, Kind: journal.KindEnd, End: &journal.End{Count: 16, Reason: journal.EndComplete}},
	}
	for i := range list {
		list[i].Seq = int64(i + 1)
	}
	return list
}

func viewOf(t *testing.T, input Input) View {
	t.Helper()
	report, err := New(input)
	if err != nil {
		t.Fatal(err)
	}
	return View{Report: report, Records: input.Records, Legs: input.Legs, Again: "hostwitness run --host https://host.example/api"}
}

// waive gives a run its waivers.
func waive(input *Input, waivers ...waiver.Waiver) {
	input.Waivers = waiver.Match(waivers, input.Verdicts)
}

func inputOf(exitCode int, list []journal.Record, verdicts ...judges.Verdict) Input {
	return Input{Legs: catalogue(), Verdicts: verdicts, Evidence: journal.Fold(journal.Evidence{}, list), Records: list, ExitCode: exitCode}
}
