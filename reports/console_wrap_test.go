package reports

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"no width", "one two three", 0, []string{"one two three"}},
		{"it fits", "one two", 7, []string{"one two"}},
		{"at spaces", "one two three", 8, []string{"one two", "three"}},
		{"a long word stays whole", "see https://host.example/api now", 10, []string{"see", "https://host.example/api", "now"}},
		{"wide characters take two cells", "漢字 漢字", 5, []string{"漢字", "漢字"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := wrap(test.text, test.width); !slices.Equal(got, test.want) {
				t.Errorf("wrap is %q, want %q", got, test.want)
			}
		})
	}
}

// Wrapping loses no word and breaks none, and no line is longer than the width but for one word.
func TestWrapKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z漢]{1,12}`), 1, 20).Draw(t, "words"), " ")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		lines := wrap(text, width)
		if got := strings.Join(lines, " "); got != text {
			t.Fatalf("joined it is %q, want %q", got, text)
		}
		for _, line := range lines {
			if cells(line) > width && strings.Contains(line, " ") {
				t.Fatalf("the line %q is longer than %d", line, width)
			}
		}
	})
}

// No line of a console report is longer than its width, but for a word that is and for commands, which are to be copied.
func TestConsoleKeepsItsWidth(t *testing.T) {
	const width = 80
	for sample, view := range samples(t) {
		if sample == "hostile" {
			continue // its words are longer than any width
		}
		text := string(render(t, rendering{write: renderConsole(ConsoleOptions{Width: width})}, view))
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			command := strings.HasPrefix(line, "    again")
			if cells(line) > width && len(strings.Fields(line)) > 1 && !command {
				t.Errorf("%s: a line has %d cells: %q", sample, cells(line), line)
			}
		}
	}
}
