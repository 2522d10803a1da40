package app

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
	"hostwitness/reports/waiver"
)

// leastDamages is how many ways to damage evidence are tried at least.
const leastDamages = 60

// damage is one way to damage evidence, and how it must be refused.
type damage struct {
	name string
	of   string                                 // which evidence of the rig, "small" where it does not matter
	with string                                 // which other evidence is at hand, else another run like it
	do   func(*forgery)                         // changes the files
	put  func(t testing.TB, folder string)      // changes the folder that they are written to
	pack func(packed []byte, f *forgery) []byte // changes the one file that they are packed into

	want []refusal.Name // these, and no others where not more
	more bool
	yes  []string // answers that the damage leaves untouched
	code int      // 1 where it does not say otherwise
	open bool     // the verifier pins nothing
}

// damageRig is the evidence that is damaged: made once by real runs.
type damageRig struct {
	right, wrong, second signing.Private
	pin                  string
	pinning, trusting    bundle.Verifier // one that pins the right key, and one that pins nothing
	made                 map[string]files
}

// newDamageRig makes evidence of the kinds, of all where none is named.
func newDamageRig(t *testing.T, kinds ...string) *damageRig {
	t.Helper()
	var err error
	rig := &damageRig{
		right: newKey(t, "release-key"), wrong: newKey(t, "other-key"), second: newKey(t, "second-party"), made: map[string]files{},
	}
	rig.pin = pinFile(t, rig.right)
	environment := environmentOf(credentialsOfVerifier(), nil, nil)
	rig.trusting, err = newVerifier(environment, trust{})
	check(t, err)
	rig.pinning = rig.trusting
	rig.pinning.Trust.Pinned = []signing.Public{rig.right.Public()}
	for name, making := range rig.makings(t) {
		if len(kinds) > 0 && !slices.Contains(kinds, name) {
			continue
		}
		made, code := making.evidence(t)
		if want := runCodes()[name]; code != want {
			t.Fatalf("the run of the evidence %q exits with %d, want %d", name, code, want)
		}
		rig.made[name] = made
	}
	return rig
}

// runCodes are the exit codes of the runs that do not pass.
func runCodes() map[string]int {
	return map[string]int{
		"small": exitIncomplete, "small again": exitIncomplete, "unsigned": exitIncomplete, "failing": exitFailed, "interrupted": exitInterrupted,
	}
}

// makings are the runs, by the name of the evidence that they leave.
func (r *damageRig) makings(t *testing.T) map[string]making {
	t.Helper()
	var broken, bare double.Double
	var err error
	if broken, err = find("sabotage", "resume-inclusive", "", sabotage.All()); err != nil {
		t.Fatal(err)
	}
	if bare, err = find("variant", "without-host-events", "", variant.All()); err != nil {
		t.Fatal(err)
	}
	excused := waiver.Waiver{Leg: "0250.resume-backlog", Rule: "cursor-excluded", Reason: "mended in the next release", Expires: "2000-02-01"}
	idle := waiver.Waiver{Leg: "0236.shape", Reason: "left out for now", Expires: "2000-02-01"}
	certify := func(o *runOptions) { o.certify = true }
	only := func(o *runOptions) {
		o.only, o.require = []string{"0250.resume-backlog", "0250.cursor-refused"}, []string{"0250.cursor-refused"}
	}
	little := func(o *runOptions) { o.skip = []string{"shapes"} } // and of the rest the host claims nothing
	return map[string]making{
		"small":       {double: bare, key: &r.right, options: little},
		"small again": {double: bare, key: &r.right, options: little},
		"unsigned":    {double: bare, options: little},
		"whole":       {key: &r.right, options: certify},
		"whole again": {key: &r.right, options: certify},
		"uncertified": {key: &r.right},
		"failing":     {double: broken, key: &r.right, options: only},
		"waived":      {double: broken, key: &r.right, options: only, waivers: []waiver.Waiver{excused, idle}},
		"narrowed":    {key: &r.right, options: only},
		"interrupted": {key: &r.right, interrupt: true},
	}
}

