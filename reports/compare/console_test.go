package compare_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

var update = flag.Bool("update", false, "write the golden files")

// everything is a pair of lists in which everything happened.
func everything() (old, new compare.List) {
	revised := leg("revised", judges.Fail, finding("r", judges.Violated))
	revised.Revision = 2
	waived := leg("waived", judges.Fail, finding("r", judges.Violated))
	waived.Waived = []reports.Waiver{{Rule: "r", Reason: "the queue is being replaced", Issue: "HOST-12", Expires: "2026-06-30"}}
	old = list(
		leg("broken", judges.Pass, finding("r", judges.Holds)), leg("fixed", judges.Fail, finding("r", judges.Violated)),
		leg("dropped", judges.Fail, finding("r", judges.Violated)), leg("unseen", judges.Fail, finding("r", judges.Violated)),
		leg("failing", judges.Fail, finding("kept", judges.Violated), finding("mended", judges.Violated), finding("lost", judges.Holds)),
		leg("revised", judges.Pass, finding("r", judges.Holds)), leg("blocked-1", judges.Pass), leg("blocked-2", judges.Pass),
		leg("claimed", judges.Inapplicable), leg("waived", judges.Fail, finding("r", judges.Violated)), leg("gone", judges.Pass),
	)
	new = list(
		leg("broken", judges.Fail, finding("r", judges.Violated)), leg("fixed", judges.Pass, finding("r", judges.Holds)),
		leg("dropped", judges.Inapplicable), leg("unseen", judges.Skipped),
		leg("failing", judges.Fail, finding("kept", judges.Violated), finding("mended", judges.Holds), finding("lost", judges.Violated)),
		revised, leg("blocked-1", judges.Blocked), leg("blocked-2", judges.Blocked), leg("claimed", judges.Pass), waived, leg("added", judges.Pass),
	)
	old.Source, new.Source = "release-1.4/evidence", "evidence"
	old.Report.StartedAt, new.Report.StartedAt = "2026-02-01T12:00:00Z", "2026-03-01T12:00:00Z"
	old.Report.Host = reports.Host{URL: "https://host.example/api", Name: "host", Version: "1.4", Vendor: "example"}
	new.Report.Host = reports.Host{URL: "https://host.example/api", Name: "host", Version: "1.5", Vendor: "example"}
	old.Run, new.Run = &journal.Run{ID: "a"}, &journal.Run{ID: "b", Options: journal.Options{Only: []string{"0250.*"}}}
	return old, new
}

func TestTextAndJSONAreAsTheGoldenFilesSay(t *testing.T) {
	old, new := everything()
	comparison := mustCompare(t, old, new)
	for name, write := range map[string]func(*strings.Builder) error{
		"everything.txt": func(b *strings.Builder) error {
			return compare.WriteConsole(b, comparison, compare.ConsoleOptions{})
		},
		"narrow.txt": func(b *strings.Builder) error {
			return compare.WriteConsole(b, comparison, compare.ConsoleOptions{Width: 60, Colour: true})
		},
		"everything.json": func(b *strings.Builder) error { return compare.WriteJSON(b, comparison) },
	} {
		var got strings.Builder
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A list compared with itself has nothing that changed, whatever is in it.
func TestAListAndItselfDifferInNothing(t *testing.T) {
	old, new := everything()
	for _, one := range []compare.List{old, new} {
		comparison := mustCompare(t, one, one)
		if comparison.Worse || len(comparison.Run) > 0 || comparison.SameHost != compare.SameAddress {
			t.Errorf("worse %t, run %+v", comparison.Worse, comparison.Run)
		}
		for _, change := range comparison.Legs {
			if cmp.Diff([]compare.Change{compare.StillFailing}, change.Changes) != "" {
				t.Errorf("%s: %v", change.ID, change.Changes)
			}
		}
	}
}

// Comparing changes neither list.
func TestComparingChangesNoList(t *testing.T) {
	hostile := func() (old, new compare.List) {
		old, new = everything()
		bad := leg("bad", judges.Fail, finding("r\x1b", judges.Violated))
		bad.Waived = []reports.Waiver{{Reason: "\x1b[2J", Expires: "\x07"}}
		old.Report.Legs, new.Report.Legs = append(old.Report.Legs, bad), append(new.Report.Legs, bad)
		return old, new
	}
	old, new := hostile()
	mustCompare(t, old, new)
	oldAgain, newAgain := hostile()
	if diff := cmp.Diff([]compare.List{oldAgain, newAgain}, []compare.List{old, new}); diff != "" {
		t.Errorf("lists (-before +after):\n%s", diff)
	}
}
