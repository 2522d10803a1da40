package bundle

import (
	"reflect"

	"hostwitness/reports/bundle/refusal"
)

// options holds what the manifest says of the run to what the journal says: a
// filtered run must not be shown as a whole one.
func (e *examination) options() {
	if e.records == nil || e.report == nil {
		return
	}
	facts := Facts{
		Evidence: e.evidence, Report: *e.report, Asked: e.verifier.Asked,
		Waivers: e.manifest.Narrowed.Waivers, Certify: e.manifest.Certify,
	}
	derived := NewManifest(facts, e.manifest.Files)
	if e.evidence.Run.Suite.Catalogue != e.verifier.Suite.Catalogue {
		derived.NotMeasured = e.manifest.NotMeasured // by a catalogue that this build does not have
	}
	for _, part := range []struct {
		name       string
		says, true any
	}{
		{"run", e.manifest.Run, derived.Run},
		{"suite", e.manifest.Suite, derived.Suite},
		{"host", e.manifest.Host, derived.Host},
		{"discovery", e.manifest.Discovery, derived.Discovery},
		{"narrowed", e.manifest.Narrowed, derived.Narrowed},
		{"notMeasured", e.manifest.NotMeasured, derived.NotMeasured},
	} {
		if !reflect.DeepEqual(part.says, part.true) {
			e.outcome.Integrity.refuse(refusal.OptionsDiffer, ManifestFile, "its member "+part.name+" says other things of the run than the journal and the report")
		}
	}
}
