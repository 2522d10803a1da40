package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
)

// failedReport is the report of a run against a sabotaged host, as a folder with report.json in it.
func failedReport(t *testing.T, id string) (string, rehearsed) {
	t.Helper()
	chosen, err := find("sabotage", id, "", sabotage.All())
	mustDo(t, err)
	done := rehearsal{double: chosen}.run(t)
	folder := t.TempDir()
	writeReport(t, folder, done, nil)
	return folder, done
}

func writeReport(t *testing.T, folder string, done rehearsed, effect waiver.Effect) reports.Report {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	mustDo(t, err)
	report, err := done.report(prepared{catalogue: catalogue, effect: effect}, exitOf(done.verdicts, nil, effect, done.reason))
	mustDo(t, err)
	var document bytes.Buffer
	mustDo(t, reports.WriteJSON(&document, report))
	mustDo(t, os.WriteFile(filepath.Join(folder, "report.json"), document.Bytes(), 0o644))
	return report
}

// drafted runs waivers init and gives what it printed and said.
func drafted(t *testing.T, name string, options initOptions) (printed, said string, err error) {
	t.Helper()
	var out, words bytes.Buffer
	environment := Environment{Out: &out, Err: &words, Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }}
	err = initWaivers(environment, name, options)
	return out.String(), words.String(), err
}

// A draft does not load; with its reasons filled in it loads, and excuses exactly what failed.
func TestDraftExcusesTodaysFailuresOnceItHasReasons(t *testing.T) {
	legs := catalogueLegs(t)
	for _, id := range []string{"republished-by-library", "timestamp-without-offset", "resume-silent-after-backlog", "ephemeral-journaled-with-id"} {
		t.Run(id, func(t *testing.T) {
			folder, done := failedReport(t, id)
			text, said, err := drafted(t, folder, initOptions{})
			mustDo(t, err)
			if !strings.Contains(said, "to expire on 2026-03-31; write a reason into each or delete it") {
				t.Errorf("said %q", said)
			}
			_, err = parseWaivers("w.yaml", []byte(text), legs, "2026-03-01")
			if err == nil || !strings.Contains(err.Error(), `reason is "", which is not a text that says something; write why this failure is accepted`) {
				t.Fatalf("the draft loads, or is refused for something else: %v", err)
			}
			waivers, err := parseWaivers("w.yaml", []byte(strings.ReplaceAll(text, `reason: ""`, "reason: known")), legs, "2026-03-31")
			if err != nil {
				t.Fatalf("the draft with reasons is refused: %v\n%s", err, text)
			}
			for _, matched := range waiver.Match(waivers, done.verdicts) {
				if matched.Standing != waiver.Excuses {
					t.Errorf("%+v", matched)
				}
			}
			effect := waiver.Match(waivers, done.verdicts)
			failed := 0
			for _, verdict := range done.verdicts {
				if verdict.Result == judges.Fail {
					failed++
				}
				if excused := len(effect.Excuse(verdict.Leg)) > 0; excused != (verdict.Result == judges.Fail) {
					t.Errorf("%s is %s, excused is %v", verdict.Leg, verdict.Result, excused)
				}
			}
			if failed == 0 {
				t.Error("nothing failed; the test shows nothing")
			}
			if _, err := parseWaivers("w.yaml", []byte(strings.ReplaceAll(text, `reason: ""`, "reason: known")), legs, "2026-04-01"); err == nil {
				t.Error("the draft still holds after thirty days")
			}
			folderWaived := t.TempDir()
			report := writeReport(t, folderWaived, done, effect)
			if report.Totals.ExecutedFail != failed || report.ExitCode == exitFailed {
				t.Errorf("%d legs failed, the report says %d, exit code %d", failed, report.Totals.ExecutedFail, report.ExitCode)
			}
			again, _, err := drafted(t, folderWaived, initOptions{})
			mustDo(t, err)
			if !strings.Contains(again, "# Waived in that run until 2026-03-31: known") || strings.Count(again, `reason: ""`) != len(waivers) {
				t.Errorf("the draft of a waived run is\n%s", again)
			}
		})
	}
}

func TestDraftOfNoFailureWritesNothing(t *testing.T) {
	done := rehearsal{double: double.Double{ID: "reference"}}.run(t)
	folder := t.TempDir()
	writeReport(t, folder, done, nil)
	out := filepath.Join(t.TempDir(), "waivers.yaml")
	for _, options := range []initOptions{{}, {out: out}} {
		printed, said, err := drafted(t, folder, options)
		if err != nil || printed != "" || !strings.Contains(said, "nothing failed in "+folder) {
			t.Errorf("printed %q, said %q, %v", printed, said, err)
		}
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("a file is there: %v", err)
	}
}

