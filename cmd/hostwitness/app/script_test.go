package app

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/schemas"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"hostwitness": func() { os.Exit(Main(Process())) },
	})
}

// TestScripts drives the real command; one script a concept.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(environment *testscript.Env) error {
			environment.Vars = append(environment.Vars, "CI=true")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     scriptExits,
			"double":    scriptDouble,
			"flip":      scriptFlip,
			"cutline":   scriptCutLine,
			"upto":      scriptUpTo,
			"validates": scriptValidates,
			"absent":    scriptAbsent,
		},
	})
}

// scriptExits runs a command and demands its exit code: exits CODE command …
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command [arguments]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// scriptDouble serves the reference host, a sabotage or a variant of it on
// loopback until the script ends, and puts its URL into HOST: double [ID].
func scriptDouble(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: double [ID]")
	}
	chosen := double.Double{ID: "reference"}
	if len(args) == 1 {
		var err error
		chosen, err = find("double", args[0], "", append(sabotage.All(), variant.All()...))
		ts.Check(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	running, err := serveDouble(listener, chosen, embeddedConfig())
	ts.Check(err)
	ts.Defer(running.close)
	ts.Setenv("HOST", "http://"+listener.Addr().String()+chosen.BasePath)
}

// scriptFlip changes one byte in the middle of a file: flip FILE.
func scriptFlip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: flip FILE")
	}
	content := []byte(ts.ReadFile(args[0]))
	at := len(content) / 2
	content[at] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o644))
}

// scriptCutLine removes the last line of a file: cutline FILE.
func scriptCutLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: cutline FILE")
	}
	content := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content[:strings.LastIndex(content, "\n")+1]), 0o644))
}

// scriptValidates holds a document to one of our schemas: validates SCHEMA FILE.
func scriptValidates(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: validates SCHEMA FILE")
	}
	document := []byte(ts.ReadFile(args[1]))
	if !json.Valid(document) {
		ts.Fatalf("%s is not JSON", args[1])
	}
	for _, problem := range schemas.Validate(schemas.Name(args[0]), document) {
		ts.Fatalf("%s: %v", args[1], problem)
	}
}

// scriptAbsent demands that no file of a folder holds a text: absent FOLDER TEXT …
func scriptAbsent(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: absent FOLDER TEXT …")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(entries) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	for _, entry := range entries {
		content := ts.ReadFile(filepath.Join(args[0], entry.Name()))
		for _, text := range args[1:] {
			if text == "" || strings.Contains(content, text) {
				ts.Fatalf("%s holds %q", entry.Name(), text)
			}
		}
	}
}

// TestProcessStops shows that the command's environment hears the context it
// is given.
func TestProcessStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	heard, stop := Process().Interrupted(ctx)
	defer stop()
	cancel()
	<-heard.Done()
}
