package reports

import (
	"bytes"
	"strings"
	"testing"
)

// Whether there are colours is the caller's word alone: the environment of the process does not change it.
func TestColourFollowsTheCaller(t *testing.T) {
	view := failingView(t)
	for _, environment := range []string{"", "1"} {
		t.Setenv("NO_COLOR", environment)
		for _, colour := range []bool{false, true} {
			var out bytes.Buffer
			if err := WriteConsole(&out, view, ConsoleOptions{Colour: colour}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "\x1b["); got != colour {
				t.Errorf("NO_COLOR=%q, Colour %v: escapes %v", environment, colour, got)
			}
		}
	}
}

// Colours aside, both are the same text.
func TestColourAddsNothingButColour(t *testing.T) {
	view := failingView(t)
	var plain, coloured bytes.Buffer
	if err := WriteConsole(&plain, view, ConsoleOptions{Width: 90}); err != nil {
		t.Fatal(err)
	}
	if err := WriteConsole(&coloured, view, ConsoleOptions{Width: 90, Colour: true}); err != nil {
		t.Fatal(err)
	}
	if colours.ReplaceAllString(coloured.String(), "") != plain.String() {
		t.Error("the coloured text has other words than the plain one")
	}
}

// The rows of the table keep to the width of the terminal.
func TestTableKeepsToTheWidth(t *testing.T) {
	var out bytes.Buffer
	if err := WriteConsole(&out, hostileView(t), ConsoleOptions{Width: 80}); err != nil {
		t.Fatal(err)
	}
	table, _, ok := strings.Cut(out.String(), "\n\nFAIL ")
	if !ok {
		t.Fatal("there is no table before the failures")
	}
	rows := 0
	for row := range strings.Lines(table[strings.Index(table, "\n\n"):]) {
		if row = strings.TrimSuffix(row, "\n"); strings.HasPrefix(row, "  ") {
			rows++
			if cells(row) > 80 {
				t.Errorf("takes %d cells: %s", cells(row), row)
			}
		}
	}
	if rows != len(catalogue()) {
		t.Errorf("%d rows, want %d", rows, len(catalogue()))
	}
}
