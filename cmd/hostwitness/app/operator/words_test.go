package operator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hostwitness/cmd/hostwitness/app/operator"
)

func TestWordsAreSplitAsAShellSplitsThem(t *testing.T) {
	for line, want := range map[string][]string{
		"docker restart host":        {"docker", "restart", "host"},
		"  a \t b\nc ":               {"a", "b", "c"},
		`a 'b c' "d e"`:              {"a", "b c", "d e"},
		`a '' ""`:                    {"a", "", ""},
		`a'b'"c"d`:                   {"abcd"},
		`a\ b \' \"`:                 {"a b", "'", `"`},
		`'a\b' "a\b" "a\"b" "a\\b"`:  {`a\b`, `a\b`, `a"b`, `a\b`},
		`'$x' '|' ';' "*" \$x "\$x"`: {"$x", "|", ";", "*", "$x", "$x"},
		"a~b a#b":                    {"a~b", "a#b"},
		"über 日本":                    {"über", "日本"},
	} {
		got, err := operator.Split(line)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestWhatOnlyAShellReadsIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"a; b": `';' means something to a shell only`, "a && b": `'&'`, "a | b": `'|'`, "a > b": `'>'`, "a < b": `'<'`, "$A": `'$'`,
		"`a`": "'`'", "(a)": `'('`, "a *": `'*'`, "a?": `'?'`, "[a]": `'['`, "~/a": `'~'`, "a #b": `'#'`, `"$A"`: `'$'`, "\"`a`\"": "'`'",
		"'a": "a quote is not closed", `"a`: "a quote is not closed", `"a\`: "a quote is not closed", `a\`: "nothing stands behind the last backslash",
		"": "there is no word in it", "  ": "there is no word in it", "a\x00b": "a NUL stands in it", "'\x00'": "a NUL stands in it",
	} {
		if got, err := operator.Split(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

// What is printed of a command is what a shell would read as the same words.
func TestPrintedCommandSplitsIntoItsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[ -~äß\t\n]{0,12}`), 1, 5).Draw(t, "words")
		got, err := operator.Split(operator.Command{Words: words}.String())
		if err != nil || !cmp.Equal(got, words) {
			t.Fatalf("%q, %v; want %q", got, err, words)
		}
	})
}

func TestCommandForTheShellIsPrinted(t *testing.T) {
	if got, want := (operator.Command{Shell: "echo 'a'"}).String(), `sh -c 'echo '\''a'\'''`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
