package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hostwitness/reports/bundle/published"
)

// What somebody else wrote is refused by name, whichever side it stands on.
func TestDiffRefusesHostileInput(t *testing.T) {
	report, err := os.ReadFile(filepath.Join(oldFolder, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		lay  func(t *testing.T, at string)
		says string
	}{
		"very long":      {laid(nil, published.MaxSize+1), "too-large"},
		"very deep":      {laid(bytes.Repeat([]byte("["), 4<<20), 0), "report-invalid"},
		"very many":      {laid(append([]byte("["), bytes.Repeat([]byte("[],"), 4<<20)...), 0), "report-invalid"},
		"a deep bundle":  {laid(append([]byte(`{"bundleVersion":`), bytes.Repeat([]byte("["), 200_000)...), 0), "bundle-invalid"},
		"a wide bundle":  {laid(append([]byte(`{"bundleVersion":"3","x":[`), bytes.Repeat([]byte("1,"), 4<<20)...), 0), "too-large"},
		"half a report":  {laid(report[:len(report)/2], 0), "report-invalid"},
		"two reports":    {laid(append(bytes.Clone(report), report...), 0), "report-invalid"},
		"a member twice": {laid(bytes.Replace(report, []byte(`"exitCode"`), []byte(`"exitCode": 0, "exitCode"`), 1), 0), "report-invalid"},
		"another result": {laid(bytes.Replace(report, []byte("executed-fail"), []byte("executed-pass"), 1), 0), "report-invalid"},
		"no UTF-8":       {laid(bytes.Replace(report, []byte("hostwitness"), []byte("\xff\xfe"), 1), 0), "report-invalid"},
		"escapes":        {laid([]byte("{\"\x1b[2J\u202e\": 1}"), 0), "report-invalid"},
		"a folder in the report's place": {func(t *testing.T, at string) {
			if err := os.MkdirAll(filepath.Join(at, "report.json"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "member-not-a-file"},
		"a link in the report's place": {func(t *testing.T, at string) {
			outside := filepath.Join(t.TempDir(), "report.json")
			laid(report, 0)(t, outside)
			if err := os.Mkdir(at, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, filepath.Join(at, "report.json")); err != nil {
				t.Fatal(err)
			}
		}, "member-not-a-file"},
		"a report that is none": {func(t *testing.T, at string) {
			if err := os.Mkdir(at, 0o755); err != nil {
				t.Fatal(err)
			}
			laid([]byte("{}"), 0)(t, filepath.Join(at, "report.json"))
		}, "report-invalid"},
		"a device": {func(t *testing.T, at string) {
			if err := os.Symlink(os.DevNull, at); err != nil {
				t.Fatal(err)
			}
		}, "is no regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			at := filepath.Join(t.TempDir(), "input")
			test.lay(t, at)
			for _, said := range []spoken{say("diff", at, oldFolder), say("diff", oldFolder, at)} {
				said.expect(t, exitUsage, test.says)
				if said.out != "" || strings.ContainsAny(said.err, "\x1b\u202e") || len(said.err) > 2000 {
					t.Errorf("stdout %q, stderr of %d bytes: %.200q", said.out, len(said.err), said.err)
				}
			}
		})
	}
}

// laid lays down content, made as long as asked for with zero bytes.
func laid(content []byte, size int64) func(*testing.T, string) {
	return func(t *testing.T, at string) {
		t.Helper()
		if err := os.WriteFile(at, content, 0o644); err != nil {
			t.Fatal(err)
		}
		if size > 0 {
			if err := os.Truncate(at, size); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A writer that fails is the suite's fault and no verdict.
func TestDiffThatCannotPrint(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var problems bytes.Buffer
		code := Main(environmentOf(nil, fullDisk{}, &problems, "diff", "--format", format, oldFolder, oldFolder))
		if code != exitSuite || !strings.Contains(problems.String(), "file already closed") {
			t.Errorf("%s: exit code %d, stderr %q", format, code, problems.String())
		}
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrClosed }
