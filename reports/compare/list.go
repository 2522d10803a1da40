package compare

import (
	"errors"
	"fmt"
	"strings"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle/published"
	"hostwitness/witness/journal"
)

// Kind says what a list was read from.
type Kind string

// The kinds of list.
const (
	KindReport Kind = "report" // a report of this suite
	KindBundle Kind = "bundle" // a published certification bundle, of any suite
)

// List is one list of results with what it was a run of.
type List struct {
	Source string // what the operator called it
	Kind   Kind
	// Report holds the results. Of a bundle it holds the rows as legs, with the
	// requirement as the id too, and what else a bundle says.
	Report reports.Report
	Run    *journal.Run // the header of the run's journal, for its options; nil where it is not at hand
}

// OfReport is the list of a report.
func OfReport(source string, report reports.Report) List {
	return List{Source: source, Kind: KindReport, Report: report}
}

// OfBundle is the list of a published bundle. Whether the bundle may be
// believed is not asked here.
func OfBundle(source string, bundle published.Bundle) List {
	claims := bundle.Claims
	report := reports.Report{
		Suite:     reports.Suite{Name: claims.Suite.Name, Version: claims.Suite.Version},
		Host:      reports.Host{URL: baseOf(claims.DiscoveryURL), Name: claims.Host.Name, Version: claims.Host.Version},
		Discovery: reports.Discovery{URL: claims.DiscoveryURL, SHA256: claims.DiscoverySHA256},
		StartedAt: claims.GeneratedAt,
	}
	if claims.Build.ID != "" {
		report.Host.Build = &reports.Build{Kind: claims.Build.Kind, ID: claims.Build.ID}
	}
	for _, row := range bundle.Rows {
		report.Legs = append(report.Legs, reports.Leg{
			ID: row.ID, Requirement: row.ID, Scenario: row.Scenario, Result: judges.Result(row.Result),
			Assertions: int(row.Assertions), Reason: row.Reason,
		})
	}
	return List{Source: source, Kind: KindBundle, Report: report}
}

// baseOf is the base URL of a host whose discovery document has the URL.
func baseOf(discovery string) string {
	return strings.TrimSuffix(discovery, "/.well-known/openwop")
}

// ErrAmbiguous is returned for a list in which two legs have one name.
var ErrAmbiguous = errors.New("the list names a leg twice")

// keyed is a list whose legs are found by the name that both lists use.
type keyed struct {
	keys []string // in the list's order
	legs map[string]reports.Leg
}

// byKey gives the legs by id, or by requirement where the other list is of
// another kind and knows no other name.
func (l List) byKey(requirement bool) (keyed, error) {
	found := keyed{legs: make(map[string]reports.Leg, len(l.Report.Legs))}
	for _, leg := range l.Report.Legs {
		key := leg.ID
		if requirement {
			key = leg.Requirement
		}
		if _, twice := found.legs[key]; twice {
			return keyed{}, fmt.Errorf("%w: %s", ErrAmbiguous, name(key))
		}
		found.keys = append(found.keys, key)
		found.legs[key] = leg
	}
	return found, nil
}
