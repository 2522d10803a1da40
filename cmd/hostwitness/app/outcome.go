package app

import (
	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// exitOf decides the exit code of a run from its verdicts. Where several
// reasons hold, the order is: suite's fault, interrupted, failed, incomplete.
func exitOf(verdicts []judges.Verdict, required map[string]bool, reason journal.EndReason) int {
	failed, blocked, judged := false, false, false
	for _, verdict := range verdicts {
		switch verdict.Result {
		case judges.Fail:
			failed, judged = true, true
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
