package app

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hostwitness/reports/bundle"
)

// The headings of docs/evidence.md under which each check stands.
const (
	checkSignature = "The signature"
	checkSecond    = "The second signature"
	checkKey       = "The key"
	checkManifest  = "The manifest"
	checkFiles     = "The files"
	checkChain     = "The journal's chain"
	checkRun       = "The run that is shown"
	checkTotals    = "The totals"
	checkStatement = "The statement's results"
)

// pageDamage is one way to damage a folder, and the checks of the page that
// must then fail.
type pageDamage struct {
	name  string
	do    func(t *testing.T, folder string)
	fails []string
}

func pageDamages() []pageDamage {
	return slices.Concat(signatureDamages(), memberDamages(), journalDamages())
}

func signatureDamages() []pageDamage {
	const statement, manifest = "evidence/statement.dsse.json", "evidence/manifest.json"
	return []pageDamage{
		{"a byte of the signature", flipped(statement, `"sig": "`), []string{checkSignature}},
		{"a byte of the second signature", flipped(statement, `"keyid": "lab-2026",
      "sig": "`), []string{checkSecond}},
		{"another payload", edited(statement, otherPayload), []string{checkSignature, checkSecond, checkStatement}},
		{"another manifest", replaced(manifest, `"settle": 1000000000`, `"settle": 2000000000`), []string{checkManifest, checkRun}},
		{"a filter hidden", replaced(manifest, `"streams": 8,`, `"streams": 8, "only": ["0250.*"],`), []string{checkManifest, checkRun}},
		{"another run", replaced(manifest, `"ended": "complete"`, `"ended": "timeout"`), []string{checkManifest, checkRun, checkStatement}},
		{"another key", edited("pub.pem", otherKey), []string{checkSignature, checkKey}},
	}
}

func memberDamages() []pageDamage {
	const report, summary = "evidence/report.json", "evidence/summary.md"
	damages := []pageDamage{
		{"a byte of a finding", flipped(report, `"message": "`), []string{checkFiles}},
		{"a total", replaced(report, `"executedPass": `, `"executedPass": 9`), []string{checkFiles, checkTotals, checkStatement}},
		{"a result", replaced(report, `"result": "executed-pass"`, `"result": "executed-fail"`), []string{checkFiles, checkTotals, checkStatement}},
		{"a revision", replaced(report, `"revision": 1`, `"revision": 2`), []string{checkFiles, checkStatement}},
		{"a member missing", func(t *testing.T, folder string) { orFatal(t, os.Remove(filepath.Join(folder, summary))) }, []string{checkFiles}},
		{"a link for a member", linked(summary), []string{checkFiles}},
		{"a folder more", func(t *testing.T, folder string) {
			orFatal(t, os.Mkdir(filepath.Join(folder, "evidence", "more"), 0o755))
		}, []string{checkFiles}},
	}
	for _, name := range []string{"junit.xml", "report.html", "summary.md"} {
		damages = append(damages, pageDamage{"a byte of " + name, flipped("evidence/"+name, ""), []string{checkFiles}})
	}
	for _, name := range []string{"more.txt", ".hidden", "manifest.json\nstatement.dsse.json", "journal.jsonl "} {
		damages = append(damages, pageDamage{"a member more: " + strconv.Quote(name), added(name), []string{checkFiles}})
	}
	return damages
}

func journalDamages() []pageDamage {
	both := []string{checkFiles, checkChain}
	cut := []string{checkFiles, checkChain, checkRun}
	return []pageDamage{
		{"a byte of the journal", flipped("evidence/journal.jsonl", `"text":"`), both},
		{"a byte of prev", flipped("evidence/journal.jsonl", `"kind":"mark","prev":"`), both},
		{"a byte of the last hash", flipped("evidence/journal.jsonl", `"reason":"complete"},"hash":"`), both},
		{"the last line cut off", journalEdited(func(lines []string) []string { return lines[:len(lines)-1] }), cut},
		{"the last line end cut off", edited("evidence/journal.jsonl", func(_ *testing.T, content []byte) []byte { return content[:len(content)-1] }), both},
		{"a record removed", journalEdited(func(lines []string) []string { return slices.Delete(lines, 7, 8) }), both},
		{"two records swapped", journalEdited(func(lines []string) []string {
			lines[7], lines[8] = lines[8], lines[7]
			return lines
		}), both},
		{"a record with its own hash anew", journalEdited(func(lines []string) []string {
			lines[7] = hashed(strings.Replace(lines[7], "valid", "wrong", 1))
			return lines
		}), both},
		{"a record removed and all hashes anew", journalEdited(func(lines []string) []string { return chained(slices.Delete(lines, 7, 8)) }), both},
		{"another count and its hash anew", journalEdited(func(lines []string) []string {
			last := len(lines) - 1
			lines[last] = hashed(strings.Replace(lines[last], `"count":`, `"count":1`, 1))
			return lines
		}), both},
		{"time that goes back", journalEdited(func(lines []string) []string {
			lines[7] = regexp.MustCompile(`"at":\d+`).ReplaceAllString(lines[7], `"at":1`)
			return chained(lines)
		}), both},
		{"a second end", journalEdited(func(lines []string) []string {
			end := strings.Replace(lines[len(lines)-1], `"seq":`+strconv.Itoa(len(lines)), `"seq":`+strconv.Itoa(len(lines)+1), 1)
			return chained(append(lines, strings.Replace(end, `"count":`+strconv.Itoa(len(lines)), `"count":`+strconv.Itoa(len(lines)+1), 1)))
		}), both},
	}
}

func orFatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// edited replaces a file by what a function makes of it.
func edited(name string, edit func(*testing.T, []byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		t.Helper()
		path := filepath.Join(folder, name)
		content, err := os.ReadFile(path)
		orFatal(t, err)
		changed := edit(t, bytes.Clone(content))
		if bytes.Equal(changed, content) {
			t.Fatalf("%s was not changed", name)
		}
		orFatal(t, os.WriteFile(path, changed, 0o644))
	}
}

// flipped changes the lowest bit of a byte: the one behind the first of a text,
// or the one in the middle of the file.
func flipped(name, behind string) func(*testing.T, string) {
	return edited(name, func(t *testing.T, content []byte) []byte {
		at := len(content) / 2
		if behind != "" {
			found := bytes.Index(content, []byte(behind))
			if found < 0 {
				t.Fatalf("%s has no %s", name, behind)
			}
			at = found + len(behind)
		}
		content[at] ^= 1
		return content
	})
}

func replaced(name, old, with string) func(*testing.T, string) {
	return edited(name, func(_ *testing.T, content []byte) []byte { return bytes.Replace(content, []byte(old), []byte(with), 1) })
}

// otherPayload changes what the statement says and leaves its signatures.
func otherPayload(t *testing.T, content []byte) []byte {
	payload := regexp.MustCompile(`"payload": "([^"]*)"`).FindSubmatch(content)[1]
	said, err := base64.StdEncoding.DecodeString(string(payload))
	orFatal(t, err)
	changed := bytes.Replace(said, []byte(`"exitCode":0`), []byte(`"exitCode":1`), 1)
	return bytes.Replace(content, payload, []byte(base64.StdEncoding.EncodeToString(changed)), 1)
}

// otherKey is another public key before the same published entry.
func otherKey(_ *testing.T, content []byte) []byte {
	lines := strings.SplitAfter(string(content), "\n")
	lines[1] = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n" // of RFC 8032 §7.1, test 1
	return []byte(strings.Join(lines, ""))
}

func added(name string) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		orFatal(t, os.WriteFile(filepath.Join(folder, "evidence", name), []byte("more"), 0o644))
	}
}

// linked puts a link to the same content into the place of a file.
func linked(name string) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		elsewhere := filepath.Join(folder, "elsewhere")
		orFatal(t, os.Rename(filepath.Join(folder, name), elsewhere))
		orFatal(t, os.Symlink(elsewhere, filepath.Join(folder, name)))
	}
}

func journalEdited(edit func(lines []string) []string) func(*testing.T, string) {
	return edited("evidence/journal.jsonl", func(_ *testing.T, content []byte) []byte {
		lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
		return []byte(strings.Join(edit(lines), "\n") + "\n")
	})
}

// hashed gives a line of the journal with the hash of what is in it.
func hashed(line string) string {
	covered := line[:strings.LastIndex(line, `,"hash":"`)]
	return covered + `,"hash":"` + bundle.Digest([]byte(covered+"}")) + `"}`
}

// chained gives every line the hash of the one before it, and its own anew.
func chained(lines []string) []string {
	prev := regexp.MustCompile(`"prev":"[0-9a-f]*"`)
	hash := ""
	for k, line := range lines {
		lines[k] = hashed(strings.Replace(line, prev.FindString(line), `"prev":"`+hash+`"`, 1))
		hash = lines[k][len(lines[k])-66 : len(lines[k])-2]
	}
	return lines
}
