package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
	"hostwitness/reports/waiver"
)

// files are what is in an evidence folder, by name.
type files map[string][]byte

// making is how evidence is made: a run of the real command against a host in
// memory, in fake time.
type making struct {
	double    double.Double
	options   func(*runOptions)
	waivers   []waiver.Waiver
	key       *signing.Private // nil: unsigned
	interrupt bool
}

// evidence makes it, and gives the exit code of the run.
func (m making) evidence(t *testing.T) (files, int) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "evidence")
	variables := map[string]string{}
	if m.key != nil {
		variables[variableSigningKey] = privateText(t, *m.key)
	}
	defaults := defaultOptions()
	options := runOptions{
		host: "memory", out: folder, settle: defaults.Settle, hold: defaultHold, timeout: defaults.Timeout, streams: defaults.Streams, triggers: defaults.Triggers,
		format: "json", quiet: true, buildKind: bundle.BuildArtifact, buildID: bundle.Digest([]byte("a build")),
	}
	if m.options != nil {
		m.options(&options)
	}
	var code int
	synctest.Test(t, func(t *testing.T) { code = m.run(t, environmentOf(variables, io.Discard, io.Discard), options) })
	return readFolder(t, folder), code
}

func (m making) run(t *testing.T, environment Environment, options runOptions) int {
	run, err := prepare(environment, options)
	if err != nil {
		t.Fatal(err)
	}
	run.waivers = m.waivers
	if run.sealing, err = prepareSealing(environment, options, len(m.waivers)); err != nil {
		t.Fatal(err)
	}
	run.course.build = run.sealing.build
	subject, stop, err := newMemoryNetwork().network().subject(m.double)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if m.interrupt {
		timer := time.AfterFunc(1200*time.Millisecond, cancel)
		defer timer.Stop()
	}
	return codeOf(carryOut(ctx, environment, run, subject))
}

// readFolder gives the files of a folder.
func readFolder(t testing.TB, folder string) files {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := files{}
	for _, entry := range entries {
		if found[entry.Name()], err = os.ReadFile(filepath.Join(folder, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func (f files) names() []string { return slices.Sorted(maps.Keys(f)) }

// write makes a folder of the files.
func (f files) write(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range f {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// packed is the one file that is made of the files.
func (f files) packed(t testing.TB) []byte {
	t.Helper()
	source, err := bundle.Open(f.write(t))
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	var out bytes.Buffer
	if err := bundle.Pack(source, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (f files) clone() files {
	return maps.Clone(f) // what is changed of a file is made anew
}

func newKey(t testing.TB, id string) signing.Private {
	t.Helper()
	key, err := signing.Generate(id)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func privateText(t testing.TB, key signing.Private) string {
	t.Helper()
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pinFile writes public keys as a --pin file.
func pinFile(t testing.TB, keys ...signing.Private) string {
	t.Helper()
	var text []byte
	for _, key := range keys {
		public, err := key.Public().PEM()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, public...)
	}
	name := filepath.Join(t.TempDir(), "pin.pem")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// verified is what a verification said.
type verified struct {
	code    int
	errors  string // what stood on standard error
	outcome bundle.Outcome
}

// verifyBy verifies as the command does, but for the catalogue, which it does
// not read anew: that takes longer than all else.
func verifyBy(t testing.TB, verifier bundle.Verifier, path string) verified {
	t.Helper()
	source, err := bundle.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	outcome, err := verifier.Verify(source)
	if err != nil {
		t.Fatal(err)
	}
	return verified{code: verifiedCode(outcome, false), outcome: outcome}
}

// verifyEvidence runs the real command.
func verifyEvidence(t testing.TB, variables map[string]string, path string, flags ...string) verified {
	t.Helper()
	var out, errors bytes.Buffer
	arguments := append([]string{"verify", path, "--format", "json"}, flags...)
	answer := verified{code: Main(environmentOf(variables, &out, &errors, arguments...))}
	answer.errors = errors.String()
	if out.Len() == 0 {
		return answer
	}
	printed := struct {
		*bundle.Outcome
		ExitCode int
	}{Outcome: &answer.outcome}
	if err := json.Unmarshal(out.Bytes(), &printed); err != nil {
		t.Fatalf("verify printed no JSON: %v\n%s", err, out.String())
	}
	if printed.ExitCode != answer.code {
		t.Errorf("the exit code is %d, and the JSON says %d", answer.code, printed.ExitCode)
	}
	return answer
}

// holds gives the three answers by their names.
func (a verified) holds() map[string]string {
	return map[string]string{
		"signature": a.outcome.Signature.Holds, "integrity": a.outcome.Integrity.Holds, "verdicts": a.outcome.Verdicts.Holds,
	}
}

func (a verified) refusals() []refusal.Refusal { return a.outcome.Refusals() }
