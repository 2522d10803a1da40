package judges

// Outcome is what became of one rule.
type Outcome string

// The outcomes of a rule. An advisory never changes a result.
const (
	Holds    Outcome = "holds"
	Violated Outcome = "violated"
	Unproven Outcome = "unproven"
	Advisory Outcome = "advisory"
)

// Finding is what a judge found about one rule.
type Finding struct {
	Rule     string  `json:"rule"` // id within the leg, as in the catalogue
	Outcome  Outcome `json:"outcome"`
	Message  string  `json:"message"` // one line, for the operator
	Expected string  `json:"expected,omitempty"`
	Observed string  `json:"observed,omitempty"`
	Records  []int64 `json:"records,omitempty"` // seq of the records that show it
}

// Result is what became of a leg.
type Result string

// The five results.
const (
	Pass         Result = "executed-pass"
	Fail         Result = "executed-fail"
	Skipped      Result = "skipped"
	Inapplicable Result = "inapplicable"
	Blocked      Result = "blocked"
)
