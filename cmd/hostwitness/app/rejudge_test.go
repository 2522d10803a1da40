package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

const otherDigest = "00000000000000000000000000000000000000000000000000000000000000ff"

// fromAnotherBuild makes a draft one of a run by another catalogue: without the
// legs that are left out, with one more, and with the revisions given.
func fromAnotherBuild(t *testing.T, draft *evidenceDraft, without []string, revisions map[string]int) {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	run := draft.header()
	run.Suite.Catalogue, draft.report.Suite.Catalogue = otherDigest, otherDigest
	for _, leg := range catalogue.Legs() {
		if slices.Contains(without, leg.ID) {
			continue
		}
		revision := max(revisions[leg.ID], leg.Revision)
		run.Revisions = append(run.Revisions, journal.LegRevision{Leg: leg.ID, Revision: revision})
		if !draft.has(leg.ID) {
			draft.report.Legs = append(draft.report.Legs, reports.Leg{
				ID: leg.ID, Requirement: leg.Requirement, Scenario: leg.Scenario, Result: judges.Skipped,
				Reason: "left out by the operator's selection of legs", Findings: []judges.Finding{},
				DurationMs: draft.tookBeside(leg.Scenario),
			})
		}
		draft.leg(t, leg.ID).Revision = revision
	}
	run.Revisions = append(run.Revisions, journal.LegRevision{Leg: "9999.gone", Revision: 3})
	draft.report.Legs = append(slices.DeleteFunc(draft.report.Legs, func(leg reports.Leg) bool { return slices.Contains(without, leg.ID) }),
		reports.Leg{
			ID: "9999.gone", Requirement: "hostwitness.requirement.9999.gone", Revision: 3, Scenario: "gone", Result: judges.Pass, Assertions: 1,
			Findings: []judges.Finding{{Rule: "r", Outcome: judges.Holds, Message: "holds"}},
		})
}

// A journal that was written before revisions were recorded reads, and judges
// as it did.
func TestAJournalOfBeforeIsJudgedAsItWas(t *testing.T) {
	draft := draftOf(t, oldFolder)
	if len(draft.header().Revisions) != 0 {
		t.Fatal("the golden journal has revisions; the test shows nothing")
	}
	said := say("rejudge", "--format", "json", oldFolder)
	said.expect(t, exitFailed, "by another catalogue (35541b15780b…", "does not tell by which revisions", "known to both (14)")
	for _, leg := range said.report(t).Legs {
		if !draft.has(leg.ID) {
			if leg.Result != judges.Skipped {
				t.Errorf("%s, which the run did not know, is %s: %s", leg.ID, leg.Result, leg.Reason)
			}
			continue
		}
		if was := draft.leg(t, leg.ID); was.Result != leg.Result || was.Assertions != leg.Assertions {
			t.Errorf("%s is %s with %d assertions, it was %s with %d", leg.ID, leg.Result, leg.Assertions, was.Result, was.Assertions)
		}
	}
	for _, gone := range []string{": verdict", ": rules", ": place", ": fact"} {
		if strings.Contains(said.err, gone) {
			t.Errorf("stderr says%s:\n%s", gone, said.err)
		}
	}
}

func TestRejudgingSaysWhichLegsAreKnownAndWhyVerdictsChanged(t *testing.T) {
	draft := draftOf(t, oldFolder)
	draft.pass(t, envelopeLeg)
	fromAnotherBuild(t, draft, []string{"0250.resume-backlog"}, map[string]int{envelopeLeg: 7})
	said := say("rejudge", "--format", "json", draft.write(t))
	said.expect(t, exitFailed,
		"not known to this build and not judged (1): 9999.gone",
		"not known to the run, so nothing was done for them (1): 0250.resume-backlog",
		"judged by another revision (1): 0236.host-event.envelope (revision 7 → 1)",
		"0236.host-event.envelope: verdict",
		"rule      timestamp: holds → violated: ",
		"because   the judge's meaning changed (revision 7 → 1)",
	)
	if strings.Contains(said.err, "report was changed") || strings.Contains(said.err, "does not tell") {
		t.Errorf("stderr accuses:\n%s", said.err)
	}
	undriven := resultOf(t, said.report(t), "0250.resume-backlog")
	if undriven.Result != judges.Skipped || !strings.Contains(undriven.Reason, "not in the catalogue of the run") {
		t.Errorf("a leg that the run did not know is %s: %s", undriven.Result, undriven.Reason)
	}
	other := resultOf(t, said.report(t), "0250.cursor-refused")
	if other.Result != judges.Skipped || !strings.Contains(other.Reason, "selection") {
		t.Errorf("a leg that was not selected is %s: %s", other.Result, other.Reason)
	}
}

