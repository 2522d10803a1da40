// Package waiver says what waivers excuse: they are matched against verdicts, and checked against the catalogue and a day,
// by pure functions, so that a run and whoever judges its evidence again come to the same exit code. It reads no file and no
// clock.
package waiver

import "time"

// Waiver is an operator's word that the failure of one leg is known and accepted until a day. It changes the exit code of a
// run and nothing else.
type Waiver struct {
	Leg     string `json:"leg"`            // the exact id
	Rule    string `json:"rule,omitempty"` // the only rule it is about; "": whatever rule the leg fails by
	Reason  string `json:"reason"`         // why the failure is accepted
	Issue   string `json:"issue,omitempty"`
	Expires string `json:"expires"` // the last day it holds, YYYY-MM-DD, counted in UTC
}

// What a waiver can come to in a run.
const (
	// Excuses: the leg failed, by rules that waivers name and by no other. Its failure does not fail the run.
	Excuses Standing = "excuses"
	// Exceeded: the leg failed by the rule of this waiver and by one more that no waiver names. It is not excused.
	Exceeded Standing = "exceeded"
	// Stale: what the waiver excuses was measured and holds. It fails the run until it is deleted.
	Stale Standing = "stale"
	// Idle: what the waiver excuses was not measured (blocked, inapplicable, skipped). It changes nothing.
	Idle Standing = "idle"
)

// Standing is what a waiver comes to.
type Standing string

// Matched is a waiver and what it came to, with the facts that make it so in Why.
type Matched struct {
	Waiver
	Standing Standing `json:"standing"`
	Why      string   `json:"why"`
}

// DayOf is the day of a moment as Waiver.Expires counts them: YYYY-MM-DD in UTC.
func DayOf(moment time.Time) string { return moment.UTC().Format(time.DateOnly) }
