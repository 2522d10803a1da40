package reports

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// rendering is one way to write a view, under the name of its file.
type rendering struct {
	name  string
	write func(io.Writer, View) error
	only  string // the sample it is kept for, where one is enough
}

func renderConsole(options ConsoleOptions) func(io.Writer, View) error {
	return func(w io.Writer, view View) error { return WriteConsole(w, view, options) }
}

func renderings() []rendering {
	return []rendering{
		{"report.json", func(w io.Writer, view View) error { return WriteJSON(w, view.Report) }, ""},
		{"console.txt", renderConsole(ConsoleOptions{}), ""},
		{"colour.txt", renderConsole(ConsoleOptions{Colour: true, Width: 100}), "failing"},
		{"quiet.txt", renderConsole(ConsoleOptions{Quiet: true}), "failing"},
		{"junit.xml", WriteJUnit, ""},
		{"summary.md", WriteMarkdown, ""},
		{"report.html", WriteHTML, ""},
	}
}

func render(t *testing.T, one rendering, view View) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := one.write(&out, view); err != nil {
		t.Fatalf("%s: %v", one.name, err)
	}
	return out.Bytes()
}

// Every rendering of every sample is as its golden file says, twice the same, and there is no golden file that nobody reads.
func TestRenderingsAreAsGolden(t *testing.T) {
	var read []string
	for sample, view := range samples(t) {
		for _, one := range renderings() {
			if one.only != "" && one.only != sample {
				continue
			}
			file := sample + "." + one.name
			read = append(read, file)
			t.Run(file, func(t *testing.T) {
				got := render(t, one, view)
				if again := render(t, one, view); !bytes.Equal(got, again) {
					t.Error("a second rendering differs from the first")
				}
				compare(t, filepath.Join("testdata", file), got)
			})
		}
	}
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(read, entry.Name()) {
			t.Errorf("nobody reads testdata/%s: remove it", entry.Name())
		}
	}
}

func compare(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the test with -update and read what it wrote", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("differs from %s (-want +got):\n%s", path, diff)
	}
}
