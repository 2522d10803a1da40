package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGeneratedPagesAreFresh holds the pages that are made of the catalogue to
// it. `make docs` writes them.
func TestGeneratedPagesAreFresh(t *testing.T) {
	for name, arguments := range map[string][]string{
		"legs.md":         {"list", "--format", "markdown"},
		"requirements.md": {"list", "--requirements", "--format", "markdown"},
	} {
		var printed, problems bytes.Buffer
		code := Main(Environment{
			Arguments: arguments, Out: &printed, Err: &problems, Interrupted: Process().Interrupted,
			Lookup: func(string) (string, bool) { return "", false },
		})
		if code != exitPassed {
			t.Fatalf("%v: exit %d: %s", arguments, code, problems.String())
		}
		file := filepath.Join("..", "..", "..", "docs", name)
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(printed.String(), string(written)); diff != "" {
			t.Errorf("docs/%s is not what the catalogue says; run make docs (-catalogue +page):\n%s", name, shortened(diff))
		}
	}
}

// shortened keeps the head of a long text.
func shortened(text string) string {
	const most = 4000
	if len(text) <= most {
		return text
	}
	return text[:most] + "\n..."
}
