package app

import (
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptUpTo leaves of a journal what stands before its first intent of an
// action, as if the run had been killed then: upto ACTION FILE.
func scriptUpTo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: upto ACTION FILE")
	}
	content := ts.ReadFile(args[1])
	at := strings.Index(content, `"action":"`+args[0]+`"`)
	if at < 0 {
		ts.Fatalf("%s has no intent to %s", args[1], args[0])
	}
	at = strings.LastIndex(content[:at], "\n") + 1
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(content[:at]), 0o644))
}
