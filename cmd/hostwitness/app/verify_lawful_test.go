package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
	"hostwitness/reports/waiver"
)

// lawful is evidence that nothing is against, and what a run of it says.
type lawful struct {
	making making
	code   int // of the run
}

// lawfulRuns are the kinds of run that leave evidence, whatever they came to.
func lawfulRuns(t *testing.T, key signing.Private) map[string]lawful {
	t.Helper()
	convictedHost, err := find("sabotage", "resume-inclusive", "", sabotage.All())
	check(t, err)
	run := func(id string, change func(*runOptions)) making {
		made := making{key: &key, options: change}
		if id != "" {
			made.double, err = find("variant", id, "", variant.All())
			check(t, err)
		}
		return made
	}
	little := func(o *runOptions) { o.only = []string{convicted} }
	failing := making{key: &key, double: convictedHost, options: little}
	waived := failing
	waived.waivers = []waiver.Waiver{{Leg: convicted, Rule: "cursor-excluded", Reason: "mended <soon> & \"well\"\n\u202e", Expires: "2000-02-01"}}
	interrupted := run("", nil)
	interrupted.interrupt = true
	return map[string]lawful{
		"of a host that passes":       {run("", func(o *runOptions) { o.certify = true }), exitPassed},
		"of a host that fails":        {failing, exitFailed},
		"of a failure that is waived": {waived, exitPassed},
		"of an interrupted run":       {interrupted, exitInterrupted},
		"of a run whose time was up": {run("deliveries-slow", func(o *runOptions) {
			o.only = []string{"0236.webhook.*"}
			o.settle, o.timeout = 500*time.Millisecond, 1500*time.Millisecond
		}), exitIncomplete},
		"of a few legs":                   {run("", func(o *runOptions) { o.only, o.skip = []string{"0236.*"}, []string{"0236.shape"} }), exitPassed},
		"of a run with demands":           {run("without-replay", func(o *runOptions) { o.only, o.require = []string{"0250.*"}, []string{"0250.*"} }), exitFailed},
		"with what others caused":         {run("busy", func(o *runOptions) { little(o); o.keepForeign = true }), exitPassed},
		"of a host under a base path":     {run("under-a-base-path", little), exitPassed},
		"of a host without host events":   {run("without-host-events", nil), exitPassed},
		"of a host whose build has no id": {run("", func(o *runOptions) { little(o); o.buildKind, o.buildID = "", "" }), exitPassed},
		"of a build named by a commit":    {run("without-host-events", func(o *runOptions) { o.buildKind, o.buildID = bundle.BuildCommit, "0123abc" }), exitPassed},
	}
}

// TestLawfulEvidenceIsAccepted verifies evidence of every kind of run, in a
// folder and packed. What the run says of the host is beside the answers.
func TestLawfulEvidenceIsAccepted(t *testing.T) {
	key := newKey(t, "release-key")
	own := testKeys() // the verifier ran the run himself, in the same environment
	own[variableSigningKey] = privateText(t, key)
	verifier, err := newVerifier(environmentOf(own, nil, nil), trust{
		Trust: bundle.Trust{Pinned: []signing.Public{newKey(t, "another").Public(), key.Public()}},
	})
	check(t, err)
	for name, lawful := range lawfulRuns(t, key) {
		t.Run(name, func(t *testing.T) {
			made, code := lawful.making.evidence(t)
			if code != lawful.code {
				t.Errorf("the run exits with %d, want %d", code, lawful.code)
			}
			packed := filepath.Join(t.TempDir(), "evidence.tar")
			check(t, os.WriteFile(packed, made.packed(t), 0o600))
			for _, path := range []string{made.write(t), packed} {
				seen := verifyBy(t, verifier, path)
				seen.mustHold(t, exitPassed, bundle.Yes)
				if claimed := seen.outcome.Run; claimed.ExitCode == nil || *claimed.ExitCode != lawful.code {
					t.Errorf("the run is said to exit otherwise than with %d", lawful.code)
				}
				if got := seen.outcome.Run.Certified; got != lawful.making.certifies() {
					t.Errorf("that it certifies is %v", got)
				}
			}
		})
	}
}

func (m making) certifies() bool {
	var options runOptions
	if m.options != nil {
		m.options(&options)
	}
	return options.certify
}

// mustHold holds a verification to an exit code and the answer about the
// signature; the two others are yes and nothing is refused.
func (v verified) mustHold(t *testing.T, code int, signature string) {
	t.Helper()
	if v.code != code || len(v.refusals()) > 0 {
		t.Errorf("exit code %d, want %d; %v %s", v.code, code, v.refusals(), v.errors)
	}
	for name, want := range map[string]string{"signature": signature, "integrity": bundle.Yes, "verdicts": bundle.Yes} {
		if got := v.holds()[name]; got != want {
			t.Errorf("the %s is %q, want %q", name, got, want)
		}
	}
}

