package reports

import (
	"fmt"
	"strings"

	"hostwitness/judges"
)

// toDo is what every blocked leg asks for.
const toDo = "nothing was decided about the host: mend the cause, then run again what is blocked"

// totalsSentence counts the legs in words, the same in every rendering.
func totalsSentence(report Report) string {
	totals := report.Totals
	text := fmt.Sprintf("%s: %d passed, %d failed, %d blocked, %d inapplicable, %d skipped",
		plural(totals.Sum(), "leg", "legs"), totals.ExecutedPass, totals.ExecutedFail, totals.Blocked, totals.Inapplicable, totals.Skipped)
	if waived := report.waivedFailures(); waived > 0 {
		text += fmt.Sprintf("; %s waived", plural(waived, "failure is", "failures are"))
	}
	return text
}

// exitSentence says what the exit code means in this run.
func exitSentence(view View) string {
	return fmt.Sprintf("Exit code %d: %s.", view.Report.ExitCode, exitMeaning(view))
}

func exitMeaning(view View) string {
	report := view.Report
	switch report.ExitCode {
	case 0:
		return passedMeaning(report)
	case 1:
		return failedMeaning(view)
	case 2:
		return "wrong use, configuration or waivers"
	case 3:
		if report.Totals.Blocked > 0 {
			return "incomplete: nothing failed, but " + plural(report.Totals.Blocked, "leg was", "legs were") + " blocked"
		}
		return "incomplete: nothing could be judged"
	case 4:
		return "a fault of the suite itself, not of the host"
	case 130:
		return "interrupted"
	default:
		return "an exit code that this suite does not give"
	}
}

func passedMeaning(report Report) string {
	if why := unjudged(report); why != "" {
		return "nothing failed, but nothing about the host was judged: " + why + "; use --require to make that a failure"
	}
	if report.waivedFailures() > 0 {
		return "every failure is waived and nothing was blocked; a run with waivers never certifies"
	}
	return "nothing failed and nothing was blocked"
}

func failedMeaning(view View) string {
	waived := view.Report.waivedFailures()
	failed := view.Report.Totals.ExecutedFail - waived
	text := ""
	if failed > 0 {
		text = plural(failed, "leg", "legs") + " failed"
		if waived > 0 {
			text += " that no waiver excuses"
		}
	}
	required := view.requiredWords()
	switch {
	case text != "" && required != "":
		return text + "; " + required
	case text+required != "":
		return text + required
	default:
		return "a required leg did not pass"
	}
}

// triggerSentence says by which road the events of the run were caused.
func triggerSentence(report Report) string {
	switch {
	case report.Trigger == nil:
		return "no event was caused"
	case *report.Trigger == "normative":
		return "events were caused by the test trigger (RFC 0241)"
	case *report.Trigger == "seam":
		return "events were caused by the emit seam (RFC 0236 §G), not by the test trigger"
	default:
		return "events were caused by " + quoted(*report.Trigger, nameLimit)
	}
}

// hostWords is what the host calls itself.
func hostWords(host Host) string {
	own := words(clean(host.Vendor, nameLimit), clean(host.Name, nameLimit), clean(host.Version, nameLimit))
	if own == "" {
		return "it does not say what it is"
	}
	return own
}

// discoveryWords is what became of the discovery document.
func discoveryWords(discovery Discovery) string {
	if discovery.Problem != "" {
		return "could not be read: " + clean(discovery.Problem, detailLimit)
	}
	if len(discovery.ProtocolVersions) == 0 {
		return "read; it lists no protocol version"
	}
	return "read; protocol " + clean(strings.Join(discovery.ProtocolVersions, ", "), nameLimit)
}

// resultWord is a result as people read it.
func resultWord(leg Leg) string {
	switch leg.Result {
	case judges.Pass:
		return "pass"
	case judges.Fail:
		if leg.Waived != nil {
			return "FAIL (waived)"
		}
		return "FAIL"
	default:
		return clean(string(leg.Result), nameLimit)
	}
}

func waiverWords(waiver Waiver) string {
	text := "until " + clean(waiver.Expires, nameLimit) + ": " + clean(waiver.Reason, detailLimit)
	if waiver.Rule != "" {
		text = "rule " + clean(waiver.Rule, nameLimit) + " " + text
	}
	if waiver.Issue != "" {
		text += " (" + clean(waiver.Issue, nameLimit) + ")"
	}
	return text
}
