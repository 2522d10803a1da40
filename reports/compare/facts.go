package compare

import (
	"fmt"
	"strings"

	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// Fact is something of the runs as a whole that is not the same in both.
type Fact struct {
	Name string `json:"name"`
	Old  string `json:"old"` // "" where the list does not say
	New  string `json:"new"`
}

// runFacts lists what differs of the runs as a whole. What one kind of list
// never says is no difference.
func runFacts(old, new List) []Fact {
	facts := []Fact{}
	mixed := old.Kind != new.Kind
	before := append(reportFacts(old), optionFacts(old.Run)...)
	after := append(reportFacts(new), optionFacts(new.Run)...)
	for k, fact := range before {
		was, is := fact.value, after[k].value
		lacking := was == "" || is == ""
		if was == is || lacking && (mixed || fact.ofJournal) || mixed && fact.ofKind {
			continue
		}
		facts = append(facts, Fact{Name: fact.name, Old: detail(was), New: detail(is)})
	}
	return facts
}

// sideFact is a fact of one list.
type sideFact struct {
	name, value string
	ofJournal   bool // only told where both journals are at hand
	ofKind      bool // means something else in a list of another kind
}

func reportFacts(list List) []sideFact {
	report := list.Report
	facts := []sideFact{
		{name: "host", value: strings.TrimSuffix(address(report.Host.URL), "/")},
		{name: "host name", value: report.Host.Name},
		{name: "host vendor", value: report.Host.Vendor},
		{name: "host version", value: report.Host.Version},
		{name: "host build", value: buildOf(report.Host)},
		{name: "discovery document", value: report.Discovery.SHA256, ofKind: true},
		{name: "discovery problem", value: report.Discovery.Problem},
		{name: "protocol versions", value: strings.Join(report.Discovery.ProtocolVersions, ", ")},
		{name: "suite", value: strings.TrimSpace(report.Suite.Name + " " + report.Suite.Version)},
		{name: "catalogue", value: report.Suite.Catalogue},
		{name: "trigger", value: triggerOf(list)},
	}
	if list.Kind == KindReport {
		return append(facts, sideFact{name: "exit code", value: fmt.Sprint(report.ExitCode)})
	}
	return append(facts, sideFact{name: "exit code"})
}

func triggerOf(list List) string {
	switch {
	case list.Report.Trigger != nil:
		return *list.Report.Trigger
	case list.Kind == KindReport:
		return "none"
	}
	return ""
}

func buildOf(host reports.Host) string {
	if host.Build == nil {
		return ""
	}
	return host.Build.Kind + " " + host.Build.ID
}

// optionFacts are what the operator asked for and gave, as the journal says it.
func optionFacts(run *journal.Run) []sideFact {
	if run == nil {
		run = &journal.Run{}
	}
	options := run.Options
	facts := []sideFact{
		{name: "--only", value: patterns(options.Only)},
		{name: "--skip", value: patterns(options.Skip)},
		{name: "--require", value: patterns(options.Require)},
		{name: "--settle", value: options.Settle.String()},
		{name: "--timeout", value: options.Timeout.String()},
		{name: "--streams", value: fmt.Sprint(options.Streams)},
		{name: "--triggers", value: fmt.Sprint(options.Triggers)},
		{name: "--stream-path", value: options.StreamPath},
		{name: "--keep-foreign", value: fmt.Sprint(options.KeepForeign)},
		{name: "--long", value: fmt.Sprint(options.Long)},
		{name: "--hold", value: options.Hold.String()},
		{name: "--volume", value: fmt.Sprint(options.Volume)},
		{name: "webhook deadline", value: options.Delivery.String()},
		{name: "direct path", value: fmt.Sprint(options.Direct)},
		{name: "tenants", value: tenants(options.Facts)},
		{name: "workspaces", value: workspaces(options.Facts)},
		{name: "operator's commands", value: commands(options.Facts)},
		{name: "first credential", value: credential(run, journal.TenantA)},
		{name: "second credential", value: credential(run, journal.TenantB)},
		{name: "webhook receiver", value: string(run.Receiver.State)},
	}
	for k := range facts {
		facts[k].ofJournal = true
		if run.ID == "" {
			facts[k].value = ""
		} else if facts[k].value == "" {
			facts[k].value = "none"
		}
	}
	return facts
}

func patterns(globs []string) string { return strings.Join(globs, " ") }

func credential(run *journal.Run, tenant journal.Tenant) string {
	for _, given := range run.Credentials {
		if given.Tenant == tenant {
			return string(given.State)
		}
	}
	return ""
}
