package judges_test

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

const legDiscloses = "0250.refusal-discloses-nothing"

// everyRefusal are all refusals of the scenario.
var everyRefusal = append([]string{journal.StreamUnknownB}, refused...)

// says changes the text of refusals.
func says(text string, streams ...string) double {
	return asks(func(a *reply) { a.body = map[string]any{"error": "host_event_resync_required", "message": text} }, streams...)
}

func TestRefusalDisclosesConvicts(t *testing.T) {
	const unknown = unknownCursor + "1"
	escaped := ""
	for _, b := range []byte(unknown) {
		escaped += "%" + hex.EncodeToString([]byte{b})
	}
	first := journal.StreamUnknown1
	convictAll(t, legDiscloses, []conviction{
		{"cursor", "no-cursor", says("not from "+unknown, first), []string{legUniform}},
		{"cursor-in-capitals", "no-cursor", says("not from "+strings.ToUpper(unknown)+".", first), []string{legUniform}},
		{"cursor-in-json", "no-cursor", says(`{"cursor":"`+unknown+`"}`, first), []string{legUniform}},
		{"cursor-in-url", "no-cursor", says("?after="+escaped, first), []string{legUniform}},
		{"cursor-in-html", "no-cursor", says(strings.ReplaceAll(unknown, "-", "&#45;"), first), []string{legUniform}},
		{"cursor-in-base64", "no-cursor", says(base64.RawURLEncoding.EncodeToString([]byte("x"+unknown+"yz")), first), []string{legUniform}},
		{"cursor-in-hexadecimal", "no-cursor", says(strings.ToUpper(hex.EncodeToString([]byte(unknown))), first), []string{legUniform}},
		{"malformed", "no-cursor", says("no: {malformed}", journal.StreamMalformed), []string{legUniform}},
		{"no-json", "no-cursor", asks(func(a *reply) { a.body = "no such cursor: " + unknown }, first), []string{legUniform, legCursor}},
		{"payload-member", "no-payload", says(`it is { "type": "x", "payload": {} }`, journal.StreamRefusedEphemeral), []string{legUniform}},
		{"own-tenant", "no-tenant", says("not for tenant-a.", refused...), nil},
		{"own-tenant-of-b", "no-tenant", says("TENANT-B: no", journal.StreamUnknownB), nil},
		{"tenant-of-the-event", "no-tenant", says("it is of tenant-b/events", journal.StreamForeignBelow), []string{legUniform}},
		{"secret-in-body", "no-secret", asks(func(a *reply) { a.secret = true }, everyRefusal...), nil},
	})
}

// What is said to everybody, or is no tenant's id but a word with it inside, tells nothing.
func TestRefusalMaySayWhatTellsNothing(t *testing.T) {
	for name, host := range map[string]double{
		"both tenants are words": says("neither tenant-a nor tenant-b", everyRefusal...),
		"longer words":           says("tenant-a1 and my-tenant-a, tenant-a.b", refused...),
		"one text for each":      says("nein: payload, cursor, secret", journal.StreamUnknownB),
		"an example":             says("such as evt-never-issued-0 or no event id", everyRefusal...),
		"headers":                asks(func(a *reply) { a.header = map[string]string{"X-Tenant": "tenant-a", "X-Cursor": unknownCursor + "1"} }, refused...),
	} {
		t.Run(name, func(t *testing.T) { passes(t, host, legDiscloses) })
	}
}

func TestRefusalDisclosesUnproven(t *testing.T) {
	for name, test := range map[string]struct {
		host        double
		rule, words string
	}{
		"no twin":     {double{stream: status(journal.StreamAcceptedBefore, 429)}, "no-cursor", "accepted-before was answered 429"},
		"cut":         {asks(func(a *reply) { a.body, a.cut = `{"error":`, true }, refused...), "no-secret", "only part of its"},
		"opened":      {asks(opened, journal.StreamUnknown2), "no-tenant", "unknown-2 was answered 200"},
		"not refused": {double{drops: []string{"refusal"}}, "no-payload", "no refusal of an unknown cursor"},
	} {
		t.Run(name, func(t *testing.T) { unproven(t, test.host, legDiscloses, test.rule, test.words) })
	}
}

// Headers that have the cursor or the tenant in them are told, and nothing more.
func TestRefusalHeadersAreTold(t *testing.T) {
	host := asks(func(a *reply) { a.header = map[string]string{"X-Tenant": "tenant-a"} }, journal.StreamUnknown1)
	verdict := judge(t, host)[legDiscloses]
	if verdict.Result != judges.Pass || len(rulesOf(verdict, judges.Advisory)) != 1 {
		t.Errorf("want a pass and one advisory, got %s", describe(verdict))
	}
}

// Without a second tenant the id of the first is still looked for, and it may be a word.
func TestRefusalDisclosesWithoutASecondTenant(t *testing.T) {
	alone := func(host double) double {
		host.run = func(r *journal.Run) { r.Credentials = r.Credentials[:1] }
		return host
	}
	passes(t, alone(double{}), legDiscloses)
	unproven(t, alone(says("tenant-a", refused...)), legDiscloses, "no-tenant", "which may be a word of its text: no second credential was given")
}

// Where no subscription id tells the tenants, the operator does or the other
// tenant's refusal has to be the same.
func TestRefusalDisclosesWithoutAWebhookID(t *testing.T) {
	nameless := func(host double) double {
		host.webhookID = func(string, string) string { return "hook" }
		return host
	}
	told := func(host double) double {
		host.run = func(r *journal.Run) {
			r.Options.Facts.Tenants = map[journal.Tenant]string{journal.TenantA: "acme", journal.TenantB: "globex"}
		}
		return nameless(host)
	}
	passes(t, nameless(double{}), legDiscloses)
	passes(t, told(says("non", journal.StreamUnknownB)), legDiscloses)
	unproven(t, nameless(says("acme: no", refused...)), legDiscloses, "no-tenant", "give the tenants of the credentials")
	convicts(t, told(says("acme: no", refused...)), legDiscloses, "no-tenant")
}
