package reports

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"hostwitness/judges"
)

func draftOf(t interface{ Fatalf(string, ...any) }, report Report) (string, int) {
	var out bytes.Buffer
	entries, err := WriteWaiversDraft(&out, report, "2026-03-31")
	if err != nil {
		t.Fatalf("draft: %v", err)
	}
	return out.String(), entries
}

// A draft has an entry for each violated rule, once, and tells of each what was wrong and what was said of it before.
func TestDraftNamesEveryViolatedRuleOnce(t *testing.T) {
	report := waivedView(t).Report
	envelope := &report.Legs[1]
	envelope.Findings = append(envelope.Findings, finding("order", judges.Violated, "and once more", 9), finding("payload", judges.Unproven, "none came"))
	got, entries := draftOf(t, report)
	want := `# What failed at https://host.example/api on 2026-03-01T10:00:00Z, as hostwitness 0.1.0 found it.
# Write a reason into every entry, or delete it: until then the file is refused. A waiver changes the
# exit code of a run and nothing else.
waivers:

  # D3 came before D2
  - leg: 0236.host-event.envelope
    rule: order
    reason: ""
    expires: 2026-03-31

  # the timestamp has no offset
  - leg: 0236.host-event.envelope
    rule: timestamp
    reason: ""
    expires: 2026-03-31

  # the frame of E1 has an empty id field
  # Waived in that run until 2026-07-31: the library writes the field
  - leg: 0236.ephemeral.no-resume
    rule: no-id-field
    reason: ""
    expires: 2026-03-31
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the draft (-want +got):\n%s", diff)
	}
	if entries != 3 {
		t.Errorf("%d entries, want 3", entries)
	}
}

// A failure whose report shows no rule is drafted as a whole.
func TestDraftOfAFailureWithoutARule(t *testing.T) {
	report := waivedView(t).Report
	report.Legs = report.Legs[1:2]
	report.Legs[0].Findings = nil
	got, entries := draftOf(t, report)
	if entries != 1 || strings.Contains(got, "rule:") || !strings.Contains(got, "  # order: D3 came before D2\n  - leg: 0236.host-event.envelope\n    reason: \"\"\n") {
		t.Errorf("%d entries:\n%s", entries, got)
	}
}

func TestDraftOfNoFailureIsNothing(t *testing.T) {
	for name, view := range map[string]View{"passing": passingView(t), "no-event": noEventView(t), "unjudged": unjudgedView(t)} {
		if got, entries := draftOf(t, view.Report); got != "" || entries != 0 {
			t.Errorf("%s: %d entries:\n%s", name, entries, got)
		}
	}
}

func TestDraftThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left")
	if _, err := WriteWaiversDraft(failingWriter{full}, waivedView(t).Report, "2026-03-31"); !errors.Is(err, full) {
		t.Errorf("the error is %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// draftLines is every line that a draft can have: nothing of a host stands anywhere but in a comment or in a scalar.
var draftLines = regexp.MustCompile(`^(?:|waivers:|(?:  )?# .*|  - leg: \S.*|    rule: \S.*|    reason: ""|    expires: 2026-03-31)$`)

// No text that a host can put into a report ends a comment or adds to what the file says, whatever characters it has.
func TestDraftOfHostileTextSaysNothingMore(t *testing.T) {
	check := func(t interface {
		Fatalf(string, ...any)
	}, report Report, entries int) {
		text, count := draftOf(t, report)
		if count != entries {
			t.Fatalf("%d entries, want %d", count, entries)
		}
		for line := range strings.Lines(text) {
			if !draftLines.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Fatalf("the line %q is none of a draft", line)
			}
			for _, r := range line {
				if r != '\n' && (r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0x202e) {
					t.Fatalf("the line %q has the character %U", line, r)
				}
			}
		}
		var file struct {
			Waivers []map[string]string `yaml:"waivers"`
		}
		if err := yaml.Unmarshal([]byte(text), &file); err != nil {
			t.Fatalf("the draft is no YAML: %v\n%s", err, text)
		}
		if len(file.Waivers) != entries {
			t.Fatalf("the file has %d waivers, want %d:\n%s", len(file.Waivers), entries, text)
		}
		for _, one := range file.Waivers {
			for member := range one {
				if !strings.Contains(" leg rule reason expires ", " "+member+" ") {
					t.Fatalf("a waiver has the member %q:\n%s", member, text)
				}
			}
			if one["reason"] != "" {
				t.Fatalf("a waiver has the reason %q", one["reason"])
			}
		}
	}
	check(t, hostileView(t).Report, 3)
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"\n  - leg: x\n    reason: y\n", "\r", "\u0085- leg: x", "\u2028", "\u2029", "\x00", "\x1b[31m", "# ", ": ", "'", "\"", "\\", "&a ", "*a", "<<: ", "!!str ", "---", "...", "%YAML 1.2", "null", "true", "~", "0x1f", "2026-01-01", "|", ">", "@", "`", "{", "]", "\xff", "\U0010ffff"}),
		)
		text := func(label string) string {
			return strings.Join(rapid.SliceOfN(piece, 1, 5).Draw(t, label), "") + "." // an id or a message is never blank
		}
		report := Report{Host: Host{URL: text("url")}, Suite: Suite{Name: text("suite"), Version: text("version")}, StartedAt: text("started")}
		report.Legs = []Leg{{ID: text("leg"), Result: judges.Fail, Findings: []judges.Finding{finding(text("rule"), judges.Violated, text("message"))},
			Waived: []Waiver{{Reason: text("reason"), Issue: text("issue"), Expires: text("expires")}}}}
		check(t, report, 1)
	})
}
