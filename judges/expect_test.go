package judges_test

import (
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
)

// judge tells the run against the host and judges it. What is only measured
// where it is asked for, and was not, is left out.
func judge(t *testing.T, host double) map[string]judges.Verdict {
	t.Helper()
	verdicts := map[string]judges.Verdict{}
	for _, verdict := range judges.Verdicts(newStory(t, host).run()) {
		if !strings.Contains(verdict.Reason, "only with --") {
			verdicts[verdict.Leg] = verdict
		}
	}
	return verdicts
}

func rulesOf(verdict judges.Verdict, outcome judges.Outcome) []string {
	var rules []string
	for _, finding := range verdict.Findings {
		if finding.Outcome == outcome {
			rules = append(rules, finding.Rule)
		}
	}
	return rules
}

func describe(verdict judges.Verdict) string {
	var text strings.Builder
	text.WriteString(string(verdict.Result) + " (" + verdict.Reason + ")")
	for _, finding := range verdict.Findings {
		text.WriteString("\n    " + string(finding.Outcome) + " " + finding.Rule + ": " + finding.Message)
	}
	return text.String()
}

// convicts wants the leg to fail for exactly that rule, and every other leg
// but those named not to fail.
func convicts(t *testing.T, host double, leg, rule string, also ...string) {
	t.Helper()
	verdicts := judge(t, host)
	for id, verdict := range verdicts {
		violated := rulesOf(verdict, judges.Violated)
		switch {
		case id == legReserved && id != leg && sharesWithEnvelope(violated, rulesOf(verdicts[legEnvelope], judges.Violated)):
		case id == leg && (len(violated) != 1 || violated[0] != rule):
			t.Errorf("%s: want it violated for %s alone, got %s", leg, rule, describe(verdict))
		case id != leg && len(violated) > 0 && !slices.Contains(also, id):
			t.Errorf("%s: want it not violated, got %s", id, describe(verdict))
		}
		checkCitations(t, verdict)
	}
}

// sharesWithEnvelope says that each rule which the events of the trigger broke is
// one that the envelope leg says of every event.
func sharesWithEnvelope(triggered, envelope []string) bool {
	shared := map[string]string{"type": "event-type", "class": "delivery-class", "ordinary-path": "delivered"}
	return !slices.ContainsFunc(triggered, func(rule string) bool { return !slices.Contains(envelope, shared[rule]) })
}

// unproven wants the leg blocked because of the rule, and says so with the
// words.
func unproven(t *testing.T, host double, leg, rule, words string) {
	t.Helper()
	wantUnproven(t, judge(t, host)[leg], leg, rule, words)
}

func wantUnproven(t *testing.T, verdict judges.Verdict, leg, rule, words string) {
	t.Helper()
	found := false
	for _, finding := range verdict.Findings {
		if finding.Rule == rule && finding.Outcome == judges.Unproven {
			found = strings.Contains(finding.Message, words)
		}
	}
	if verdict.Result != judges.Blocked || !found {
		t.Errorf("%s: want it blocked with %s unproven (%q), got %s", leg, rule, words, describe(verdict))
	}
}

// gates wants the leg to be gated with the result and the words.
func gates(t *testing.T, host double, leg string, result judges.Result, words string) {
	t.Helper()
	verdict := judge(t, host)[leg]
	if verdict.Result != result || !strings.Contains(verdict.Reason, words) || len(verdict.Findings) > 0 {
		t.Errorf("%s: want %s (%q) from the gate, got %s", leg, result, words, describe(verdict))
	}
}

// unbound says that the leg does not bind the story's host, which lists both
// reserved types.
func unbound(verdict judges.Verdict) bool {
	return verdict.Leg == legUnlisted && verdict.Result == judges.Inapplicable
}

// passes wants every leg named to pass; without names, every leg that needs a
// host and binds it.
func passes(t *testing.T, host double, legs ...string) {
	t.Helper()
	for id, verdict := range judge(t, host) {
		wanted := slices.Contains(legs, id) || len(legs) == 0 && !strings.HasSuffix(id, ".shape") && !unbound(verdict)
		if wanted && verdict.Result != judges.Pass {
			t.Errorf("%s: want a pass, got %s", id, describe(verdict))
		}
		checkCitations(t, verdict)
	}
}

// checkCitations wants every finding that decides to say what was expected and
// seen, and to cite records.
func checkCitations(t *testing.T, verdict judges.Verdict) {
	t.Helper()
	once := map[string]bool{}
	for _, finding := range verdict.Findings {
		if finding.Outcome == judges.Advisory {
			continue
		}
		if once[finding.Rule] {
			t.Errorf("%s: more than one finding of %s", verdict.Leg, finding.Rule)
		}
		once[finding.Rule] = true
		if finding.Message == "" || strings.Contains(finding.Message, "\n") {
			t.Errorf("%s %s: message %q, want one line", verdict.Leg, finding.Rule, finding.Message)
		}
		if finding.Outcome != judges.Unproven && (finding.Expected == "" || finding.Observed == "" || len(finding.Records) == 0) {
			t.Errorf("%s %s: %+v, want what was expected, what was seen and records", verdict.Leg, finding.Rule, finding)
		}
	}
}
