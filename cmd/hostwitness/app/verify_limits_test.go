package app

import (
	"encoding/base64"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports/bundle"
	"hostwitness/witness/journal"
)

// TestWhatOnlyTheSignerVouchesFor shows where verification ends: the signer can
// write a journal by hand, and whoever passes evidence on can take a second
// signature away or add one that nobody knows. docs/evidence.md says so under
// "What evidence does not prove". Nobody but the signer can do the former, which
// the damages of the same kind under other keys show.
func TestWhatOnlyTheSignerVouchesFor(t *testing.T) {
	rig := newDamageRig(t, "failing", "waived")
	for _, limit := range []struct {
		name, of string
		do       func(*forgery)
	}{
		{"a failing host's journal made to pass, and all that follows from it", "failing", func(f *forgery) { acquit(f); f.conclude(); f.seal(f.right) }},
		{"a journal that tells other times", "failing", func(f *forgery) {
			records := f.records()
			for k := range records {
				records[k].At *= 2
			}
			f.chain(records)
			f.conclude()
			f.seal(f.right)
		}},
		{"a note that nobody wrote", "failing", func(f *forgery) {
			records := f.records()
			note := journal.Record{Kind: journal.KindNote, At: records[1].At, Note: &journal.Note{Topic: journal.TopicScenario, Text: "all is well"}}
			f.chain(append(records[:1:1], append([]journal.Record{note}, records[1:]...)...))
			f.conclude()
			f.seal(f.right)
		}},
		{"waivers that were given, told nowhere", "waived", func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { m.Narrowed.Waivers = nil })
			report := f.report()
			report.Waivers, legOf(&report, convicted).Waived, report.ExitCode = nil, nil, exitFailed
			f.render(report)
			f.seal(f.right)
		}},
		{"a second signature of nobody known", "failing", signatures(func(s []dsse.Signature) []dsse.Signature {
			return append(s, dsse.Signature{KeyID: "somebody", Sig: base64.StdEncoding.EncodeToString(make([]byte, 64))})
		})},
	} {
		t.Run(limit.name, func(t *testing.T) {
			f := rig.forgery(t, limit.of, "")
			limit.do(f)
			verifyBy(t, rig.pinning, f.files.write(t)).mustHold(t, exitPassed, bundle.Yes)
		})
	}
}