// A report that says otherwise though nothing excuses it is told as changed.
func TestRejudgingTellsOfAReportThatWasChanged(t *testing.T) {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	changed := draftOf(t, oldFolder)
	changed.pass(t, envelopeLeg)
	changed.header().Suite.Catalogue, changed.report.Suite.Catalogue = catalogue.Digest(), catalogue.Digest()
	said := say("rejudge", changed.write(t))
	said.expect(t, exitFailed, "0236.host-event.envelope: verdict", "catalogue and version are the same: the record or the report was changed")
	if strings.Contains(said.err, "another catalogue") {
		t.Errorf("stderr tells of another catalogue:\n%s", said.err)
	}

	elsewhere := draftOf(t, oldFolder)
	elsewhere.pass(t, envelopeLeg)
	fromAnotherBuild(t, elsewhere, nil, nil)
	say("rejudge", elsewhere.write(t)).expect(t, exitFailed, "both judge by revision 1 of the leg: the record or the report was changed")
}

// What the run required and this build does not know is told; it neither
// refuses the journal nor fails the host.
func TestRequiredLegsOfAnotherCatalogue(t *testing.T) {
	for name, test := range map[string]struct {
		require, legs []string
		without       []string
		code          int
		says          []string
	}{
		"a required leg that is not known here": {
			[]string{"9999.*"}, []string{triggerLeg, "9999.gone"}, nil, exitIncomplete, []string{"cannot be said whether they pass: 9999.gone"}},
		"by a pattern that also matches known ones": {
			[]string{"*"}, []string{triggerLeg, "9999.gone"}, nil, exitIncomplete, []string{"cannot be said whether they pass: 9999.gone"}},
		"a pattern that matches nothing any more": {
			[]string{"8888.*", "8888.*"}, []string{triggerLeg}, nil, exitPassed, []string{`--require "8888.*" matches no leg any more`}},
		"a pattern that is none": {
			[]string{"["}, []string{triggerLeg}, nil, exitPassed, []string{`--require "[" matches no leg any more`}},
		"a pattern that matches a leg the run did not know": {
			[]string{"0241.*", "0250.resume-*"}, []string{triggerLeg}, []string{"0250.resume-backlog"}, exitPassed, nil},
		"a required leg that fails": {
			[]string{"0236.*"}, []string{envelopeLeg, triggerLeg}, nil, exitFailed, nil},
		"a scenario": {
			[]string{"host-event-trigger"}, []string{triggerLeg}, nil, exitPassed, nil},
	} {
		t.Run(name, func(t *testing.T) {
			draft := draftOf(t, oldFolder)
			fromAnotherBuild(t, draft, test.without, nil)
			draft.header().Legs, draft.header().Options.Require = test.legs, test.require
			said := say("rejudge", "--format", "json", draft.write(t))
			said.expect(t, test.code, test.says...)
			if got := said.report(t).ExitCode; got != test.code {
				t.Errorf("the report says exit code %d, want %d", got, test.code)
			}
			if strings.Count(said.err, "matches no leg any more") > 1 {
				t.Errorf("said twice:\n%s", said.err)
			}
		})
	}
}

