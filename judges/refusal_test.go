package judges_test

import (
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const (
	legCursor  = "0250.cursor-refused"
	legUniform = "0250.refusal-uniform"
	legLegacy  = "0250.legacy-unchanged"
)

var (
	unknowns = []string{journal.StreamUnknown1, journal.StreamUnknown2, journal.StreamMalformed}
	refused  = append([]string{journal.StreamRefusedEphemeral, journal.StreamForeignBelow, journal.StreamForeignAbove}, unknowns...)
)

// asks changes the answers to stream requests of the refusal scenario.
func asks(change func(a *reply), streams ...string) double {
	return double{stream: func(name string, a *reply) {
		for _, stream := range streams {
			if name == stream {
				change(a)
			}
		}
	}}
}

func opened(a *reply) {
	*a = reply{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}}
}

func TestCursorRefusedConvicts(t *testing.T) {
	convictAll(t, legCursor, []conviction{
		{"silently-opened", "status", asks(opened, unknowns...), nil},
		{"malformed-opened", "status", asks(opened, journal.StreamMalformed), []string{legUniform}},
		{"opened-without-twins", "status", double{stream: func(name string, a *reply) {
			asks(opened, journal.StreamUnknown1).stream(name, a)
			if name == journal.StreamAcceptedAfter {
				*a = reply{status: 429}
			}
		}}, nil},
		{"not-found", "status", asks(func(a *reply) { a.status = 404 }, refused...), nil},
		{"gone", "status", asks(func(a *reply) { a.status = 410 }, refused...), nil},
		{"reset", "status", asks(func(a *reply) { *a = reply{fault: "reset"} }, unknowns...), nil},
		{"server-error", "status", asks(func(a *reply) { *a = reply{status: 500, body: refusal("internal")} }, unknowns...), nil},
		{"as-a-stream", "before-stream", asks(func(a *reply) { a.header = map[string]string{"Content-Type": "text/event-stream"} }, refused...), nil},
		{"other", "code", asks(func(a *reply) { a.body = refusal("cursor_unknown") }, refused...), nil},
		{"a-member-more", "error-body", asks(func(a *reply) {
			a.body = map[string]any{"error": "host_event_resync_required", "message": "no", "retriable": false}
		}, refused...), nil},
		{"no-message", "error-body", asks(func(a *reply) { a.body = map[string]any{"error": "host_event_resync_required"} }, refused...), nil},
		{"details-null", "error-body", asks(func(a *reply) {
			a.body = map[string]any{"error": "host_event_resync_required", "message": "no", "details": nil}
		}, refused...), nil},
		{"details", "no-details", asks(func(a *reply) {
			a.body = map[string]any{"error": "host_event_resync_required", "message": "no", "details": map[string]any{"oldest": "x"}}
		}, refused...), nil},
	})
}

// Bytes of a stream before the refusal break two rules: they come first, and
// what follows them is no error body any more.
func TestCursorRefusedFindsBytesOfAStream(t *testing.T) {
	for name, start := range map[string]string{"comment": ": connected\n\n", "retry": "\ufeffretry: 1000\n\n", "event": "\r\nevent: error\n"} {
		verdict := judge(t, asks(func(a *reply) { a.body = start + asJSON(a.body) }, refused...))[legCursor]
		if got := rulesOf(verdict, judges.Violated); !slices.Equal(got, []string{"before-stream", "error-body"}) {
			t.Errorf("%s: want before-stream and error-body violated, got %s", name, describe(verdict))
		}
	}
}

func TestCursorRefusedAllowsEmptyDetails(t *testing.T) {
	passes(t, asks(func(a *reply) {
		a.body = map[string]any{"error": "host_event_resync_required", "message": "no", "details": map[string]any{}}
	}, refused...))
}

func TestCursorRefusedUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"no twin before", "status", "accepted-before was answered 429", double{stream: status(journal.StreamAcceptedBefore, 429)}},
		{"no twin after", "status", "accepted-after was answered 404", double{stream: status(journal.StreamAcceptedAfter, 404)}},
		{"an old twin", "status", "may have been", double{
			document: func(d document) { facet(d)["replay"] = map[string]any{"minRetentionSeconds": 1} },
			stream:   status(journal.StreamAcceptedAfter, 409),
			before: func(s *story, step string) {
				if step == "refusal" {
					s.wait(0)
				}
			},
			published: func(s *story, name string) {
				if name == journal.EmitRefusalHead {
					s.wait(2 * settle)
				}
			},
		}},
		{"rate limited", "status", "rate limited", asks(func(a *reply) { *a = reply{status: 429} }, unknowns...)},
		{"no page is a stream", "status", "so a refusal proves nothing", double{stream: func(name string, a *reply) {
			if strings.HasPrefix(name, "host-event-refusal/") {
				*a = reply{status: 200, header: map[string]string{"Content-Type": "text/html"}}
			}
		}}},
		{"the same 409 for everything", "status", "so a refusal proves nothing", double{stream: func(name string, a *reply) {
			if strings.HasPrefix(name, "host-event-refusal/") {
				*a = reply{status: 409, body: refusal("host_event_resync_required")}
			}
		}}},
		{"not asked for", "status", "unknown-1 was not asked for", double{drops: []string{"refusal"}}},
		{"a cut body", "error-body", "only part of its", asks(func(a *reply) { a.body, a.cut = `{"error":`, true }, refused...)},
		{"the facet went away", "status", "hostEvents.replay in the discovery document changed", double{finish: func(d document) { delete(facet(d), "replay") }}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verdict := judge(t, test.host)[legCursor]
			found := false
			for _, finding := range verdict.Findings {
				found = found || finding.Rule == test.rule && finding.Outcome == "unproven" && strings.Contains(finding.Message, test.words)
			}
			if !found || verdict.Result != "blocked" {
				t.Errorf("want blocked with %s unproven (%q), got %s", test.rule, test.words, describe(verdict))
			}
		})
	}
}

func TestRefusalUniformConvicts(t *testing.T) {
	otherBody := func(a *reply) { a.body = map[string]any{"error": "host_event_resync_required", "message": "not yours"} }
	echo := 0
	convictAll(t, legUniform, []conviction{
		{"second-unknown", "unknown", asks(otherBody, journal.StreamUnknown2), nil},
		{"malformed-is-invalid", "unknown", asks(func(a *reply) { a.status = 400 }, journal.StreamMalformed), []string{legCursor}},
		{"own-request-id", "unknown", asks(func(a *reply) {
			echo++
			a.body = map[string]any{"error": "host_event_resync_required", "message": strings.Repeat("x", echo)}
		}, unknowns[1:]...), nil},
		{"other-body", "ephemeral", asks(otherBody, journal.StreamRefusedEphemeral), nil},
		{"opened", "ephemeral", asks(opened, journal.StreamRefusedEphemeral), nil},
		{"not-found", "ephemeral", asks(func(a *reply) { a.status = 404 }, journal.StreamRefusedEphemeral), nil},
		{"reset", "ephemeral", asks(func(a *reply) { *a = reply{fault: "reset"} }, journal.StreamRefusedEphemeral), nil},
		{"other-body-below", "foreign", asks(otherBody, journal.StreamForeignBelow), nil},
		{"other-body-above", "foreign", asks(otherBody, journal.StreamForeignAbove), nil},
		{"forbidden", "foreign", asks(func(a *reply) { *a = reply{status: 403, body: refusal("id_tenant_mismatch")} },
			journal.StreamForeignBelow, journal.StreamForeignAbove), nil},
		{"opened", "foreign", asks(opened, journal.StreamForeignBelow), nil},
		{"opened-where-unknown-is-too", "foreign", asks(opened, append([]string{journal.StreamForeignBelow}, unknowns...)...), []string{legCursor}},
		{"a-space-more", "foreign", asks(func(a *reply) { a.body = asJSON(a.body) + " " }, journal.StreamForeignAbove), nil},
	})
}

