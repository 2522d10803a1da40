package app

import (
	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// exitOf decides the exit code of a run from its verdicts and what its waivers
// came to. Where several reasons hold, the order is: suite's fault,
// interrupted, failed, incomplete.
//
// A waiver is heard at one place only: a leg that failed and is excused fails
// the run no longer, but leaves it incomplete where a rule of it is unproven,
// as it would have been without the violation. A leg that must pass is not
// excused from passing, and a stale waiver fails the run.
func exitOf(verdicts []judges.Verdict, required map[string]bool, effect waiver.Effect, reason journal.EndReason) int {
	failed := len(effect.With(waiver.Stale)) > 0
	blocked, judged := false, false
	for _, verdict := range verdicts {
		switch verdict.Result {
		case judges.Fail:
			judged = true
			excused := len(effect.Excuse(verdict.Leg)) > 0
			failed = failed || !excused
			blocked = blocked || excused && waiver.Open(verdict)
		case judges.Pass:
			judged = true
		case judges.Blocked:
			blocked = true
		}
		if required[verdict.Leg] && verdict.Result != judges.Pass {
			failed = true
		}
	}
	switch {
	case reason == journal.EndFault:
		return exitSuite
	case reason == journal.EndInterrupted:
		return exitInterrupted
	case failed:
		return exitFailed
	case blocked || !judged || reason == journal.EndTimeout:
		return exitIncomplete
	}
	return exitPassed
}
