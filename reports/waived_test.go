package reports

import (
	"encoding/json"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
)

// excusedView is a run whose one failure is waived, by two rules with a waiver each.
func excusedView(t *testing.T) View {
	t.Helper()
	input := inputOf(0, records(),
		passed("0250.shape"),
		verdictOf("0236.host-event.envelope", judges.Fail, "order: D3 came before D2",
			finding("order", judges.Violated, "D3 came before D2", 8, 9), finding("timestamp", judges.Violated, "the timestamp has no offset", 6)),
		passed("0236.ephemeral.no-resume"),
		verdictOf("0236.webhook.host-variant", judges.Inapplicable, "the host does not advertise webhooks (discovery document, /webhooks)"),
		verdictOf("0236.webhook.ephemeral-refused", judges.Inapplicable, "the host does not advertise webhooks (discovery document, /webhooks)"),
		passed("0250.resume-backlog"),
		verdictOf("0250.retention-volume", judges.Skipped, "asked for with --volume N"),
	)
	waive(&input,
		waiver.Waiver{Leg: "0236.host-event.envelope", Rule: "order", Reason: "the queue is being replaced", Issue: "HOST-12", Expires: "2026-06-30"},
		waiver.Waiver{Leg: "0236.host-event.envelope", Rule: "timestamp", Reason: "the old formatter goes with it", Expires: "2026-07-31"},
	)
	return viewOf(t, input)
}

// waivedView is a run with a waiver of every standing, and a failure beside which a rule could not be measured.
func waivedView(t *testing.T) View {
	t.Helper()
	input := inputOf(1, records(),
		passed("0250.shape"),
		verdictOf("0236.host-event.envelope", judges.Fail, "order: D3 came before D2",
			finding("order", judges.Violated, "D3 came before D2", 8, 9), finding("timestamp", judges.Violated, "the timestamp has no offset", 6)),
		verdictOf("0236.ephemeral.no-resume", judges.Fail, "no-id-field: the frame of E1 has an empty id field",
			finding("no-id-field", judges.Violated, "the frame of E1 has an empty id field", 6),
			finding("not-redelivered", judges.Unproven, "the stream ended before the window did", 15)),
		verdictOf("0236.webhook.host-variant", judges.Blocked, "there is no webhook receiver: give --webhook-url"),
		verdictOf("0236.webhook.ephemeral-refused", judges.Inapplicable, "the host does not advertise webhooks (discovery document, /webhooks)"),
		passed("0250.resume-backlog"),
		verdictOf("0250.retention-volume", judges.Skipped, "asked for with --volume N"),
	)
	waive(&input,
		waiver.Waiver{Leg: "0236.host-event.envelope", Rule: "order", Reason: "the queue is being replaced", Issue: "HOST-12", Expires: "2026-06-30"},
		waiver.Waiver{Leg: "0236.ephemeral.no-resume", Reason: "the library writes the field", Expires: "2026-07-31"},
		waiver.Waiver{Leg: "0236.webhook.host-variant", Reason: "the old sender", Expires: "2026-07-31"},
		waiver.Waiver{Leg: "0250.resume-backlog", Reason: "lost on resume", Issue: "HOST-9", Expires: "2026-07-31"},
	)
	return viewOf(t, input)
}

// What the exit code of a run with waivers says, by the whole sentence.
func TestExitSentenceTellsOfWaivers(t *testing.T) {
	open := waivedView(t)
	open.Report.ExitCode = 3
	broken := excusedView(t)
	broken.Report.ExitCode = 3
	for name, test := range map[string]struct {
		view View
		want string
	}{
		"excused": {excusedView(t), "Exit code 0: every failure is waived and nothing was blocked; a run with waivers never certifies."},
		"stale":   {waivedView(t), "Exit code 1: 1 leg failed that no waiver excuses; 1 waiver is stale: 0250.resume-backlog."},
		"open":    {open, "Exit code 3: incomplete: every failure is waived, but 1 leg was blocked and of 1 waived leg a rule could not be measured."},
		"broken":  {broken, "Exit code 3: incomplete: every failure is waived, but the run was broken off."},
	} {
		if got := exitSentence(test.view); got != test.want {
			t.Errorf("%s: %s\nwant %s", name, got, test.want)
		}
	}
}

// What a waiver came to is in every rendering, with the operator's reason.
func TestEveryRenderingTellsOfEveryWaiver(t *testing.T) {
	view := waivedView(t)
	for _, one := range renderings() {
		text := string(render(t, one, view))
		want := []string{"lost on resume", "HOST-9", "2026-07-31", "the library writes the field"}
		if one.name != "junit.xml" { // which has a word for what fails and none for what does not
			want = append(want, "0236.webhook.host-variant", "the old sender", "which no waiver names")
		}
		if one.name == "quiet.txt" {
			want = want[:5]
		}
		for _, words := range want {
			if !strings.Contains(text, words) {
				t.Errorf("%s does not say %q", one.name, words)
			}
		}
	}
}

// A quiet console leaves out what asks nothing of anybody, and nothing else.
func TestQuietConsoleLeavesOutIdleWaivers(t *testing.T) {
	text := string(render(t, rendering{name: "quiet.txt", write: renderConsole(ConsoleOptions{Quiet: true})}, waivedView(t)))
	if !strings.Contains(text, "STALE waiver of 0250.resume-backlog") || !strings.Contains(text, "EXCEEDED waiver of 0236.host-event.envelope (rule order)") {
		t.Errorf("a waiver that fails the run is not told of:\n%s", text)
	}
	if strings.Contains(text, "idle waiver") {
		t.Errorf("an idle waiver is told of:\n%s", text)
	}
}

// A report that has an excuse beside anything but a failure is no report.
func TestExcuseStandsBesideFailuresOnly(t *testing.T) {
	report := excusedView(t).Report
	for i := range report.Legs {
		if report.Legs[i].Result != judges.Pass {
			continue
		}
		report.Legs[i].Waived = []Waiver{{Reason: "none needed", Expires: "2026-06-30"}}
		document, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ReadJSON(strings.NewReader(string(document)))
		if err == nil || !strings.Contains(err.Error(), "/result") {
			t.Errorf("the error is %v, want one about the result of a leg", err)
		}
		return
	}
	t.Fatal("no leg passed; the test shows nothing")
}

// Only a failure has an excuse beside it, whatever a report is made from.
func TestOnlyFailuresAreExcused(t *testing.T) {
	input := inputOf(0, records(), passed("0250.shape"))
	input.Legs = input.Legs[:1]
	input.Waivers = waiver.Effect{{Waiver: waiver.Waiver{Leg: "0250.shape", Reason: "known", Expires: "2026-06-30"}, Standing: waiver.Excuses, Why: "so it is said"}}
	if leg := viewOf(t, input).Report.Legs[0]; leg.Waived != nil {
		t.Errorf("a leg that passed is waived: %+v", leg)
	}
}