// TestWhoseEvidenceIs verifies one evidence by everything that a verifier can
// bring, signed by nobody, by one and by two.
func TestWhoseEvidenceIs(t *testing.T) {
	first, second, stranger := newKey(t, "first"), newKey(t, "second"), newKey(t, "stranger")
	bare, err := find("variant", "without-host-events", "", variant.All())
	check(t, err)
	signed, _ := making{double: bare, key: &first}.evidence(t)
	unsigned, _ := making{double: bare}.evidence(t)
	twice := readFolder(t, countersigned(t, signed, second))
	tests := []struct {
		name   string
		made   files
		flags  []string
		code   int
		answer string
		told   refusal.Name
	}{
		{"unsigned, nothing given", unsigned, nil, exitIncomplete, bundle.Unknown, refusal.SignatureMissing},
		{"unsigned, a document given", unsigned, publishing(t, first), exitIncomplete, bundle.Unknown, refusal.SignatureMissing},
		{"signed, nothing given", signed, nil, exitIncomplete, bundle.Unknown, refusal.NoDiscovery},
		{"signed, not published", signed, publishing(t, stranger), exitIncomplete, bundle.Unknown, refusal.KeyNotPublished},
		{"signed, published", signed, publishing(t, stranger, first), exitPassed, bundle.Yes, ""},
		{"signed, pinned", signed, pinning(t, first), exitPassed, bundle.Yes, ""},
		{"signed, pinned and not published", signed, append(pinning(t, first), publishing(t, stranger)...), exitPassed, bundle.Yes, ""},
		{"countersigned, nothing given", twice, nil, exitIncomplete, bundle.Unknown, refusal.NoDiscovery},
		{"countersigned, the first pinned", twice, pinning(t, first), exitPassed, bundle.Yes, ""},
		{"countersigned, the second pinned", twice, pinning(t, second), exitPassed, bundle.Yes, ""},
		{"countersigned, both pinned", twice, pinning(t, second, first), exitPassed, bundle.Yes, ""},
		{"countersigned, the second published", twice, publishing(t, second), exitPassed, bundle.Yes, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			seen := verifyEvidence(t, nil, test.made.write(t), test.flags...)
			seen.mustHold(t, test.code, test.answer)
			told := false
			for _, notice := range seen.outcome.Signature.Notices {
				told = told || notice.Name == test.told
			}
			if test.told != "" && !told {
				t.Errorf("told %v, want %s", seen.outcome.Signature.Notices, test.told)
			}
		})
	}
}

// countersigned adds the signature of a second party, by the real command.
func countersigned(t *testing.T, made files, key signing.Private) string {
	t.Helper()
	folder := made.write(t)
	var errors bytes.Buffer
	environment := environmentOf(map[string]string{variableSigningKey: privateText(t, key)}, io.Discard, &errors, "countersign", folder)
	if code := Main(environment); code != exitPassed {
		t.Fatalf("countersign exits with %d: %s", code, errors.String())
	}
	return folder
}

func pinning(t *testing.T, keys ...signing.Private) []string {
	t.Helper()
	return []string{"--pin", pinFile(t, keys...)}
}

// publishing writes a discovery document with the keys.
func publishing(t *testing.T, keys ...signing.Private) []string {
	t.Helper()
	entries := make([][]byte, len(keys))
	for k, key := range keys {
		entry, err := key.Public().Entry()
		check(t, err)
		entries[k] = entry
	}
	name := filepath.Join(t.TempDir(), "openwop.json")
	check(t, os.WriteFile(name, []byte(`{"signingKeys":[`+string(bytes.Join(entries, []byte(",")))+`]}`), 0o600))
	return []string{"--discovery", name}
}

// TestEvidenceInOtherPlaces verifies what an honest operator does with a folder.
func TestEvidenceInOtherPlaces(t *testing.T) {
	key := newKey(t, "release-key")
	bare, err := find("variant", "without-host-events", "", variant.All())
	check(t, err)
	made, _ := making{double: bare, key: &key}.evidence(t)
	folder := made.write(t)
	for name, path := range map[string]func() string{
		"with a slash": func() string { return folder + "/" },
		"through a link": func() string {
			name := filepath.Join(t.TempDir(), "latest")
			check(t, os.Symlink(folder, name))
			return name
		},
		"by a detour":        func() string { return filepath.Join(folder, "..", filepath.Base(folder)) + "/." },
		"packed, and a link": func() string { return packedLink(t, made) },
		"read only": func() string {
			folder := made.write(t)
			for _, name := range made.names() {
				check(t, os.Chmod(filepath.Join(folder, name), 0o400))
			}
			check(t, os.Chmod(folder, 0o500))
			return folder
		},
	} {
		t.Run(name, func(t *testing.T) {
			verifyEvidence(t, nil, path(), pinning(t, key)...).mustHold(t, exitPassed, bundle.Yes)
		})
	}
}

func packedLink(t *testing.T, made files) string {
	t.Helper()
	folder := t.TempDir()
	check(t, os.WriteFile(filepath.Join(folder, "1.tar"), made.packed(t), 0o600))
	check(t, os.Symlink("1.tar", filepath.Join(folder, "latest.tar")))
	return filepath.Join(folder, "latest.tar")
}
