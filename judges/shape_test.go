package judges_test

import (
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

func shapeVerdict(t *testing.T, notes ...journal.Note) judges.Verdict {
	t.Helper()
	records := []journal.Record{{Kind: journal.KindRun, Run: &journal.Run{Legs: []string{"0250.shape"}}}}
	for i := range notes {
		records = append(records, journal.Record{Kind: journal.KindNote, Note: &notes[i]})
	}
	for i := range records {
		records[i].Seq = int64(i + 1)
	}
	for _, verdict := range judges.Verdicts(journal.Fold(journal.Evidence{}, records)) {
		if verdict.Leg == "0250.shape" {
			return verdict
		}
	}
	t.Fatal("no verdict of 0250.shape")
	return judges.Verdict{}
}

func vector(text, data string) journal.Note {
	return journal.Note{Topic: journal.TopicVector, Name: "one", Text: text, Data: data}
}

func TestShape(t *testing.T) {
	good := vector("0250.shape replay valid", `{"minRetentionSeconds":1}`)
	bad := vector("0250.shape replay invalid", `{"minRetentionSeconds":0}`)
	tests := []struct {
		name     string
		notes    []journal.Note
		result   judges.Result
		violated string
	}{
		{"both", []journal.Note{good, bad}, judges.Pass, ""},
		{"a lawful one refused", []journal.Note{good, bad, vector("0250.shape replay valid", `{"minRetentionSeconds":0}`)}, judges.Fail, "positive-accepted"},
		{"an unlawful one accepted", []journal.Note{good, bad, vector("0250.shape replay invalid", `{"minRetentionSeconds":9}`)}, judges.Fail, "negative-refused"},
		{"no unlawful one", []journal.Note{good}, judges.Blocked, ""},
		{"of another leg", []journal.Note{good, vector("0236.shape envelope invalid", `{}`)}, judges.Blocked, ""},
		{"a schema that is not there", []journal.Note{good, bad, vector("0250.shape nothing invalid", `{}`)}, judges.Blocked, ""},
		{"no vector at all", nil, judges.Blocked, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verdict := shapeVerdict(t, test.notes...)
			violated := rulesOf(verdict, judges.Violated)
			if verdict.Result != test.result || test.violated != "" && (len(violated) != 1 || violated[0] != test.violated) {
				t.Errorf("want %s %s, got %s", test.result, test.violated, describe(verdict))
			}
		})
	}
}
