package compare

import (
	"fmt"
	"slices"
	"strings"

	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// facts compares what follows from the journal beside the legs.
func (r Rejudging) facts() []Difference {
	var list []Difference
	was, is := factsOf(r.Recorded), factsOf(r.Rejudged)
	for k, fact := range was {
		if fact.value == is[k].value {
			continue
		}
		list = append(list, Difference{
			What: DifferentFact, Recorded: fact.name + " " + fact.value, Rejudged: fact.name + " " + is[k].value,
			Excused: fact.wording && !r.sameBuild(),
			Why:     "the journal says otherwise: the record or the report was changed, or the builds differ",
		})
	}
	if r.sameCatalogue() && !r.headerFits() {
		list = append(list, Difference{What: DifferentFact, Why: "the journal's header names other revisions than the catalogue that it names has: the record was changed"})
	}
	if r.sameCatalogue() && !sameOrder(r.Recorded.Legs, r.Rejudged.Legs) {
		list = append(list, Difference{What: DifferentPlace, Why: "the legs are not in the order of the catalogue: the report was changed"})
	}
	return list
}

// headerFits says that the revisions in the journal's header are those of this
// build, whose catalogue it names. A header without any says nothing wrong.
func (r Rejudging) headerFits() bool {
	if len(r.Run.Revisions) == 0 {
		return true
	}
	return slices.EqualFunc(r.Run.Revisions, r.Rejudged.Legs, func(ran journal.LegRevision, now reports.Leg) bool {
		return ran.Leg == now.ID && ran.Revision == now.Revision
	})
}

// recordedFact is a fact of a report that its journal holds too.
type recordedFact struct {
	name, value string
	wording     bool // in words of the suite's own
}

func factsOf(report reports.Report) []recordedFact {
	trigger := "none"
	if report.Trigger != nil {
		trigger = *report.Trigger
	}
	return []recordedFact{
		{name: "suite", value: report.Suite.Name + " " + report.Suite.Version},
		{name: "catalogue", value: report.Suite.Catalogue},
		{name: "host", value: report.Host.URL},
		{name: "host name", value: report.Host.Name},
		{name: "host version", value: report.Host.Version},
		{name: "host vendor", value: report.Host.Vendor},
		{name: "discovery", value: report.Discovery.URL},
		{name: "discovery digest", value: report.Discovery.SHA256},
		{name: "protocol versions", value: strings.Join(report.Discovery.ProtocolVersions, ", ")},
		{name: "preferred version", value: report.Discovery.PreferredVersion},
		{name: "discovery problem", value: report.Discovery.Problem, wording: true},
		{name: "started", value: report.StartedAt},
		{name: "duration in ms", value: fmt.Sprint(report.DurationMs)},
		{name: "trigger", value: trigger},
	}
}

// sameOrder says that the legs which both lists have stand in the same order.
func sameOrder(recorded, rejudged []reports.Leg) bool {
	return slices.Equal(idsIn(recorded, rejudged), idsIn(rejudged, recorded))
}

func idsIn(legs, others []reports.Leg) []string {
	var ids []string
	for _, leg := range legs {
		if slices.ContainsFunc(others, func(other reports.Leg) bool { return other.ID == leg.ID }) {
			ids = append(ids, leg.ID)
		}
	}
	return ids
}
