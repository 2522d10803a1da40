package schemas_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

const soundReport = `{
  "suite": {"name": "hostwitness", "version": "1.0.0", "catalogue": "` + sixtyFour + `"},
  "host": {"url": "http://127.0.0.1:1", "name": "h", "version": "1", "build": {"kind": "commit", "id": "9543718c"}},
  "discovery": {"url": "http://127.0.0.1:1/.well-known/openwop", "sha256": "` + sixtyFour + `", "protocolVersions": ["2.0"]},
  "startedAt": "2025-10-09T08:53:20Z", "durationMs": 4100, "trigger": "normative",
  "totals": {"executedPass": 1, "executedFail": 1, "skipped": 0, "inapplicable": 0, "blocked": 1}, "exitCode": 1,
  "legs": [
    {"id": "0250.shape", "requirement": "openwop.requirement.0250.shape", "revision": 1, "scenario": "shapes",
     "result": "executed-pass", "assertions": 1, "durationMs": 3, "findings": [{"rule": "positive-accepted", "outcome": "holds", "message": "16 accepted"}]},
    {"id": "0250.cursor-refused", "requirement": "openwop.requirement.0250.cursor-refused", "revision": 1, "scenario": "host-event-refusal",
     "result": "executed-fail", "assertions": 2, "reason": "status: 400", "waived": [{"reason": "known", "expires": "2026-01-01"}], "durationMs": 0,
     "findings": [
       {"rule": "status", "outcome": "violated", "message": "400", "expected": "409", "observed": "400", "records": [7, 9]},
       {"rule": "code", "outcome": "holds", "message": "as named"}, {"rule": "error-body", "outcome": "unproven", "message": "no body"}]},
    {"id": "0250.legacy-unchanged", "requirement": "openwop.requirement.0250.legacy-unchanged", "revision": 1, "scenario": "host-event-refusal",
     "result": "blocked", "assertions": 0, "reason": "the host did not answer", "durationMs": 0, "findings": []}
  ]
}`

const sixtyFour = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestReportIsHeldToItsShapeAndItsCounts(t *testing.T) {
	if problems := schemas.Validate(schemas.Report, []byte(soundReport)); len(problems) > 0 {
		t.Fatalf("a sound report: %s", schemas.Summary(problems, 9))
	}
	for _, test := range []struct{ name, old, replacement, want string }{
		{"a pass without assertions", `"assertions": 1`, `"assertions": 0`, "/legs/0/assertions: is 0, but the count of findings that hold or are violated is 1; /legs/0/assertions: is 0, but must be at least 1"},
		{"a failure without a reason", `"reason": "status: 400", `, ``, "/legs/1/reason: is missing"},
		{"a blocked leg with an empty reason", `"the host did not answer"`, `" "`, `/legs/2/reason: is " ", which is not a text that says something`},
		{"an unknown result", `"result": "blocked"`, `"result": "passed"`, `/legs/2/result: is "passed", but must be "executed-pass" or "executed-fail" or "skipped" or "inapplicable" or "blocked"; /totals/blocked: is 1, but the count of legs that are blocked is 0`},
		{"an unknown outcome", `"outcome": "unproven"`, `"outcome": "maybe"`, `/legs/1/findings/2/outcome: is "maybe", but must be "holds" or "violated" or "unproven" or "advisory"`},
		{"totals that flatter", `"executedFail": 1`, `"executedFail": 0`, "/totals/executedFail: is 0, but the count of legs that are executed-fail is 1"},
		{"assertions that flatter", `"assertions": 2`, `"assertions": 3`, "/legs/1/assertions: is 3, but the count of findings that hold or are violated is 2"},
		{"a leg twice", `"id": "0250.legacy-unchanged"`, `"id": "0250.shape"`, `/legs/2/id: is "0250.shape", which entry 0 says already`},
		{"another exit code", `"exitCode": 1`, `"exitCode": 5`, "/exitCode: is 5, but must be 0 or 1 or 2 or 3 or 4 or 130"},
		{"another trigger", `"normative"`, `"other"`, `/trigger: is "other", but must be "normative" or "seam" or null`},
		{"no trigger", `"trigger": "normative",`, ``, "/trigger: is missing"},
		{"a record without a number", `[7, 9]`, `[0]`, "/legs/1/findings/0/records/0: is 0, but must be at least 1"},
		{"a member of its own", `"durationMs": 4100`, `"durationMs": 4100, "mood": "good"`, "/mood: must not be there: the members of this object are discovery, durationMs, exitCode, host, legs, startedAt, suite, totals, trigger, waivers"},
		{"an excuse beside no failure", `"assertions": 1,`, `"assertions": 1, "waived": [{"reason": "known", "expires": "2026-01-01"}],`, `/legs/0/result: is "executed-pass", but must be "executed-fail"`},
		{"an excuse that is none", `"waived": [{"reason": "known", "expires": "2026-01-01"}]`, `"waived": []`, "/legs/1/waived: has 0 entries, but must have at least 1"},
		{"a waiver without a standing", `"durationMs": 4100`, `"durationMs": 4100, "waivers": [{"leg": "x", "reason": "known", "expires": "2026-01-01", "why": "it passed"}]`, "/waivers/0/standing: is missing"},
		{"a digest cut short", `"sha256": "0123`, `"sha256": "`, `/discovery/sha256: is "456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", which is not a SHA-256 digest (64 lower-case hexadecimal digits)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := strings.Replace(soundReport, test.old, test.replacement, 1)
			if document == soundReport {
				t.Fatalf("%s is not in the report", test.old)
			}
			if diff := cmp.Diff(test.want, schemas.Summary(schemas.Validate(schemas.Report, []byte(document)), 9)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
	withoutTrigger := strings.Replace(soundReport, `"normative"`, `null`, 1)
	if problems := schemas.Validate(schemas.Report, []byte(withoutTrigger)); len(problems) > 0 {
		t.Errorf("a run that caused nothing: %s", schemas.Summary(problems, 9))
	}
}

// Every required member of every object of a report is missed when it is gone.
func TestReportMissesEveryRequiredMember(t *testing.T) {
	for _, path := range [][]string{
		{"suite"}, {"host"}, {"discovery"}, {"startedAt"}, {"durationMs"}, {"trigger"}, {"totals"}, {"exitCode"}, {"legs"},
		{"suite", "name"}, {"suite", "version"}, {"suite", "catalogue"}, {"host", "url"}, {"discovery", "url"}, {"totals", "skipped"},
	} {
		var report map[string]any
		if err := json.Unmarshal([]byte(soundReport), &report); err != nil {
			t.Fatal(err)
		}
		object := report
		for _, name := range path[:len(path)-1] {
			object = object[name].(map[string]any)
		}
		delete(object, path[len(path)-1])
		document, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		want := "/" + strings.Join(path, "/") + ": is missing"
		if got := schemas.Summary(schemas.Validate(schemas.Report, document), 1); !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
