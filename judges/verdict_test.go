package judges_test

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// Nothing at all, and every part of a run that broke off, gives verdicts and
// never a failure of a conforming host.
func TestAnyBeginningOfARunConvictsNobody(t *testing.T) {
	story := newStory(t, double{})
	story.run()
	for cut := range len(story.records) {
		evidence := journal.Fold(journal.Evidence{}, story.records[:cut])
		for _, verdict := range judges.Verdicts(evidence) {
			if verdict.Result == judges.Fail {
				t.Fatalf("after %d of %d records %s: %s", cut, len(story.records), verdict.Leg, describe(verdict))
			}
			if verdict.Reason == "" && verdict.Result != judges.Pass {
				t.Fatalf("after %d records %s: %s without a reason", cut, verdict.Leg, verdict.Result)
			}
		}
	}
}

func TestALegThatWasNotSelectedIsSkipped(t *testing.T) {
	verdicts := judge(t, double{run: func(r *journal.Run) {
		r.Legs, r.Options.Only = []string{legEnvelope}, []string{legEnvelope}
	}})
	if got := verdicts[legEnvelope]; got.Result != judges.Pass || got.Assertions == 0 {
		t.Errorf("the selected leg: %s", describe(got))
	}
	if got := verdicts[legBacklog]; got.Result != judges.Skipped || !strings.Contains(got.Reason, "selection") {
		t.Errorf("another leg: %s", describe(got))
	}
}

// A leg that the run's own catalogue did not have was left out by nobody, and
// the reason must not say so.
func TestALegThatWasNotDrivenSaysTruthfullyWhy(t *testing.T) {
	known := func(legs ...string) []journal.LegRevision {
		var list []journal.LegRevision
		for _, leg := range legs {
			list = append(list, journal.LegRevision{Leg: leg, Revision: 1})
		}
		return list
	}
	for name, test := range map[string]struct {
		run  journal.Run
		says string
	}{
		"known and not selected": {
			journal.Run{Legs: []string{legEnvelope}, Revisions: known(legEnvelope, legBacklog)}, "selection"},
		"not in the catalogue": {
			journal.Run{Legs: []string{legEnvelope}, Revisions: known(legEnvelope)}, "not in the catalogue of the run"},
		"not in the catalogue, and the selection would leave it out": {
			journal.Run{Legs: []string{legEnvelope}, Revisions: known(legEnvelope), Options: journal.Options{Only: []string{legEnvelope}}},
			"not in the catalogue of the run"},
		"an older journal, everything selected": {
			journal.Run{Legs: []string{legEnvelope}}, "not in the catalogue of the run"},
		"an older journal, narrowed": {
			journal.Run{Legs: []string{legEnvelope}, Options: journal.Options{Skip: []string{legBacklog}}}, "selection"},
		"no header": {journal.Run{}, "names no leg"},
	} {
		for _, verdict := range judges.Verdicts(journal.Evidence{Run: test.run}) {
			if verdict.Leg != legBacklog {
				continue
			}
			if verdict.Result != judges.Skipped || !strings.Contains(verdict.Reason, test.says) {
				t.Errorf("%s: want skipped for a reason that says %q, got %s", name, test.says, describe(verdict))
			}
		}
	}
}

// Against nothing not one leg of a host passes, and none fails.
func TestAgainstNothingNoLegPasses(t *testing.T) {
	everything := func(a reply) double {
		drops := []string{"controls", "inboxes", "delivery", "webhook", "tenancy", "trigger", "replay", "refusal"}
		return double{drops: drops, answer: func(_ string, out *reply) { *out = a }, stream: func(_ string, out *reply) { *out = a }}
	}
	for name, host := range map[string]double{
		"a closed port":    everything(reply{fault: "dial"}),
		"accept and close": everything(reply{fault: "reset"}),
		"one page":         everything(reply{status: 200, body: "<html>hello</html>", header: map[string]string{"Content-Type": "text/html"}}),
		"one conflict":     everything(reply{status: 409, body: refusal("host_event_resync_required")}),
	} {
		for leg, verdict := range judge(t, host) {
			if verdict.Result != judges.Blocked {
				t.Errorf("%s: %s: want blocked, got %s", name, leg, describe(verdict))
			}
		}
	}
}

// A host that has a discovery document and then answers everything alike.
func TestADocumentAndThenNothingPassesNoLeg(t *testing.T) {
	for name, a := range map[string]reply{
		"reset":        {fault: "reset"},
		"one page":     {status: 200, body: "<html>hello</html>", header: map[string]string{"Content-Type": "text/html"}},
		"one conflict": {status: 409, body: refusal("host_event_resync_required")},
		"forbidden":    {status: 403, body: refusal("forbidden")},
		"no content":   {status: 204},
		"limited":      {status: 429},
	} {
		host := double{
			drops: []string{"delivery", "webhook", "tenancy", "replay", "refusal"},
			answer: func(name string, out *reply) {
				if !strings.HasPrefix(name, "run/discovery") {
					*out = a
				}
			},
			stream: func(_ string, out *reply) { *out = a },
		}
		for leg, verdict := range judge(t, host) {
			if verdict.Result == judges.Pass {
				t.Errorf("%s: %s: want no pass, got %s", name, leg, describe(verdict))
			}
		}
	}
}
