package judges

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ruling gathers what was seen of one rule and makes one finding of it,
// however many frames showed it.
type ruling struct {
	rule     string
	expected string
	kept     int
	records  []int64  // that show it kept
	windows  []string // how absences were bracketed
	breaches []breach
	gaps     []gap
}

type breach struct {
	where, observed string
	records         []int64
}

type gap struct {
	reason  string
	records []int64
}

// Bounds on what one finding repeats.
const (
	mostBreaches = 3
	mostRecords  = 12
	mostText     = 80
)

func rules(rule, expected string) *ruling { return &ruling{rule: rule, expected: expected} }

// keep says that the rule was kept, as the records show.
func (r *ruling) keep(records ...int64) {
	r.kept++
	r.records = append(r.records, records...)
}

// breaks says that the rule was broken.
func (r *ruling) breaks(where, observed string, records ...int64) {
	r.breaches = append(r.breaches, breach{where, observed, records})
}

// lacks says why the rule could not be measured, or not wholly.
func (r *ruling) lacks(reason string, records ...int64) {
	for _, known := range r.gaps {
		if known.reason == reason {
			return
		}
	}
	r.gaps = append(r.gaps, gap{reason, records})
}

// weigh keeps the rule when ok. Otherwise it breaks it or, where the record
// is not what the host sent, says that it proves nothing.
func (r *ruling) weigh(ok bool, unsure, where, observed string, records ...int64) {
	switch {
	case ok:
		r.keep(records...)
	case unsure != "":
		r.lacks(where+": "+unsure, records...)
	default:
		r.breaks(where, observed, records...)
	}
}

// silent says that there was nothing to look at so far and nothing missing.
func (r *ruling) silent() bool { return r.kept == 0 && len(r.breaches) == 0 && len(r.gaps) == 0 }

// findings gives the one finding of the rule, or none when there was nothing
// to look at and nothing missing.
func (r *ruling) findings() []Finding {
	finding := Finding{Rule: r.rule, Expected: r.expected}
	switch {
	case len(r.breaches) > 0:
		finding.Outcome = Violated
		r.describeBreaches(&finding)
	case len(r.gaps) > 0:
		finding.Outcome = Unproven
		finding.Message = r.gaps[0].reason
		if more := len(r.gaps) - 1; more > 0 {
			finding.Message += " (and " + counted(more, "more reason") + ")"
		}
		for _, gap := range r.gaps {
			finding.Records = append(finding.Records, gap.records...)
		}
	case r.kept > 0:
		finding.Outcome = Holds
		finding.Message = fmt.Sprintf("kept in %s", counted(r.kept, "observation"))
		finding.Observed = "as expected"
		for _, window := range r.windows {
			finding.Message += "; " + window
		}
		finding.Records = r.records
	default:
		return nil
	}
	finding.Records = bounded(finding.Records)
	return []Finding{finding}
}

func (r *ruling) describeBreaches(finding *Finding) {
	first := r.breaches[0]
	finding.Message = first.where + ": " + first.observed
	if more := len(r.breaches) - 1; more > 0 {
		finding.Message += fmt.Sprintf(" (and %d more)", more)
	}
	var observed []string
	for i, breach := range r.breaches {
		if i < mostBreaches && !slices.Contains(observed, breach.observed) {
			observed = append(observed, breach.observed)
		}
		finding.Records = append(finding.Records, breach.records...)
	}
	finding.Observed = strings.Join(observed, "; ")
}

// advisory is a finding beside the rule, which changes no result.
func advisory(rule, message string, records ...int64) Finding {
	return Finding{Rule: rule, Outcome: Advisory, Message: message, Records: bounded(records)}
}

// gathered joins the findings of rulings in their order.
func gathered(rulings ...*ruling) []Finding {
	var findings []Finding
	for _, ruling := range rulings {
		findings = append(findings, ruling.findings()...)
	}
	return findings
}

// bounded sorts records, drops repetitions and those without a place, and cuts.
func bounded(records []int64) []int64 {
	sorted := slices.Clone(records)
	slices.Sort(sorted)
	sorted = slices.DeleteFunc(slices.Compact(sorted), func(seq int64) bool { return seq <= 0 })
	return slices.Clip(sorted[:min(len(sorted), mostRecords)])
}

// quoted shows text of a host: in ASCII, so that look-alike and invisible
// characters show, and cut.
func quoted(text string) string {
	if len(text) <= mostText {
		return strconv.QuoteToASCII(text)
	}
	return fmt.Sprintf("%s... (%d bytes)", strconv.QuoteToASCII(strings.ToValidUTF8(text[:mostText], "")), len(text))
}

// rounded writes a time span to the millisecond.
func rounded(span time.Duration) string { return span.Round(time.Millisecond).String() }

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