// What lies beside a journal is compared only where it is the report of its
// run, and never keeps the journal from being judged.
func TestTheReportBesideAJournal(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, draft *evidenceDraft)
		lay    func(t *testing.T, folder string)
		says   string
	}{
		"of another run": {
			func(_ *testing.T, d *evidenceDraft) { d.report.StartedAt = "2020-01-01T00:00:00Z" }, nil, "it is of another run"},
		"of another host": {
			func(_ *testing.T, d *evidenceDraft) { d.report.Host.URL = "https://other.example" }, nil, "it is of another run"},
		"cut": {nil, func(t *testing.T, folder string) {
			rewrite(t, folder, func(document []byte) []byte { return document[:len(document)/2] })
		}, "not a valid report"},
		"in another encoding": {nil, func(t *testing.T, folder string) {
			rewrite(t, folder, func(document []byte) []byte { return append([]byte{0xff, 0xfe}, document...) })
		}, "is not valid UTF-8"},
		"a link": {nil, func(t *testing.T, folder string) {
			outside := filepath.Join(t.TempDir(), "report.json")
			if err := os.Rename(filepath.Join(folder, "report.json"), outside); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, filepath.Join(folder, "report.json")); err != nil {
				t.Fatal(err)
			}
		}, "it is no regular file"},
		"not there": {nil, func(t *testing.T, folder string) {
			if err := os.Remove(filepath.Join(folder, "report.json")); err != nil {
				t.Fatal(err)
			}
		}, "there is no report beside it"},
	} {
		t.Run(name, func(t *testing.T) {
			draft := draftOf(t, oldFolder)
			draft.pass(t, envelopeLeg)
			if test.change != nil {
				test.change(t, draft)
			}
			folder := draft.write(t)
			if test.lay != nil {
				test.lay(t, folder)
			}
			said := say("rejudge", filepath.Join(folder, journalFile))
			said.expect(t, exitFailed, test.says)
			if strings.Contains(said.err, "verdict") {
				t.Errorf("it was compared:\n%s", said.err)
			}
		})
	}
}

// Nothing outside of a folder is read, and what is no journal is refused.
func TestFoldersWithoutAJournalOfTheirOwn(t *testing.T) {
	hollow, linked := t.TempDir(), t.TempDir()
	say("rejudge", hollow).expect(t, exitUsage, "there is no journal.jsonl in")
	journalName, err := filepath.Abs(filepath.Join(oldFolder, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(journalName, filepath.Join(linked, journalFile)); err != nil {
		t.Fatal(err)
	}
	say("rejudge", linked).expect(t, exitUsage, "it is no regular file")
	if err := os.MkdirAll(filepath.Join(hollow, journalFile), 0o755); err != nil {
		t.Fatal(err)
	}
	say("rejudge", hollow).expect(t, exitUsage, "it is no regular file")
	say("rejudge", os.DevNull).expect(t, exitUsage, "is no regular file")
	empty := filepath.Join(t.TempDir(), journalFile)
	laid(nil, 0)(t, empty)
	say("rejudge", empty).expect(t, exitUsage, "is refused")
}

func rewrite(t *testing.T, folder string, change func([]byte) []byte) {
	t.Helper()
	name := filepath.Join(folder, "report.json")
	document, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, change(document), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A journal whose chain holds and that no run of this suite wrote is refused;
// it is no fault of the suite.
func TestAJournalThatNoRunWroteIsRefused(t *testing.T) {
	for name, change := range map[string]func(*evidenceDraft){
		"no header": func(d *evidenceDraft) {
			d.records = []journal.Record{{Seq: 1, Kind: journal.KindEnd, End: &journal.End{Count: 1, Reason: journal.EndComplete}}}
		},
		"a start that is no time":   func(d *evidenceDraft) { d.header().StartedAt = "yesterday" },
		"a catalogue that is none":  func(d *evidenceDraft) { d.header().Suite.Catalogue = "none" },
		"a suite that is not named": func(d *evidenceDraft) { d.header().Suite.Name = "" },
		"a host that is not named":  func(d *evidenceDraft) { d.header().Host = "" },
		"offsets before the start":  func(d *evidenceDraft) { d.records[0].At = -5e9 },
		"a second header in the middle": func(d *evidenceDraft) {
			header := *d.header()
			d.records[5] = journal.Record{Seq: d.records[5].Seq, At: d.records[5].At, Kind: journal.KindRun, Run: &header}
		},
	} {
		t.Run(name, func(t *testing.T) {
			draft := draftOf(t, oldFolder)
			change(draft)
			say("rejudge", draft.write(t)).expect(t, exitUsage, "is refused")
		})
	}
}
