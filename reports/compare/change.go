package compare

import "hostwitness/judges"

// Change is one way in which a leg is not what it was. A leg can have several.
// The names never change their meaning: scripts branch on them.
type Change string

// The changes of a leg.
const (
	Fixed             Change = "fixed"              // it failed and passes
	Broken            Change = "broken"             // it fails and did not
	StillFailing      Change = "still-failing"      // it fails in both
	FailureUnmeasured Change = "failure-unmeasured" // it failed and was not measured again, which mends nothing
	NewlyBlocked      Change = "newly-blocked"
	NoLongerBlocked   Change = "no-longer-blocked"
	NewlyClaimed      Change = "newly-claimed" // it did not bind the host, and was judged
	ClaimDropped      Change = "claim-dropped" // it was judged, and no longer binds the host
	NewlySkipped      Change = "newly-skipped"
	NoLongerSkipped   Change = "no-longer-skipped"
	NewLeg            Change = "new-leg"  // the old list does not have it
	LegGone           Change = "leg-gone" // the new list does not have it
	Waived            Change = "waived"   // a waiver excuses the failure that excused none before
	NoLongerWaived    Change = "no-longer-waived"
	WaiverChanged     Change = "waiver-changed"
	RevisionChanged   Change = "revision-changed" // the judge means something else, so a change may be its own
	RulesChanged      Change = "rules-changed"    // the same result, by other rules
)

// changes lists them in the order in which a leg names them and a text counts
// them: what is worse first.
func changes() []Change {
	return []Change{
		Broken, ClaimDropped, NewlyBlocked, FailureUnmeasured, StillFailing, NewlySkipped, LegGone, NoLongerWaived, Waived,
		WaiverChanged, Fixed, NewlyClaimed, NoLongerBlocked, NoLongerSkipped, NewLeg, RulesChanged, RevisionChanged,
	}
}

// absent stands in the table for a list that does not have the leg.
const absent judges.Result = "absent"

// results are the five results and absent, in the order of the table.
func results() []judges.Result {
	return []judges.Result{judges.Pass, judges.Fail, judges.Blocked, judges.Inapplicable, judges.Skipped, absent}
}

// transition is what a pair of results means.
type transition struct {
	changes []Change
	worse   bool
}

// transitions says of every pair, old before new, what changed and whether it
// is worse. Worse is: a failure where none was; a leg that is blocked and was
// neither blocked nor failing, for a run with it is no longer complete; a pass
// that is lost, whatever came instead; and a claim that is dropped. A failure
// that was only not measured again is neither better nor worse.
func transitions() map[judges.Result]map[judges.Result]transition {
	const (
		pass, fail, blocked   = judges.Pass, judges.Fail, judges.Blocked
		inapplicable, skipped = judges.Inapplicable, judges.Skipped
	)
	told := func(changes ...Change) transition { return transition{changes: changes} }
	worse := func(changes ...Change) transition { return transition{changes: changes, worse: true} }
	same := transition{}
	return map[judges.Result]map[judges.Result]transition{
		pass: {
			pass: same, fail: worse(Broken), blocked: worse(NewlyBlocked), inapplicable: worse(ClaimDropped),
			skipped: worse(NewlySkipped), absent: worse(LegGone),
		},
		fail: {
			pass: told(Fixed), fail: told(StillFailing), blocked: told(NewlyBlocked, FailureUnmeasured),
			inapplicable: worse(ClaimDropped), skipped: told(FailureUnmeasured, NewlySkipped),
			absent: told(FailureUnmeasured, LegGone),
		},
		blocked: {
			pass: told(NoLongerBlocked), fail: worse(Broken, NoLongerBlocked), blocked: same, inapplicable: told(NoLongerBlocked),
			skipped: told(NewlySkipped, NoLongerBlocked), absent: told(LegGone),
		},
		inapplicable: {
			pass: told(NewlyClaimed), fail: worse(Broken, NewlyClaimed), blocked: worse(NewlyBlocked), inapplicable: same,
			skipped: told(NewlySkipped), absent: told(LegGone),
		},
		skipped: {
			pass: told(NoLongerSkipped), fail: worse(Broken, NoLongerSkipped), blocked: worse(NewlyBlocked, NoLongerSkipped),
			inapplicable: told(NoLongerSkipped), skipped: same, absent: told(LegGone),
		},
		absent: {
			pass: told(NewLeg), fail: worse(Broken, NewLeg), blocked: worse(NewlyBlocked, NewLeg), inapplicable: told(NewLeg),
			skipped: told(NewLeg), absent: same,
		},
	}
}
