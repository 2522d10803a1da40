package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pageBlock is one block of commands of a page of docs/.
type pageBlock struct {
	chapter  string // the nearest heading of the second level before it
	heading  string // the nearest heading of any level before it
	line     int    // of the page, where the commands begin
	commands string
	output   string // what the page shows of it
	shows    bool   // it shows something
}

func (b pageBlock) String() string { return fmt.Sprintf("%s (line %d)", b.heading, b.line) }

// fence is the line that begins or ends a block of a page.
const fence = "```"

// readPage gives the blocks of commands of a page, each with the output that
// the page shows right behind it.
func readPage(t *testing.T, name string) []pageBlock {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []pageBlock
	var at pageBlock
	kind, follows := "", false
	var body strings.Builder
	for number, line := range strings.Split(string(text), "\n") {
		switch {
		case kind == "" && strings.HasPrefix(line, fence):
			kind = strings.TrimPrefix(line, fence)
			body.Reset()
		case line == fence:
			switch {
			case kind == "sh":
				at.commands = body.String()
				at.line = number - strings.Count(at.commands, "\n") + 1
				blocks = append(blocks, at)
			case kind == "text" && follows:
				blocks[len(blocks)-1].output, blocks[len(blocks)-1].shows = body.String(), true
			}
			kind, follows = "", kind == "sh"
		case kind != "":
			body.WriteString(line + "\n")
		case strings.HasPrefix(line, "#"):
			at.heading, follows = strings.TrimLeft(line, "# "), false
			if strings.HasPrefix(line, "## ") {
				at.chapter = at.heading
			}
		case line != "":
			follows = false
		}
	}
	return blocks
}

// run runs the commands in a folder, as a reader does who stops at the first
// that fails, and holds what they print to what the page shows. The error says
// what went wrong.
func (b pageBlock) run(t *testing.T, folder string) error {
	t.Helper()
	command := exec.CommandContext(t.Context(), "sh", "-e", "-c", b.commands)
	command.Dir = folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + folder, "TMPDIR=" + folder, "CI=true"}
	var complaints strings.Builder
	command.Stderr = &complaints
	printed, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s%s", b, err, printed, complaints.String())
	}
	if b.shows && !b.pattern().MatchString(narrow(string(printed))) {
		return fmt.Errorf("%s prints\n%swhere the page shows\n%s", b, printed, b.output)
	}
	return nil
}

// pattern is what the page shows, with … for what differs from run to run.
func (b pageBlock) pattern() *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(narrow(b.output)), "…", ".*") + "$")
}

// narrow leaves the width of columns out of a comparison.
func narrow(text string) string { return regexp.MustCompile(` {2,}`).ReplaceAllString(text, " ") }

// needTools says what is missing to run a page's commands. A test without them
// would pass by showing nothing.
func needTools(t *testing.T, names ...string) {
	t.Helper()
	var missing []error
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			missing = append(missing, err)
		}
	}
	if len(missing) > 0 {
		t.Fatalf("the commands of the page cannot be run; install what is missing (CONTRIBUTING.md): %v", errors.Join(missing...))
	}
}
