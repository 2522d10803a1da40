package app

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// oldFolder holds a journal and its report as they were written before a
// journal told the revisions of its run: the envelope leg fails, the trigger
// leg passes, and no other was selected.
const oldFolder = "testdata/before"

const (
	envelopeLeg = "0236.host-event.envelope"
	triggerLeg  = "0241.trigger.bound-by-listing"
)

// recorded evidence that a test changes before it is written down anew.
type evidenceDraft struct {
	records []journal.Record
	report  reports.Report
}

func draftOf(t *testing.T, folder string) *evidenceDraft {
	t.Helper()
	in, err := os.Open(filepath.Join(folder, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	records, err := journal.Read(in)
	if err != nil {
		t.Fatal(err)
	}
	report, problem := reportBeside(filepath.Join(folder, journalFile))
	if report == nil {
		t.Fatal("the golden report cannot be read: ", problem)
	}
	return &evidenceDraft{records: records, report: *report}
}

func (d *evidenceDraft) header() *journal.Run { return d.records[0].Run }

// has says whether the report has a leg: one that came since the golden run it
// has not.
func (d *evidenceDraft) has(id string) bool {
	return slices.ContainsFunc(d.report.Legs, func(leg reports.Leg) bool { return leg.ID == id })
}

// tookBeside is how long the other legs of a scenario took, 0 where there are
// none: it is the scenario that takes the time.
func (d *evidenceDraft) tookBeside(scenario string) int64 {
	for _, leg := range d.report.Legs {
		if leg.Scenario == scenario {
			return leg.DurationMs
		}
	}
	return 0
}

func (d *evidenceDraft) leg(t *testing.T, id string) *reports.Leg {
	t.Helper()
	for k := range d.report.Legs {
		if d.report.Legs[k].ID == id {
			return &d.report.Legs[k]
		}
	}
	t.Fatalf("the report has no leg %s", id)
	return nil
}

// pass makes a leg of the report one that passed, as somebody would who wants
// it to have.
func (d *evidenceDraft) pass(t *testing.T, id string) {
	leg := d.leg(t, id)
	leg.Result, leg.Reason = judges.Pass, ""
	for k := range leg.Findings {
		if leg.Findings[k].Outcome == judges.Violated {
			leg.Findings[k].Outcome = judges.Holds
		}
	}
}

// write chains the records anew, counts the report, and gives the folder.
func (d *evidenceDraft) write(t *testing.T) string {
	t.Helper()
	folder, prev := t.TempDir(), ""
	var lines bytes.Buffer
	for _, record := range d.records {
		record.Prev = prev
		line, hash, err := journal.EncodeLine(record)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
		prev = hash
	}
	d.report.Totals = reports.Totals{}
	for _, leg := range d.report.Legs {
		count(&d.report.Totals, leg.Result)
	}
	var document bytes.Buffer
	if err := reports.WriteJSON(&document, d.report); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{journalFile: lines.Bytes(), "report.json": document.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func count(totals *reports.Totals, result judges.Result) {
	switch result {
	case judges.Pass:
		totals.ExecutedPass++
	case judges.Fail:
		totals.ExecutedFail++
	case judges.Skipped:
		totals.Skipped++
	case judges.Inapplicable:
		totals.Inapplicable++
	case judges.Blocked:
		totals.Blocked++
	}
}

// spoken is what a command left.
type spoken struct {
	code     int
	out, err string
}

func say(arguments ...string) spoken {
	var out, problems bytes.Buffer
	code := Main(environmentOf(nil, &out, &problems, arguments...))
	return spoken{code: code, out: out.String(), err: problems.String()}
}

func (s spoken) expect(t *testing.T, code int, errSays ...string) {
	t.Helper()
	if s.code != code {
		t.Errorf("exit code %d, want %d; stderr:\n%s", s.code, code, s.err)
	}
	for _, text := range errSays {
		if !strings.Contains(s.err, text) {
			t.Errorf("stderr lacks %q:\n%s", text, s.err)
		}
	}
}

// report reads what --format json printed.
func (s spoken) report(t *testing.T) reports.Report {
	t.Helper()
	report, err := reports.ReadJSON(strings.NewReader(s.out))
	if err != nil {
		t.Fatalf("stdout is no report: %v", err)
	}
	return report
}

func resultOf(t *testing.T, report reports.Report, id string) reports.Leg {
	t.Helper()
	at := slices.IndexFunc(report.Legs, func(leg reports.Leg) bool { return leg.ID == id })
	if at < 0 {
		t.Fatalf("there is no leg %s", id)
	}
	return report.Legs[at]
}
