package judges_test

import (
	"encoding/json"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A run that is interrupted anywhere, its streams left and its journal ended,
// convicts nobody either.
func TestAnInterruptedRunConvictsNobody(t *testing.T) {
	whole := newStory(t, double{})
	whole.run()
	for cut := 1; cut < len(whole.records); cut++ {
		story := &story{t: t, records: append([]journal.Record{}, whole.records[:cut]...), now: whole.records[cut-1].At}
		open := map[string]bool{}
		for _, record := range story.records {
			if record.Opened != nil && record.Opened.Status == 200 {
				open[record.Opened.Stream] = true
			}
			if record.Ended != nil {
				delete(open, record.Ended.Stream)
			}
		}
		for _, name := range sortedNames(open) {
			story.record(journal.Record{Kind: journal.KindEnded, Ended: &journal.Ended{Stream: name, How: journal.EndedLeft}})
		}
		story.record(journal.Record{Kind: journal.KindEnd, End: &journal.End{Reason: journal.EndInterrupted}})
		for _, verdict := range judges.Verdicts(story.evidence()) {
			if verdict.Result == judges.Fail {
				t.Fatalf("interrupted after %d of %d records: %s: %s", cut, len(whole.records), verdict.Leg, describe(verdict))
			}
		}
	}
}

// Whatever a journal holds, judging it ends in a verdict of every leg with a
// reason, on one line, and the same each time.
func TestAnyJournalGivesVerdicts(t *testing.T) {
	whole := newStory(t, double{})
	whole.run()
	rapid.Check(t, func(t *rapid.T) {
		var records []journal.Record
		for _, record := range whole.records {
			switch rapid.IntRange(0, 20).Draw(t, "fate") {
			case 0:
				continue
			case 1:
				records = append(records, mangled(t, record))
			default:
				records = append(records, record)
			}
		}
		evidence := journal.Fold(journal.Evidence{}, records)
		verdicts := judges.Verdicts(evidence)
		if len(verdicts) != len(judges.All()) {
			t.Fatalf("%d verdicts of %d legs", len(verdicts), len(judges.All()))
		}
		for _, verdict := range verdicts {
			if (verdict.Reason == "") != (verdict.Result == judges.Pass) || strings.ContainsAny(verdict.Reason, "\r\n") {
				t.Fatalf("%s: %s with the reason %q", verdict.Leg, verdict.Result, verdict.Reason)
			}
		}
		if diff := cmp.Diff(verdicts, judges.Verdicts(evidence)); diff != "" {
			t.Fatalf("judged again (-first +again):\n%s", diff)
		}
	})
}

// mangled changes one text of a record, or takes one of its parts away.
func mangled(t *rapid.T, record journal.Record) journal.Record {
	encoded := asJSON(record)
	for _, swap := range [][2]string{
		{`"status":200`, `"status":0`}, {`"status":202`, `"status":299`}, {`"status":201`, `"status":-1`}, {`"header":[`, `"headers":[`},
		{`"tenant":"a"`, `"tenant":"b"`}, {`"class":"durable"`, `"class":""`}, {`"eventId":"evt`, `"eventId":"\ud800\nevt`},
		{`"accepted":true`, `"accepted":false`}, {`"data":{`, `"gone":{`}, {`"body":{`, `"gone":{`}, {`"response":{`, `"gone":{`},
		{`"text":"{`, `"base64":"{`}, {`"offset":`, `"offset":-`}, {`"lastEventId":"`, `"lastEventId":"x`}, {`"dispatched":true`, `"dispatched":false`},
	} {
		if strings.Contains(encoded, swap[0]) && rapid.Bool().Draw(t, swap[0]) {
			encoded = strings.Replace(encoded, swap[0], swap[1], 1)
		}
	}
	var changed journal.Record
	if json.Unmarshal([]byte(encoded), &changed) != nil {
		return record
	}
	return changed
}
