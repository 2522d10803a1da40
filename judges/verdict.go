package judges

import "hostwitness/witness/journal"

// Gate tells before the judge whether a leg can be judged at all. Reason is
// for the operator and never empty.
type Gate struct {
	Result Result // Inapplicable, Skipped or Blocked
	Reason string
}

// Judge is one leg: its gate and its rules.
type Judge struct {
	Leg   string
	Needs []operation                  // of the host, by the first credential
	Gate  func(journal.Evidence) *Gate // nil: the leg can be judged
	Judge func(journal.Evidence) []Finding
}

// Verdict is the result of one leg and how it came about.
type Verdict struct {
	Leg        string
	Result     Result
	Assertions int    // findings that hold or are violated
	Reason     string // for everything but a pass
	Findings   []Finding
}

// Verdicts judges the evidence by every leg of All, in its order. A leg that
// the run did not select is skipped, and so is one that the run's own catalogue
// did not have: nothing was done for it, which is not the host's fault.
func Verdicts(evidence journal.Evidence) []Verdict {
	selected := make(map[string]bool, len(evidence.Run.Legs))
	for _, leg := range evidence.Run.Legs {
		selected[leg] = true
	}
	all := All()
	verdicts := make([]Verdict, 0, len(all))
	for _, judge := range all {
		verdicts = append(verdicts, judge.verdict(evidence, selected[judge.Leg]))
	}
	return verdicts
}

func (j Judge) verdict(evidence journal.Evidence, selected bool) Verdict {
	if !selected {
		return Verdict{Leg: j.Leg, Result: Skipped, Reason: unselected(evidence.Run, j.Leg)}
	}
	if gate := j.Gate(evidence); gate != nil {
		return Verdict{Leg: j.Leg, Result: gate.Result, Reason: gate.Reason}
	}
	findings := j.Judge(evidence)
	verdict := Verdict{Leg: j.Leg, Findings: findings}
	verdict.Result, verdict.Reason = conclude(findings)
	if verdict.Result == Blocked {
		verdict.blame(gather(evidence).firstRefused(j.Needs))
	}
	for _, finding := range findings {
		if finding.Outcome == Holds || finding.Outcome == Violated {
			verdict.Assertions++
		}
	}
	return verdict
}

// unselected says why a leg was not driven.
func unselected(run journal.Run, leg string) string {
	switch {
	case len(run.Legs) == 0:
		return "the journal names no leg that was selected"
	case run.Lacks(leg):
		return "not in the catalogue of the run, which another build made"
	}
	return "left out by the operator's selection of legs"
}

// blame gives a blocked leg the one reason that stands behind all of its gaps,
// where there is one.
func (v *Verdict) blame(root string) {
	if root == "" {
		return
	}
	v.Reason = root
	for k := range v.Findings {
		if v.Findings[k].Outcome == Unproven {
			v.Findings[k].Message = root
		}
	}
}

// conclude is the one road from findings to a result: any violated fails;
// else any unproven blocks; else one that holds passes; none at all blocks.
func conclude(findings []Finding) (Result, string) {
	first := make(map[Outcome]string)
	for _, finding := range findings {
		if _, ok := first[finding.Outcome]; !ok {
			first[finding.Outcome] = finding.Rule + ": " + finding.Message
		}
	}
	if reason, ok := first[Violated]; ok {
		return Fail, reason
	}
	if reason, ok := first[Unproven]; ok {
		return Blocked, reason
	}
	if _, ok := first[Holds]; ok {
		return Pass, ""
	}
	return Blocked, "nothing of this leg could be measured"
}