// A draft never takes the place of a file unasked, and one that cannot be written leaves what was there.
func TestDraftTakesNoPlaceUnasked(t *testing.T) {
	folder, _ := failedReport(t, "timestamp-without-offset")
	into := t.TempDir()
	out := filepath.Join(into, "waivers.yaml")
	mustDo(t, os.WriteFile(out, []byte("mine"), 0o644))
	mustDo(t, os.Symlink(filepath.Join(into, "nowhere"), filepath.Join(into, "link")))
	evidence := t.TempDir()
	mustDo(t, os.WriteFile(filepath.Join(evidence, "manifest.json"), []byte("{}"), 0o644))
	for name, test := range map[string]struct {
		options initOptions
		code    int
		says    string
	}{
		"a file":             {initOptions{out: out}, exitUsage, "is there already; give --force to write over it"},
		"a link":             {initOptions{out: filepath.Join(into, "link")}, exitUsage, "is there already"},
		"a folder":           {initOptions{out: into, force: true}, exitUsage, "is a folder; name a file"},
		"no folder":          {initOptions{out: filepath.Join(into, "none", "w.yaml")}, exitUsage, "there is no such folder"},
		"an evidence folder": {initOptions{out: filepath.Join(evidence, "waivers.yaml")}, exitUsage, "lies in an evidence folder"},
	} {
		t.Run(name, func(t *testing.T) {
			printed, _, err := drafted(t, folder, test.options)
			if codeOf(err) != test.code || err == nil || !strings.Contains(err.Error(), test.says) || printed != "" {
				t.Errorf("printed %q, %v (exit %d), want exit %d and %q", printed, err, codeOf(err), test.code, test.says)
			}
		})
	}
	if kept, err := os.ReadFile(out); err != nil || string(kept) != "mine" {
		t.Errorf("what was there is now %q, %v", kept, err)
	}
	_, _, err := drafted(t, folder, initOptions{out: out, force: true})
	mustDo(t, err)
	if now, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(now), "# What failed at ") {
		t.Errorf("what was forced is %q, %v", now, err)
	}
	entries, err := os.ReadDir(into)
	mustDo(t, err)
	if len(entries) != 2 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestDraftOfWhatIsNoReport(t *testing.T) {
	folder, _ := failedReport(t, "timestamp-without-offset")
	document, err := os.ReadFile(filepath.Join(folder, "report.json"))
	mustDo(t, err)
	put := func(change func(string) string) string {
		name := filepath.Join(t.TempDir(), "report.json")
		mustDo(t, os.WriteFile(name, []byte(change(string(document))), 0o644))
		return name
	}
	linked := t.TempDir()
	mustDo(t, os.Symlink(filepath.Join(folder, "report.json"), filepath.Join(linked, "report.json")))
	for name, test := range map[string][2]string{
		"nothing":              {filepath.Join(folder, "none"), "name a report.json or an evidence folder"},
		"a folder without one": {t.TempDir(), "name a report.json or an evidence folder"},
		"a device":             {"/dev/zero", "is no regular file"},
		"a link out of folder": {linked, "is no regular file"},
		"an empty file":        {put(func(string) string { return "" }), "not a valid report"},
		"a cut report":         {put(func(s string) string { return s[:len(s)/2] }), "not a valid report"},
		"totals that flatter":  {put(func(s string) string { return strings.Replace(s, `"executedFail": 1`, `"executedFail": 0`, 1) }), "not a valid report"},
		"another kind of file": {put(func(string) string { return soundWaivers }), "not a valid report"},
	} {
		t.Run(name, func(t *testing.T) {
			printed, _, err := drafted(t, test[0], initOptions{})
			if codeOf(err) != exitUsage || err == nil || !strings.Contains(err.Error(), test[1]) || printed != "" {
				t.Errorf("printed %q, %v (exit %d), want %q", printed, err, codeOf(err), test[1])
			}
		})
	}
}

// The file, and what the schema that goes with it says of it, agree: what the reader takes is valid by the schema.
func TestWaiversSchemaTakesWhatTheReaderTakes(t *testing.T) {
	document, err := parseYAML("w.yaml", []byte(soundWaivers))
	mustDo(t, err)
	text, err := json.Marshal(document.value)
	mustDo(t, err)
	if problems := schemas.Validate(schemas.Waivers, text); len(problems) > 0 {
		t.Error(schemas.Summary(problems, 5))
	}
}