func TestRefusalUniformShowsTheDifference(t *testing.T) {
	verdict := judge(t, asks(func(a *reply) {
		a.body = map[string]any{"error": "host_event_resync_required", "message": "not yours"}
	}, journal.StreamForeignBelow))[legUniform]
	if !strings.Contains(verdict.Reason, "first difference at byte 51") {
		t.Errorf("want the first differing byte, got %s", describe(verdict))
	}
}

func TestRefusalUniformUnproven(t *testing.T) {
	tests := []struct {
		name, rule, words string
		host              double
	}{
		{"nothing to compare with", "unknown", "there is no refusal to compare with", asks(func(a *reply) { *a = reply{status: 429} }, journal.StreamUnknown1)},
		{"no twin", "foreign", "so a refusal proves nothing", double{stream: status(journal.StreamAcceptedAfter, 404)}},
		{"cut", "foreign", "was not kept in full", asks(func(a *reply) { a.cut = true }, journal.StreamForeignBelow)},
		{"rate limited", "ephemeral", "rate limited", asks(func(a *reply) { *a = reply{status: 429} }, journal.StreamRefusedEphemeral)},
		{"no ephemeral event", "ephemeral", "was not asked for, so no cursor named an ephemeral event", call(journal.EmitRefusalE, func(a *reply) { *a = reply{status: 429} })},
		{"the foreign event was never seen", "foreign", "did not name a durable event of the second tenant", double{frame: func(w *wire) {
			if w.emit == journal.EmitRefusalAbove {
				w.times = 0
			}
		}, published: func(s *story, name string) {
			if name == journal.EmitRefusalAbove {
				s.end(journal.StreamControlB, journal.Ended{How: journal.EndedFault, Fault: faultOf("reset")})
			}
		}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legUniform, test.rule, test.words) })
	}
}

func TestLegacyUnchangedConvicts(t *testing.T) {
	resync := func(a *reply) { *a = reply{status: 409, body: refusal("host_event_resync_required")} }
	convictAll(t, legLegacy, []conviction{
		{"unknown", "not-resync", asks(resync, journal.StreamLegacyUnknown), nil},
		{"other-status", "not-resync", asks(func(a *reply) { *a = reply{status: 400, body: refusal("host_event_resync_required")} }, journal.StreamLegacyUnknown), nil},
		{"on-an-ephemeral-id", "not-resync", asks(resync, journal.StreamDeliveryOwnID), nil},
	})
}

func TestLegacyUnchangedAllowsAnyOtherAnswer(t *testing.T) {
	for name, change := range map[string]func(a *reply){
		"opened":         opened,
		"conflict":       func(a *reply) { *a = reply{status: 409, body: refusal("cursor_unknown")} },
		"bad request":    func(a *reply) { *a = reply{status: 400, body: refusal("validation_error")} },
		"without a body": func(a *reply) { *a = reply{status: 404} },
		"no content":     func(a *reply) { *a = reply{status: 204} },
	} {
		t.Run(name, func(t *testing.T) { passes(t, asks(change, journal.StreamLegacyUnknown), legLegacy) })
	}
}

func TestLegacyUnchangedUnproven(t *testing.T) {
	tests := []struct {
		name, words string
		host        double
	}{
		{"no twin", "legacy-accepted was answered 503", double{stream: func(name string, a *reply) {
			switch name {
			case journal.StreamLegacyUnknown:
				*a = reply{status: 400, body: refusal("validation_error")}
			case journal.StreamLegacyAccepted:
				*a = reply{status: 503}
			}
		}}},
		{"failing", "was answered 500", asks(func(a *reply) { *a = reply{status: 500} }, journal.StreamLegacyUnknown)},
		{"rate limited", "was answered 429", asks(func(a *reply) { *a = reply{status: 429} }, journal.StreamLegacyUnknown)},
		{"not asked for", "no stream was asked for with a cursor", double{drops: []string{"refusal"}}},
		{"a secret in the refusal", "stood in its bytes", asks(func(a *reply) {
			*a = reply{status: 400, body: "<removed>", secret: true}
		}, journal.StreamLegacyUnknown)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { unproven(t, test.host, legLegacy, "not-resync", test.words) })
	}
}
