package app

import (
	"bytes"
	"testing"
	"unicode"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
)

// TestVerifyPrintsNoBytesThatATerminalObeys verifies evidence whose every text
// is made to be obeyed, in both formats.
func TestVerifyPrintsNoBytesThatATerminalObeys(t *testing.T) {
	const hostile = "\x1b[2J\x1b]0;x\x07\u009b31m\u202eevil\u2028\r\n\x00"
	rig := newDamageRig(t, "failing", "small again")
	for name, change := range map[string]func(*forgery){
		"report": func(f *forgery) {
			f.edit(func(r *reports.Report) {
				r.Suite.Name, r.Suite.Version, r.Host.URL, r.Host.Name, r.StartedAt = hostile, hostile, hostile, hostile, hostile
				r.Host.Build.Kind, r.Host.Build.ID, r.Discovery.URL = hostile, hostile, hostile
				for k := range r.Legs {
					r.Legs[k].ID, r.Legs[k].Requirement, r.Legs[k].Reason, r.Legs[k].Scenario = hostile, hostile, hostile, hostile
				}
				r.Waivers = []waiver.Matched{{Waiver: waiver.Waiver{Leg: hostile}}}
			})
		},
		"manifest": func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) {
				m.Run.ID, m.Suite.Build, m.Host.URL, m.NotMeasured = hostile, hostile, hostile, []string{hostile}
				m.Narrowed.Waivers = []waiver.Waiver{{Leg: hostile, Reason: hostile}}
			})
		},
		"manifest's names":  func(f *forgery) { f.manifest(func(m *bundle.Manifest) { m.Files[0].Name = hostile }) },
		"manifest's format": func(f *forgery) { f.manifest(func(m *bundle.Manifest) { m.Format = hostile }) },
		"a newer format": func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { m.Format, m.ReadBy = "hostwitness-evidence/2", hostile })
		},
		"journal":            func(f *forgery) { f.files[bundle.JournalFile] = []byte(hostile + "\n") },
		"no statement's key": signatures(func(s []dsse.Signature) []dsse.Signature { s[0].KeyID = hostile; return s }),
		"the payload's type": func(f *forgery) { f.envelope(func(e *dsse.Envelope) { e.PayloadType = hostile }) },
		"the subject": func(f *forgery) {
			f.payload(&f.right, func(s map[string]any) {
				s["subject"].([]any)[0].(map[string]any)["digest"] = map[string]any{"sha256": hostile}
			})
		},
		"a file's name": func(f *forgery) { f.files["\x1b[2J\u009b\u202e\n.json"] = []byte("{}") },
	} {
		t.Run(name, func(t *testing.T) {
			f := rig.forgery(t, "failing", "")
			change(f)
			folder := f.files.write(t)
			for _, format := range []string{"text", "json"} {
				var out, errors bytes.Buffer
				if code := Main(environmentOf(nil, &out, &errors, "verify", folder, "--pin", rig.pin, "--format", format)); code != exitFailed {
					t.Errorf("exit code %d, want %d", code, exitFailed)
				}
				for at, r := range out.String() + errors.String() {
					if r != '\n' && !unicode.IsPrint(r) {
						t.Fatalf("%s prints %U at byte %d: %q", format, r, at, out.String()[max(0, at-40):])
					}
				}
			}
		})
	}
	f := rig.forgery(t, "failing", "")
	f.files["\x1b[2J.json"] = nil
	if seen := verifyBy(t, rig.pinning, f.files.write(t)); len(seen.refusals()) != 1 || seen.refusals()[0].Name != refusal.MemberExtra {
		t.Errorf("refused by %v; the test shows nothing", seen.refusals())
	}
}
