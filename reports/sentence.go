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
		return incompleteMeaning(report)
	case 4:
		return "a fault of the suite itself, not of the host"
	case 130:
		return "interrupted"
	default:
		return "an exit code that this suite does not give"
	}
}

func passedMeaning(report Report) string {
	text := "nothing failed and nothing was blocked"
	if why := unjudged(report); why != "" {
		text = "nothing failed, but nothing about the host was judged: " + why + "; use --require to make that a failure"
	} else if report.waivedFailures() > 0 {
		text = "every failure is waived and nothing was blocked"
	}
	if len(report.Waivers) > 0 {
		text += "; a run with waivers never certifies"
	}
	return text
}

func incompleteMeaning(report Report) string {
	text := "incomplete: nothing failed"
	if report.waivedFailures() > 0 {
		text = "incomplete: every failure is waived"
	}
	var open []string
	if report.Totals.Blocked > 0 {
		open = append(open, plural(report.Totals.Blocked, "leg was", "legs were")+" blocked")
	}
	if waived := report.waivedOpen(); waived > 0 {
		open = append(open, "of "+plural(waived, "waived leg", "waived legs")+" a rule could not be measured")
	}
	switch {
	case len(open) > 0:
		return text + ", but " + strings.Join(open, " and ")
	case report.Totals.ExecutedPass+report.Totals.ExecutedFail > 0 && !JudgesHost(report):
		return text + ", but no leg judged the host"
	case report.Totals.ExecutedPass+report.Totals.ExecutedFail > 0:
		return text + ", but the run was broken off"
	default:
		return "incomplete: nothing could be judged"
	}
}

func failedMeaning(view View) string {
	waived := view.Report.waivedFailures()
	var parts []string
	if failed := view.Report.Totals.ExecutedFail - waived; failed > 0 {
		text := plural(failed, "leg", "legs") + " failed"
		if waived > 0 {
			text += " that no waiver excuses"
		}
		parts = append(parts, text)
	}
	for _, text := range []string{view.requiredWords(), staleWords(view.Report)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return "a required leg did not pass"
	}
	return strings.Join(parts, "; ")
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
		if len(leg.Waived) > 0 {
			return "FAIL (waived)"
		}
		return "FAIL"
	default:
		return clean(string(leg.Result), nameLimit)
	}
}
