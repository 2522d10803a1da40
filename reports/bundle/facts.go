package bundle

import (
	"slices"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// Facts are what a manifest and a statement follow from.
type Facts struct {
	Evidence journal.Evidence
	Report   reports.Report
	Asked    []schemas.Asked // of the catalogue that the run went by
	Waivers  []waiver.Waiver // as they were given, whether or not they excused anything
	Certify  bool            // the operator asked for a certifying run
}

// NewManifest gives the manifest of the evidence that the members make up.
func NewManifest(facts Facts, members []Member) Manifest {
	run, report := facts.Evidence.Run, facts.Report
	manifest := Manifest{
		Format: Format, ReadBy: readBy,
		Run:         Run{ID: run.ID, StartedAt: run.StartedAt, Ended: ended(facts.Evidence)},
		Suite:       Suite{Name: run.Suite.Name, Version: run.Suite.Version, Build: run.Suite.Build, Catalogue: run.Suite.Catalogue},
		Host:        Host{URL: run.Host, Build: run.Build},
		Discovery:   Discovery{URL: report.Discovery.URL, SHA256: report.Discovery.SHA256},
		Narrowed:    narrowed(run.Options, facts.Waivers),
		NotMeasured: notMeasured(facts.Asked, report),
		Certify:     facts.Certify,
		Files:       slices.Clone(members),
	}
	slices.SortFunc(manifest.Files, byName)
	return manifest
}

// ended is why the run ended, "" for a journal without an end.
func ended(evidence journal.Evidence) journal.EndReason {
	if evidence.Ended == nil {
		return ""
	}
	return evidence.Ended.Reason
}

func narrowed(options journal.Options, waivers []waiver.Waiver) Narrowed {
	return Narrowed{
		Only: options.Only, Skip: options.Skip, Require: options.Require, Waivers: waivers,
		Settle: options.Settle, Patience: options.Patience, Delivery: options.Delivery, Timeout: options.Timeout,
		Streams: options.Streams, Triggers: options.Triggers,
	}
}

// notMeasured names what nobody asked for, or what was asked for and came to no
// result: a leg that is missing, skipped or blocked measured nothing.
func notMeasured(asked []schemas.Asked, report reports.Report) []string {
	tried := map[string]bool{}
	for _, leg := range report.Legs {
		tried[leg.ID] = leg.Result != judges.Skipped && leg.Result != judges.Blocked
	}
	names := []string{}
	for _, fact := range asked {
		if slices.ContainsFunc(fact.Legs, func(leg string) bool { return !tried[leg] }) {
			names = append(names, fact.Name)
		}
	}
	return names
}
