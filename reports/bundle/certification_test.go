package bundle_test

import (
	"strings"
	"testing"
	"time"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// certifying gives the manifest and report of a run that certifies.
func certifying() (bundle.Manifest, reports.Report) {
	manifest := bundle.Manifest{
		Run:      bundle.Run{Ended: journal.EndComplete},
		Host:     bundle.Host{Build: &reports.Build{Kind: bundle.BuildCommit, ID: "0123456789"}},
		Narrowed: bundle.Narrowed{Settle: time.Second, Require: []string{"0250.*"}},
		Certify:  true,
	}
	report := reports.Report{Legs: []reports.Leg{
		{ID: "0250.shape", Scenario: "shapes", Result: judges.Pass},
		{ID: "0236.host-event.envelope", Scenario: "host-event-delivery", Result: judges.Pass},
		{ID: "0250.resume-backlog", Scenario: "host-event-strict-replay", Result: judges.Inapplicable},
	}}
	return manifest, report
}

func TestACertifyingRunFallsShortOfNothing(t *testing.T) {
	manifest, report := certifying()
	if got := bundle.Shortfalls(manifest, report); len(got) > 0 {
		t.Errorf("Shortfalls = %q, want none", got)
	}
}

func TestEveryNarrowingKeepsARunFromCertifying(t *testing.T) {
	for name, test := range map[string]struct {
		narrow func(*bundle.Manifest, *reports.Report)
		want   string
	}{
		"not asked for":  {func(m *bundle.Manifest, _ *reports.Report) { m.Certify = false }, "nobody asked"},
		"no build":       {func(m *bundle.Manifest, _ *reports.Report) { m.Host.Build = nil }, "build is not named"},
		"interrupted":    {func(m *bundle.Manifest, _ *reports.Report) { m.Run.Ended = journal.EndInterrupted }, "did not come to its end"},
		"no end":         {func(m *bundle.Manifest, _ *reports.Report) { m.Run.Ended = "" }, "its journal has no end"},
		"only some legs": {func(m *bundle.Manifest, _ *reports.Report) { m.Narrowed.Only = []string{"*"} }, "left out"},
		"some legs less": {func(m *bundle.Manifest, _ *reports.Report) { m.Narrowed.Skip = []string{"0250.shape"} }, "left out"},
		"a waiver":       {func(m *bundle.Manifest, _ *reports.Report) { m.Narrowed.Waivers = []waiver.Waiver{{}} }, "the run had waivers"},
		"a short window": {func(m *bundle.Manifest, _ *reports.Report) { m.Narrowed.Settle = time.Second - 1 }, "absence was watched"},
		"a failed leg": {func(_ *bundle.Manifest, r *reports.Report) { r.Legs[1].Result = judges.Fail },
			"executed-fail: 0236.host-event.envelope"},
		"a blocked leg": {func(_ *bundle.Manifest, r *reports.Report) { r.Legs[2].Result = judges.Blocked },
			"blocked: 0250.resume-backlog"},
		"a required leg": {func(_ *bundle.Manifest, r *reports.Report) { r.ExitCode = 1 }, "exits with 1"},
		"nothing about the host": {func(_ *bundle.Manifest, r *reports.Report) { r.Legs[1].Result = judges.Inapplicable },
			"no leg judged the host"},
	} {
		t.Run(name, func(t *testing.T) {
			manifest, report := certifying()
			test.narrow(&manifest, &report)
			got := bundle.Shortfalls(manifest, report)
			if len(got) != 1 || !strings.Contains(got[0], test.want) {
				t.Errorf("Shortfalls = %q, want one that says %q", got, test.want)
			}
		})
	}
}
