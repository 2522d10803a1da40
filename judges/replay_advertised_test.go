package judges_test

import (
	"encoding/json"
	"testing"

	"hostwitness/judges"
)

const legAdvertisement = "0250.advertisement"

// advertising puts raw JSON into hostEvents.replay.
func advertising(raw string) double {
	return double{document: func(d document) { facet(d)["replay"] = json.RawMessage(raw) }}
}

func TestReplayAdvertisedConvicts(t *testing.T) {
	convictAll(t, legAdvertisement, []conviction{
		{"null", "object", advertising(`null`), nil},
		{"true", "object", advertising(`true`), nil},
		{"false", "object", advertising(`false`), nil},
		{"text", "object", advertising(`"required"`), nil},
		{"number", "object", advertising(`3600`), nil},
		{"array", "object", advertising(`[{"minRetentionSeconds":3600}]`), nil},
		{"twice", "object", advertising(`{"minRetentionSeconds":3600,"minRetentionSeconds":3600}`), []string{legEnvelope}},
		{"missing", "bound", advertising(`{}`), nil},
		{"zero", "bound", advertising(`{"minRetentionSeconds":0}`), nil},
		{"negative", "bound", advertising(`{"minRetentionSeconds":-1}`), nil},
		{"fraction", "bound", advertising(`{"minRetentionSeconds":1.5}`), nil},
		{"text-of-a-number", "bound", advertising(`{"minRetentionSeconds":"3600"}`), nil},
		{"null-bound", "bound", advertising(`{"minRetentionSeconds":null}`), nil},
		{"mode", "closed", advertising(`{"minRetentionSeconds":3600,"mode":"required"}`), nil},
		{"nameless", "closed", advertising(`{"minRetentionSeconds":3600,"":1}`), nil},
	})
}

// A claim that cannot be read is one: no leg is taken away by it, and none
// convicts for it.
func TestAMalformedClaimTakesNoLegAway(t *testing.T) {
	for _, raw := range []string{`null`, `true`, `{}`, `{"minRetentionSeconds":0}`, `{"minRetentionSeconds":1.5}`, `{"minRetentionSeconds":"3600"}`} {
		verdicts := judge(t, advertising(raw))
		for _, leg := range []string{legBacklog, legNotReplayed, legHandoff, "0250.cursor-refused", "0250.refusal-uniform", "0250.legacy-unchanged"} {
			if got := verdicts[leg].Result; got != judges.Blocked && got != judges.Pass {
				t.Errorf("%s with replay %s: %s", leg, raw, describe(verdicts[leg]))
			}
		}
	}
}

func TestReplayAdvertisedAllows(t *testing.T) {
	for _, raw := range []string{
		`{"minRetentionSeconds":1}`, `{"minRetentionSeconds":3600.0}`, `{"minRetentionSeconds":3.6e3}`,
		`{"minRetentionSeconds":18446744073709551616}`, ` { "minRetention\u0053econds" : 60 } `,
	} {
		t.Run(raw, func(t *testing.T) { passes(t, advertising(raw), legAdvertisement) })
	}
}

func TestReplayAdvertisedGates(t *testing.T) {
	gates(t, double{document: func(d document) { delete(facet(d), "replay") }}, legAdvertisement, judges.Inapplicable, "no hostEvents.replay")
	gates(t, double{document: func(d document) { delete(d, "hostEvents") }}, legAdvertisement, judges.Inapplicable, "no hostEvents record")
	unproven(t, double{finish: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 7200} }}, legAdvertisement, "bound", "changed during the run")
}
