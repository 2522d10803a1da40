package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/waiver"
	"hostwitness/schemas"
)

func catalogueLegs(t *testing.T) []schemas.Leg {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue.Legs()
}

// soundWaivers is a file that is read, with what YAML lets people write.
const soundWaivers = `# what we know of
waivers:
  - leg: 0236.host-event.envelope
    rule: timestamp
    reason: >-
      The old formatter
      goes with the queue.
    issue: "HOST-12"
    expires: 2030-02-28
  - {leg: '0250.resume-backlog', reason: known, expires: "2026-03-01"}
`

func TestWaiversFileIsRead(t *testing.T) {
	got, err := parseWaivers("w.yaml", []byte(soundWaivers), catalogueLegs(t), "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	want := []waiver.Waiver{
		{Leg: "0236.host-event.envelope", Rule: "timestamp", Reason: "The old formatter goes with the queue.", Issue: "HOST-12", Expires: "2030-02-28"},
		{Leg: "0250.resume-backlog", Reason: "known", Expires: "2026-03-01"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("waivers (-want +got):\n%s", diff)
	}
}

func TestEmptyListIsNoWaiver(t *testing.T) {
	got, err := parseWaivers("w.yaml", []byte("waivers: []\n"), catalogueLegs(t), "2026-03-01")
	if err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// badWaivers are files that are refused, each with the one line that says where and what to write.
func badWaivers() map[string][2]string {
	entry := func(members ...string) string { return "waivers:\n  - " + strings.Join(members, "\n    ") + "\n" }
	const leg, reason, expires = "leg: 0250.resume-backlog", "reason: known", "expires: 2030-01-01"
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	return map[string][2]string{
		"nothing":                          {"", "w.yaml: the file is empty; write `waivers: []` where there is no waiver"},
		"a comment alone":                  {"# nothing\n", "w.yaml: the file is empty; write `waivers: []` where there is no waiver"},
		"a text":                           {"known\n", "w.yaml:1:1: the file is a string, but must be an object; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		"a list alone":                     {"- leg: 0250.resume-backlog\n", "w.yaml:1:1: the file is an array, but must be an object; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		"no list":                          {"waivers:\n", "w.yaml:1:1: waivers is null, but must be an array; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		"another key":                      {"waiver: []\n", "w.yaml:1:1: \"waiver\" must not be there: the members of this object are waivers; write `waivers:` and under it a list, each entry with leg, reason and expires (and 1 more)"},
		"an entry that is text":            {"waivers:\n  - 0250.resume-backlog\n", "w.yaml:2:5: waiver 1 is a string, but must be an object; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		"an entry that is empty":           {"waivers:\n  -\n", "w.yaml:2:4: waiver 1 is null, but must be an object; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		"an unknown key":                   {entry(leg, reason, "expiry: 2030-01-01", expires), `w.yaml:4:5: waiver 1: "expiry" must not be there: the members of this object are expires, issue, leg, reason, rule`},
		"a key with a slash":               {entry(leg, reason, "a/b~c: x", expires), `w.yaml:4:5: waiver 1: "a/b~c" must not be there: the members of this object are expires, issue, leg, reason, rule`},
		"a key with an escape":             {entry(leg, reason, `"\e[2J\n": x`, expires), `w.yaml:4:5: waiver 1: "\x1b[2J\n" must not be there: the members of this object are expires, issue, leg, reason, rule`},
		"a key in the root with an escape": {"\"\\e[2J\": x\nwaivers: []\n", `w.yaml:1:1: "\x1b[2J" must not be there: the members of this object are waivers; write ` + "`waivers:` and under it a list, each entry with leg, reason and expires"},
		"a key with an anchor":             {entry("&a "+leg, reason, expires), "w.yaml:2:5: a key must be a plain word"},
		"no leg":                           {entry(reason, expires), "w.yaml:2:5: waiver 1: leg is missing; write the exact id of a leg, see `hostwitness list`"},
		"no reason":                        {entry(leg, expires), "w.yaml:2:5: waiver 1: reason is missing; write why this failure is accepted"},
		"no day":                           {entry(leg, reason), "w.yaml:2:5: waiver 1: expires is missing; write the last day on which the waiver holds, as in 2030-12-31"},
		"a leg that is a number":           {entry("leg: 0250", reason, expires), "w.yaml:2:5: waiver 1: leg is the number 168, but must be a string; write the exact id of a leg, see `hostwitness list`"},
		"a leg that is a list":             {entry("leg: [0250.resume-backlog]", reason, expires), "w.yaml:2:5: waiver 1: leg is an array, but must be a string; write the exact id of a leg, see `hostwitness list`"},
		"a rule that is true":              {entry(leg, "rule: true", reason, expires), "w.yaml:3:5: waiver 1: rule is a boolean, but must be a string; write the id of a rule of the leg, or leave it out to waive the whole leg"},
		"an empty rule":                    {entry(leg, "rule:", reason, expires), "w.yaml:3:5: waiver 1: rule is null, but must be a string; write the id of a rule of the leg, or leave it out to waive the whole leg"},
		"an empty reason":                  {entry(leg, `reason: ""`, expires), `w.yaml:3:5: waiver 1: reason is "", which is not a text that says something; write why this failure is accepted`},
		"a reason left out":                {entry(leg, "reason:", expires), "w.yaml:3:5: waiver 1: reason is null, but must be a string; write why this failure is accepted"},
		"a blank reason":                   {entry(leg, `reason: " \t "`, expires), `w.yaml:3:5: waiver 1: reason is " \t ", which is not a text that says something; write why this failure is accepted`},
		"a reason of dots":                 {entry(leg, `reason: "..."`, expires), `w.yaml:3:5: waiver 1 ("0250.resume-backlog"): reason says nothing; write why this failure is accepted`},
		"an unseen reason":                 {entry(leg, `reason: "\u200b"`, expires), `w.yaml:3:5: waiver 1 ("0250.resume-backlog"): reason says nothing; write why this failure is accepted`},
		"an issue that is a map":           {entry(leg, reason, "issue: {url: x}", expires), "w.yaml:4:5: waiver 1: issue is an object, but must be a string; write where the mending is tracked, or leave it out"},
		"a past day":                       {entry(leg, reason, "expires: 2026-02-28"), `w.yaml:4:5: waiver 1 ("0250.resume-backlog"): expires 2026-02-28 is past, today is 2026-03-01 in UTC; mend the failure and delete the waiver, or accept it anew with a later day`},
		"a word for a day":                 {entry(leg, reason, "expires: never"), `w.yaml:4:5: waiver 1: expires is "never", which is not a day (YYYY-MM-DD); write the last day on which the waiver holds, as in 2030-12-31`},
		"a moment for a day":               {entry(leg, reason, "expires: 2030-01-01T00:00:00Z"), `w.yaml:4:5: waiver 1: expires is "2030-01-01T00:00:00Z", which is not a day (YYYY-MM-DD); write the last day on which the waiver holds, as in 2030-12-31`},
		"a short day":                      {entry(leg, reason, "expires: 2030-1-1"), `w.yaml:4:5: waiver 1: expires is "2030-1-1", which is not a day (YYYY-MM-DD); write the last day on which the waiver holds, as in 2030-12-31`},
		"no such day":                      {entry(leg, reason, "expires: 2030-02-30"), `w.yaml:4:5: waiver 1: expires is "2030-02-30", which is not a day (YYYY-MM-DD); write the last day on which the waiver holds, as in 2030-12-31`},
		"a year":                           {entry(leg, reason, "expires: 2030"), `w.yaml:4:5: waiver 1: expires is the number 2030, but must be a string; write the last day on which the waiver holds, as in 2030-12-31`},
		"an unknown leg":                   {entry("leg: 0250.resume-blacklog", reason, expires), `w.yaml:2:5: waiver 1 ("0250.resume-blacklog"): leg "0250.resume-blacklog" is none of the catalogue, and a waiver names one leg exactly; did you mean 0250.resume-backlog?`},
		"a pattern":                        {entry("leg: '0250.*'", reason, expires), "w.yaml:2:5: waiver 1 (\"0250.*\"): leg \"0250.*\" is none of the catalogue, and a waiver names one leg exactly; see `hostwitness list`"},
		"an unknown rule":                  {entry(leg, "rule: complet", reason, expires), `w.yaml:3:5: waiver 1 ("0250.resume-backlog"): rule "complet" is none of leg 0250.resume-backlog; did you mean complete?`},
		"the same twice": {entry(leg, reason, expires) + "  - " + leg + "\n    " + reason + "\n    " + expires + "\n",
			`w.yaml:5:5: waiver 2 ("0250.resume-backlog"): waiver 1 excuses the same already; keep one of the two`},
		"a leg beside its rule": {entry(leg, "rule: order", reason, expires) + "  - " + leg + "\n    " + reason + "\n    " + expires + "\n",
			`w.yaml:6:5: waiver 2 ("0250.resume-backlog"): of this one and waiver 1 one excuses the whole leg and one a rule of it; keep the one that is meant`},
		"two faults, the later first in the alphabet": {entry(reason, leg, "expires: soon") + "host: x\n", `w.yaml:4:5: waiver 1: expires is "soon", which is not a day (YYYY-MM-DD); write the last day on which the waiver holds, as in 2030-12-31 (and 1 more)`},
		"a key twice":                 {entry(leg, reason, reason, expires), `w.yaml:4:5: the key "reason" stands here a second time; write it once`},
		"two documents":               {soundWaivers + "---\n" + soundWaivers, "w.yaml:11:1: a second YAML document begins; write one"},
		"a broken document behind":    {soundWaivers + "---\n[", "w.yaml:12:1: this is no YAML: did not find expected node content"},
		"an alias":                    {"waivers:\n  - &a {leg: 0250.resume-backlog, reason: known, expires: 2030-01-01}\n  - *a\n", "w.yaml:2:5: an anchor (&) or alias (*) stands here; write every value where it is meant"},
		"an alias of a text":          {entry("leg: *x", reason, expires), "w.yaml:2:10: an alias (*) stands here for an anchor that is nowhere; write every value where it is meant"},
		"a merged key":                {"x: &x {reason: known}\nwaivers:\n  - <<: *x\n", "w.yaml:1:4: an anchor (&) or alias (*) stands here; write every value where it is meant"},
		"a merged map":                {"waivers:\n  - <<: {reason: known}\n", "w.yaml:2:5: a key must be a plain word"},
		"a key that is a map":         {"waivers:\n  - ? {a: b}\n    : c\n", "w.yaml:2:7: a key must be a plain word"},
		"a key that is a number":      {"1: x\n", "w.yaml:1:1: a key must be a plain word"},
		"an unknown tag":              {entry(leg, "reason: !secret x", expires), `w.yaml:3:13: the tag "!secret" is not known here; leave it out`},
		"binary":                      {entry(leg, "reason: !!binary a25vd24=", expires), `w.yaml:3:13: the tag "!!binary" is not known here; leave it out`},
		"a set":                       {entry(leg, "reason: !!set {a}", expires), `w.yaml:3:13: the tag "!!set" is not known here; leave it out`},
		"a map called text":           {entry(leg, "reason: !!str {a: b}", expires), `w.yaml:3:13: the tag "!!str" is not known here; leave it out`},
		"a number called so":          {entry(leg, "reason: !!int known", expires), `w.yaml:3:13: "known" cannot be read; write it in quotes where it is a text`},
		"no number":                   {entry(leg, "reason: .nan", expires), `w.yaml:3:13: ".nan" is no number; write it in quotes where it is a text`},
		"too many values":             {"waivers:\n" + strings.Repeat("  -\n", 5000), "w.yaml:5000:4: here are more than 5000 values; nothing here needs so many"},
		"too deep":                    {"waivers: " + deep + "\n", "w.yaml:1:42: values lie deeper in each other than 32; nothing here is so deep"},
		"deeper than a library bears": {"waivers: " + strings.Repeat("[", 100_000) + "\n", "w.yaml:1:1: this is no YAML: exceeded max depth of 10000"},
		"a tab":                       {"waivers:\n\t- leg: x\n", "w.yaml:2:1: this is no YAML: found character that cannot start any token"},
		"an open quote":               {"waivers: \"\n", "w.yaml:2:1: this is no YAML: found unexpected end of stream"},
		"no UTF-8":                    {"waivers: [\xff]\n", "w.yaml:1:11: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters"},
		"UTF-16":                      {"\xff\xfew\x00", "w.yaml:1:1: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters"},
		"a control byte":              {"waivers: [\x1b]\n", "w.yaml:1:11: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters"},
	}
}

func TestBadWaiversFilesAreRefused(t *testing.T) {
	legs := catalogueLegs(t)
	for name, test := range badWaivers() {
		t.Run(name, func(t *testing.T) {
			waivers, err := parseWaivers("w.yaml", []byte(test[0]), legs, "2026-03-01")
			if err == nil {
				t.Fatalf("read as %+v", waivers)
			}
			if got := oneLine(err); got != test[1] {
				t.Errorf("refused by\n%s\nwant\n%s", got, test[1])
			}
		})
	}
}

// FuzzWaiversFile shows that no bytes make the reader panic or hang, that what it refuses it refuses in one printable line, and
// that what it takes stands the checks once more.
func FuzzWaiversFile(f *testing.F) {
	f.Add([]byte(soundWaivers))
	for _, bad := range badWaivers() {
		f.Add([]byte(bad[0]))
	}
	catalogue, err := schemas.Catalogue()
	if err != nil {
		f.Fatal(err)
	}
	const day = "2026-03-01"
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > waiversBytes {
			return
		}
		waivers, err := parseWaivers("w.yaml", text, catalogue.Legs(), day)
		if err != nil {
			line := oneLine(err)
			if !strings.HasPrefix(line, "w.yaml") || len(line) > 2000 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("refused by %q", line)
			}
			return
		}
		if problems := waiver.Check(waivers, catalogue.Legs(), day); len(problems) > 0 {
			t.Errorf("taken, though %v", problems)
		}
	})
}

// working makes a folder the working one and gives an environment on a day, with what it says on stderr.
func working(t *testing.T, now time.Time) (Environment, *bytes.Buffer) {
	t.Helper()
	t.Chdir(t.TempDir())
	var said bytes.Buffer
	return Environment{Out: io.Discard, Err: &said, Now: func() time.Time { return now }}, &said
}

func TestWaiversAreFound(t *testing.T) {
	legs := catalogueLegs(t)
	march := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	put := func(t *testing.T, name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name    string
		arrange func(t *testing.T)
		options runOptions
		want    int    // waivers
		refused string // "": not
	}{
		{"none there", func(*testing.T) {}, runOptions{waivers: waiversFile}, 0, ""},
		{"there", func(t *testing.T) { put(t, waiversFile, soundWaivers) }, runOptions{waivers: waiversFile}, 2, ""},
		{"there and none wanted", func(t *testing.T) { put(t, waiversFile, "broken: [") }, runOptions{waived: true}, 0, ""},
		{"named", func(t *testing.T) { put(t, "known", soundWaivers) }, runOptions{waivers: "known", waived: true}, 2, ""},
		{"named and not there", func(*testing.T) {}, runOptions{waivers: "known", waived: true}, 0, "read the waivers: stat known: no such file or directory; give another file with --waivers, or --waivers '' for none"},
		{"named by the default and not there", func(*testing.T) {}, runOptions{waivers: waiversFile, waived: true}, 0, "read the waivers: stat waivers.yaml: no such file or directory; give another file with --waivers, or --waivers '' for none"},
		{"there and broken", func(t *testing.T) { put(t, waiversFile, "waivers: {}") }, runOptions{waivers: waiversFile}, 0, "waivers.yaml:1:1: waivers is an object, but must be an array; write `waivers:` and under it a list, each entry with leg, reason and expires"},
		{"a folder", func(t *testing.T) { mustDo(t, os.Mkdir(waiversFile, 0o755)) }, runOptions{waivers: waiversFile}, 0, "read the waivers: waivers.yaml is no regular file; give another file with --waivers, or --waivers '' for none"},
		{"a pipe that nobody writes to", func(t *testing.T) { mustDo(t, syscall.Mkfifo(waiversFile, 0o644)) }, runOptions{waivers: waiversFile}, 0, "read the waivers: waivers.yaml is no regular file; give another file with --waivers, or --waivers '' for none"},
		{"a device without end", func(t *testing.T) { mustDo(t, os.Symlink("/dev/zero", waiversFile)) }, runOptions{waivers: waiversFile}, 0, "read the waivers: waivers.yaml is no regular file; give another file with --waivers, or --waivers '' for none"},
		{"a link that leads nowhere", func(t *testing.T) { mustDo(t, os.Symlink("nowhere", waiversFile)) }, runOptions{waivers: waiversFile}, 0, "read the waivers: stat waivers.yaml: no such file or directory; give another file with --waivers, or --waivers '' for none"},
		{"a link", func(t *testing.T) { put(t, "known", soundWaivers); mustDo(t, os.Symlink("known", waiversFile)) }, runOptions{waivers: waiversFile}, 2, ""},
		{"the longest", func(t *testing.T) {
			put(t, waiversFile, soundWaivers+strings.Repeat("#", waiversBytes-len(soundWaivers)))
		}, runOptions{waivers: waiversFile}, 2, ""},
		{"too long", func(t *testing.T) {
			put(t, waiversFile, soundWaivers+strings.Repeat("#", waiversBytes-len(soundWaivers)+1))
		}, runOptions{waivers: waiversFile}, 0, "read the waivers: waivers.yaml:11:261882: the file is longer than 256 KiB, which no list of waivers needs; give another file with --waivers, or --waivers '' for none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			environment, said := working(t, march)
			test.arrange(t)
			waivers, err := readWaivers(environment, test.options, legs)
			if (err == nil) != (test.refused == "") || err != nil && (oneLine(err) != test.refused || codeOf(err) != exitUsage) {
				t.Fatalf("the error is %v (exit %d), want %q", err, codeOf(err), test.refused)
			}
			if len(waivers) != test.want {
				t.Errorf("%d waivers, want %d", len(waivers), test.want)
			}
			prepared{options: test.options, waivers: waivers}.tellWaivers(environment)
			want := ""
			if test.want > 0 {
				want = "hostwitness: 2 waivers are in force, from " + test.options.waivers + ", and a run with waivers never certifies; --waivers '' runs without\n"
			}
			if said.String() != want {
				t.Errorf("said %q, want %q", said, want)
			}
		})
	}
}

func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The day is that of the run, in UTC: a waiver holds on its last day and not a second longer.
func TestWaiverHoldsThroughItsLastDay(t *testing.T) {
	legs := catalogueLegs(t)
	for moment, holds := range map[time.Time]bool{
		time.Date(2026, 3, 1, 23, 59, 59, 999, time.UTC):                     true,
		time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC):                          false,
		time.Date(2026, 3, 2, 1, 0, 0, 0, time.FixedZone("east", 2*60*60)):   true,
		time.Date(2026, 3, 1, 23, 0, 0, 0, time.FixedZone("west", -2*60*60)): false,
	} {
		environment, _ := working(t, moment)
		mustDo(t, os.WriteFile(filepath.Clean(waiversFile), []byte(soundWaivers), 0o644))
		_, err := readWaivers(environment, runOptions{waivers: waiversFile}, legs)
		if (err == nil) != holds {
			t.Errorf("at %v: %v", moment, err)
		}
	}
}
