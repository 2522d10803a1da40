package app

import (
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// anotherBuild makes evidence that of an earlier build: of another version, with
// another catalogue, in which one leg had another revision, and which used other
// words.
func anotherBuild(f *forgery) {
	const version, catalogue = "0.0.9", "00000000000000000000000000000000000000000000000000000000000000ff"
	records := f.records()
	run := *records[0].Run
	run.Suite.Version, run.Suite.Catalogue = version, catalogue
	run.Revisions = slices.Clone(run.Revisions)
	for k := range run.Revisions {
		if run.Revisions[k].Leg == judgedOtherwise {
			run.Revisions[k].Revision += 7
		}
	}
	records[0].Run = &run
	f.chain(records)
	f.edit(func(r *reports.Report) {
		r.Suite.Version, r.Suite.Catalogue = version, catalogue
		legOf(r, judgedOtherwise).Revision += 7
		legOf(r, convicted).Reason = "in the words of that build"
		legOf(r, convicted).Findings[0].Message = "in the words of that build"
	})
	f.manifest(func(m *bundle.Manifest) {
		m.Suite.Version, m.Suite.Catalogue = version, catalogue
		m.NotMeasured = []string{"something that this build does not know"}
	})
}

// judgedOtherwise is the leg of which this build has another revision.
const judgedOtherwise = "0250.cursor-refused"

// passedOtherwise lets the leg say what only another revision can.
func passedOtherwise(r *reports.Report) {
	leg := legOf(r, judgedOtherwise)
	leg.Findings = []judges.Finding{{Rule: "a-rule-of-then", Outcome: judges.Holds, Message: "it held"}}
	leg.Assertions = 1
}

// TestEvidenceOfAnotherBuild verifies evidence of an earlier build: nothing is
// refused for what that build meant otherwise, and all else as ever.
func TestEvidenceOfAnotherBuild(t *testing.T) {
	rig := newDamageRig(t, "failing")
	for name, test := range map[string]struct {
		change func(*forgery)
		want   []refusal.Name // refused
	}{
		"as it was":                          {func(*forgery) {}, nil},
		"with a leg that it judged by rules": {func(f *forgery) { f.edit(passedOtherwise) }, nil},
		"with a failure made to pass":        {func(f *forgery) { f.edit(acquitted) }, []refusal.Name{refusal.VerdictDiffers}},
		"with a revision that it did not have": {func(f *forgery) {
			f.edit(func(r *reports.Report) { legOf(r, convicted).Revision++ })
		}, []refusal.Name{refusal.ReportDiffers}},
		"with the failure's leg gone": {func(f *forgery) {
			f.edit(func(r *reports.Report) {
				r.Legs = slices.DeleteFunc(r.Legs, func(leg reports.Leg) bool { return leg.ID == convicted })
				recount(r)
			})
		}, []refusal.Name{refusal.ReportDiffers}},
		"with a filter hidden": {func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { m.Narrowed.Only = nil })
		}, []refusal.Name{refusal.OptionsDiffer}},
		"of which the catalogue is hidden": {func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { m.Suite.Catalogue = rig.pinning.Suite.Catalogue })
		}, []refusal.Name{refusal.OptionsDiffer}},
		"that certifies": {func(f *forgery) {
			f.seal(f.right)
			f.payload(&f.right, func(s map[string]any) { ours(s)["certified"] = true })
		}, []refusal.Name{refusal.CertificateFalse}},
	} {
		t.Run(name, func(t *testing.T) {
			f := rig.forgery(t, "failing", "")
			anotherBuild(f)
			test.change(f)
			if f.list(); !strings.Contains(name, "certifies") {
				f.sign(f.right)
			}
			seen := verifyBy(t, rig.pinning, f.files.write(t))
			names := map[refusal.Name]bool{}
			for _, refused := range seen.refusals() {
				names[refused.Name] = true
			}
			for _, name := range test.want {
				if !names[name] {
					t.Errorf("not refused by %s; %v", name, seen.refusals())
				}
			}
			if len(test.want) == 0 {
				seen.mustHold(t, exitPassed, bundle.Yes)
				told := slices.ContainsFunc(seen.outcome.Verdicts.Notices, func(n refusal.Refusal) bool {
					return n.Name == refusal.RevisionDiffers && n.Of == judgedOtherwise
				})
				if !told || seen.outcome.Run.Certified {
					t.Errorf("told %v, and it certifies: %v", seen.outcome.Verdicts.Notices, seen.outcome.Run.Certified)
				}
			}
		})
	}
}
