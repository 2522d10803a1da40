package reports

import (
	"slices"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// Report is report.json of an evidence folder: one run, with one entry for every leg of the catalogue in its order. Its
// schema is schemas.Report.
type Report struct {
	Suite      Suite     `json:"suite"`
	Host       Host      `json:"host"`
	Discovery  Discovery `json:"discovery"`
	StartedAt  string    `json:"startedAt"`  // RFC 3339, UTC
	DurationMs int64     `json:"durationMs"` // from the start of the run to its last record
	Trigger    *string   `json:"trigger"`    // "normative", "seam", or nil when no event was caused
	Totals     Totals    `json:"totals"`
	ExitCode   int       `json:"exitCode"`
	Legs       []Leg     `json:"legs"`
	// Waivers are all that the run was given, each with what it came to; those that excuse a failure stand beside it as well.
	Waivers []waiver.Matched `json:"waivers,omitempty"`
}

// Suite names the build that ran and the catalogue it ran by.
type Suite struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Catalogue string `json:"catalogue"` // SHA-256, lower-case hex
}

// Host is whom the run was about, with what it says of itself where its discovery document could be read.
type Host struct {
	URL     string `json:"url"`
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Vendor  string `json:"vendor,omitempty"`
	Build   *Build `json:"build,omitempty"`
}

// Build is the operator's word for which build of the host was run against.
type Build = journal.Build

// Discovery tells where the discovery document was asked for and what it was, or why it could not be read.
type Discovery struct {
	URL              string   `json:"url"`
	SHA256           string   `json:"sha256,omitempty"` // of the bytes as received, where all of them were kept
	ProtocolVersions []string `json:"protocolVersions,omitempty"`
	PreferredVersion string   `json:"preferredVersion,omitempty"`
	Problem          string   `json:"problem,omitempty"`
}

// Totals counts the legs by result.
type Totals struct {
	ExecutedPass int `json:"executedPass"`
	ExecutedFail int `json:"executedFail"`
	Skipped      int `json:"skipped"`
	Inapplicable int `json:"inapplicable"`
	Blocked      int `json:"blocked"`
}

// Leg is what became of one leg of the catalogue.
type Leg struct {
	ID          string        `json:"id"`
	Requirement string        `json:"requirement"`
	Revision    int           `json:"revision"`
	Scenario    string        `json:"scenario"`
	Result      judges.Result `json:"result"`
	Assertions  int           `json:"assertions"`
	Reason      string        `json:"reason,omitempty"` // for everything but a pass
	Waived      []Waiver      `json:"waived,omitempty"` // those that together excuse the failure; of another result none
	// DurationMs is from the first record of the leg's scenario to the last: the legs of one scenario are driven together.
	DurationMs int64            `json:"durationMs"`
	Findings   []judges.Finding `json:"findings"`
}

// violated gives the rules that were found broken, each once, in the order of the findings.
func (l Leg) violated() []string {
	var rules []string
	for _, finding := range l.Findings {
		if finding.Outcome == judges.Violated && !slices.Contains(rules, finding.Rule) {
			rules = append(rules, finding.Rule)
		}
	}
	return rules
}

// Waiver excuses a measured failure of the leg that it stands beside. It changes nothing of the result.
type Waiver struct {
	Rule    string `json:"rule,omitempty"` // the only rule that it excuses; "": the whole leg
	Reason  string `json:"reason"`
	Issue   string `json:"issue,omitempty"`
	Expires string `json:"expires"`
}

// Sum is the number of legs counted.
func (t Totals) Sum() int {
	return t.ExecutedPass + t.ExecutedFail + t.Skipped + t.Inapplicable + t.Blocked
}

func count(legs []Leg) Totals {
	var totals Totals
	for _, leg := range legs {
		totals.Add(leg.Result)
	}
	return totals
}

// Add counts one more leg of a result.
func (t *Totals) Add(result judges.Result) {
	switch result {
	case judges.Pass:
		t.ExecutedPass++
	case judges.Fail:
		t.ExecutedFail++
	case judges.Skipped:
		t.Skipped++
	case judges.Inapplicable:
		t.Inapplicable++
	case judges.Blocked:
		t.Blocked++
	}
}