func (r *damageRig) forgery(t testing.TB, of, with string) *forgery {
	t.Helper()
	of = cmp.Or(of, "small")
	made, known := r.made[of]
	if !known {
		t.Fatalf("there is no evidence %q", of)
	}
	other := r.made[cmp.Or(with, of+" again")] // not every kind has another run like it
	return &forgery{TB: t, files: made.clone(), other: other, right: r.right, wrong: r.wrong}
}

// TestDamagedEvidenceIsRefused damages every file of real, signed evidence in
// every way that somebody could. Each is refused by its own name, says nothing
// against what it left whole, and none is accepted.
func TestDamagedEvidenceIsRefused(t *testing.T) {
	rig := newDamageRig(t)
	groups := map[string][]damage{
		"members": damagedMembers(), "folder": damagedFolder(), "manifest": damagedManifest(), "journal": damagedJournal(),
		"report": damagedReport(), "statement": damagedStatement(), "secrets": damagedSecrets(), "packed": damagedPack(),
		"unlawful": damagedLawfully(),
	}
	count := 0
	for group, damages := range groups {
		for _, damage := range damages {
			count++
			t.Run(group+"/"+damage.name, func(t *testing.T) {
				t.Parallel()
				damage.refused(t, rig)
			})
		}
	}
	if count < leastDamages {
		t.Errorf("%d ways to damage evidence are tried, want at least %d", count, leastDamages)
	}
	t.Logf("%d ways to damage evidence", count)
}

// refused damages evidence and holds the verification of it to what the damage
// says.
func (d damage) refused(t *testing.T, rig *damageRig) {
	t.Helper()
	seen := d.verify(t, rig)
	want := max(d.code, exitFailed)
	if seen.code != want {
		t.Errorf("exit code %d, want %d; %v %s", seen.code, want, seen.refusals(), seen.errors)
	}
	if len(seen.refusals()) == 0 && want == exitFailed {
		t.Errorf("refused without a name; %s", seen.errors)
	}
	names := map[refusal.Name]bool{}
	for _, refused := range seen.refusals() {
		names[refused.Name] = true
		if !d.more && !slices.Contains(d.want, refused.Name) {
			t.Errorf("refused by %s", refused)
		}
	}
	for _, name := range d.want {
		if !names[name] {
			t.Errorf("not refused by %s; %v %v", name, seen.refusals(), seen.errors)
		}
	}
	holds := seen.holds()
	for _, answer := range d.yes {
		if holds[answer] != bundle.Yes {
			t.Errorf("the %s is %q, want yes", answer, holds[answer])
		}
	}
}

// verify verifies the damaged evidence: by the real command where it may not
// even be found to be evidence.
func (d damage) verify(t *testing.T, rig *damageRig) verified {
	t.Helper()
	path := d.place(t, rig)
	switch {
	case d.open:
		return verifyBy(t, rig.trusting, path)
	case d.put == nil && d.pack == nil:
		return verifyBy(t, rig.pinning, path)
	}
	return verifyEvidence(t, credentialsOfVerifier(), path, "--pin", rig.pin)
}

// place puts the damaged evidence somewhere, and gives its path.
func (d damage) place(t testing.TB, rig *damageRig) string {
	t.Helper()
	f := rig.forgery(t, d.of, d.with)
	if d.do != nil {
		d.do(f)
	}
	if d.pack != nil {
		name := filepath.Join(t.TempDir(), "evidence.tar")
		if err := os.WriteFile(name, d.pack(f.files.packed(t), f), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	folder := f.files.write(t)
	if d.put != nil {
		d.put(t, folder)
	}
	return folder
}

// ownCredential is the verifier's own.
const ownCredential = "wop-live-4f2a9c/77+x=&'quoted'"

func credentialsOfVerifier() map[string]string {
	return map[string]string{variableFirst: ownCredential}
}

// every gives the names of all files that evidence has.
func every() []string {
	return strings.Fields("journal.jsonl junit.xml manifest.json report.html report.json statement.dsse.json summary.md")
}
