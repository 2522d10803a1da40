package app

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checking is the heading of docs/evidence.md under which the commands stand
// that check a folder without this suite.
const checking = "6. Check it with openssl and jq"

// leftOver is the heading of the one block that checks nothing: it shows what a
// verdict rests on.
const leftOver = "What is left"

// evidencePage gives the page's commands that make and verify evidence, and
// those that check it.
func evidencePage(t *testing.T) (making, check []pageBlock) {
	t.Helper()
	needTools(t, "sh", "openssl", "jq", "sha256sum", "base64", "find", "awk", "sed", "diff", "cmp", "tar", "hostwitness")
	blocks := readPage(t, "evidence.md")
	from := slices.IndexFunc(blocks, func(block pageBlock) bool { return block.chapter == checking })
	if from < 0 {
		t.Fatalf("docs/evidence.md has no commands under %q", checking)
	}
	making, check = blocks[:from], blocks[from:]
	if len(making) < 6 || len(check) < 10 {
		t.Fatalf("docs/evidence.md has %d and %d blocks of commands; some are not seen", len(making), len(check))
	}
	return making, check
}

// runAll runs blocks in a folder and gives the headings of those that fail.
func runAll(t *testing.T, folder string, blocks []pageBlock) []string {
	t.Helper()
	failed := []string{}
	for _, block := range blocks {
		if err := block.run(t, folder); err != nil {
			t.Log(err)
			failed = append(failed, block.heading)
		}
	}
	return failed
}

// TestEvidencePage runs the page from top to bottom, and then its checks again
// on copies of the same folder, each damaged in one way: those that the damage
// is named with must fail.
func TestEvidencePage(t *testing.T) {
	making, check := evidencePage(t)
	made := t.TempDir()
	if failed := runAll(t, made, slices.Concat(making, check)); len(failed) > 0 {
		t.Fatalf("commands of the page fail, under %q", failed)
	}
	reached := map[string]bool{leftOver: true}
	for _, damage := range pageDamages() {
		t.Run(damage.name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(made)); err != nil {
				t.Fatal(err)
			}
			damage.do(t, folder)
			wanted := slices.DeleteFunc(slices.Clone(check), func(block pageBlock) bool { return !slices.Contains(damage.fails, block.heading) })
			if diff := cmp.Diff(damage.fails, runAll(t, folder, wanted)); diff != "" {
				t.Errorf("checks that fail (-want +got):\n%s", diff)
			}
			for _, heading := range damage.fails {
				reached[heading] = true
			}
		})
	}
	for _, block := range check {
		if !reached[block.heading] {
			t.Errorf("%s: no damage shows that it can fail", block)
		}
	}
}
