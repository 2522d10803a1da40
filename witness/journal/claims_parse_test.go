package journal_test

import (
	"slices"
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseClaimsReadsAWholeDocument(t *testing.T) {
	got := journal.ParseClaims([]byte(`{
		"protocolVersions": ["2.0", 2, "2.1"],
		"implementation": {"name": "h", "version": "1.2", "vendor": "v"},
		"hostEvents": {"types": [
			{"type": "channel.presence", "delivery": "ephemeral"},
			{"type": "run.done", "delivery": "durable", "extra": true},
			{"type": 7, "delivery": "durable"}, {"type": "no.class"}, "run.done", null
		], "replay": {"minRetentionSeconds": 3.6e3}},
		"webhooks": {"signatureAlgorithms": ["v1", 2, "standard-webhooks-1"], "retryPolicy": {"maxAttempts": 5}},
		"channelPresence": {},
		"conformance": {"seamsProfile": "p"},
		"limits": {"maxStreamAgeSec": 60},
		"heartbeat": {"deliveryChannel": "/v2/host/events"}
	}`))
	want := journal.Claims{
		Read:             true,
		ProtocolVersions: []string{"2.0", "2.1"},
		Name:             "h", Version: "1.2",
		HostEvents:      true,
		HostEventsJSON:  got.HostEventsJSON,
		Types:           []journal.Listing{{Type: "channel.presence", Delivery: "ephemeral"}, {Type: "run.done", Delivery: "durable"}},
		Replay:          true,
		ReplayJSON:      `{"minRetentionSeconds": 3.6e3}`,
		ReplayRetention: 3600,
		Webhooks:        true,
		Algorithms:      []string{"v1", "standard-webhooks-1"},
		MaxAttempts:     5,
		ChannelPresence: true,
		SeamsProfile:    "p",
		MaxStreamAge:    60,
		StreamAgeJSON:   "60",
		StreamPath:      "/v2/host/events",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

func TestParseClaimsKeepsTheFacetVerbatim(t *testing.T) {
	const facet = `{ "types" : [ ] ,"x":1.0,  "x":"\u0041"}`
	got := journal.ParseClaims([]byte(`{"a":1, "hostEvents": ` + facet + ` , "b":2}`))
	if got.HostEventsJSON != facet {
		t.Errorf("facet = %q, want %q", got.HostEventsJSON, facet)
	}
}

func TestParseClaimsIsLenient(t *testing.T) {
	read := func(c journal.Claims) journal.Claims { c.Read = true; return c }
	tests := []struct {
		reason, document string
		want             journal.Claims
	}{
		{"null is not there", `{"hostEvents":null,"webhooks":null,"channelPresence":null}`, read(journal.Claims{})},
		{"any other value is a claim", `{"hostEvents":false}`, read(journal.Claims{HostEvents: true, HostEventsJSON: "false"})},
		{"names are exact", `{"HostEvents":{},"WEBHOOKS":{}}`, read(journal.Claims{})},
		{"a byte order mark is passed over", "\ufeff{\"webhooks\":{}}", read(journal.Claims{Webhooks: true})},
		{"a count in a string is none", `{"limits":{"maxStreamAgeSec":"60"}}`, read(journal.Claims{StreamAgeJSON: `"60"`})},
		{"a broken count is none", `{"limits":{"maxStreamAgeSec":1.5}}`, read(journal.Claims{StreamAgeJSON: "1.5"})},
		{"a negative count is none", `{"limits":{"maxStreamAgeSec":-15}}`, read(journal.Claims{StreamAgeJSON: "-15"})},
		{"a huge count is the largest", `{"limits":{"maxStreamAgeSec":1e300}}`, read(journal.Claims{MaxStreamAge: 1 << 53, StreamAgeJSON: "1e300"})},
		{"a count of more digits than fit is the largest", `{"limits":{"maxStreamAgeSec":9223372036854775808}}`, read(journal.Claims{MaxStreamAge: 1 << 53, StreamAgeJSON: "9223372036854775808"})},
		{"a null limit is not there", `{"limits":{"maxStreamAgeSec":null}}`, read(journal.Claims{})},
		{"replay without a shape is still a claim", `{"hostEvents":{"replay":true}}`,
			read(journal.Claims{HostEvents: true, HostEventsJSON: `{"replay":true}`, Replay: true, ReplayJSON: "true"})},
		{"replay that is null is still a claim", `{"hostEvents":{"replay":null}}`,
			read(journal.Claims{HostEvents: true, HostEventsJSON: `{"replay":null}`, Replay: true, ReplayJSON: "null"})},
		{"a URL is no path", `{"heartbeat":{"deliveryChannel":"https://elsewhere.example/x"}}`, read(journal.Claims{})},
		{"two slashes are no path", `{"heartbeat":{"deliveryChannel":"//elsewhere.example/x"}}`, read(journal.Claims{})},
		{"a word is no path", `{"heartbeat":{"deliveryChannel":"sse"}}`, read(journal.Claims{})},
		{"a query is no path", `{"heartbeat":{"deliveryChannel":"/x?y=z"}}`, read(journal.Claims{})},
		{"a line end is no path", `{"heartbeat":{"deliveryChannel":"/x\r\nEvil: y"}}`, read(journal.Claims{})},
		{"families of another shape", `{"implementation":[],"limits":3,"heartbeat":"x","conformance":null}`, read(journal.Claims{})},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if diff := cmp.Diff(test.want, journal.ParseClaims([]byte(test.document))); diff != "" {
				t.Errorf("claims of %s (-want +got):\n%s", test.document, diff)
			}
		})
	}
}

func TestParseClaimsRefusesWhatIsNoObject(t *testing.T) {
	for _, document := range []string{"", "null", "[]", `"x"`, "1", "{", "{} {}", "<html></html>"} {
		if got := journal.ParseClaims([]byte(document)); got.Read || got.Problem == "" {
			t.Errorf("%q: read %v, problem %q, want a problem", document, got.Read, got.Problem)
		}
	}
}

func TestParseClaimsTakesAnyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := rapid.SliceOf(rapid.Byte()).Draw(t, "document")
		if got := journal.ParseClaims(document); got.Read == (got.Problem != "") {
			t.Fatalf("read %v with problem %q", got.Read, got.Problem)
		}
	})
}

func TestCausesPrefersTheTrigger(t *testing.T) {
	listing := func(eventType, class string) journal.Listing {
		return journal.Listing{Type: eventType, Delivery: class}
	}
	tests := []struct {
		reason string
		claims journal.Claims
		class  string
		via    journal.Via
		as     string
	}{
		{"listed under its class", journal.Claims{Types: []journal.Listing{listing(journal.TypeTestDurable, "durable")}},
			"durable", journal.ViaTrigger, journal.TypeTestDurable},
		{"listed under the wrong class binds nothing", journal.Claims{Types: []journal.Listing{listing(journal.TypeTestDurable, "ephemeral")}},
			"durable", "", ""},
		{"the seam when there is no trigger", journal.Claims{SeamsProfile: journal.SeamsProfileEmit,
			Types: []journal.Listing{listing("run.done", "ephemeral"), listing("example.gone", "ephemeral")}},
			"ephemeral", journal.ViaSeam, "example.gone"},
		{"no seam without its profile", journal.Claims{Types: []journal.Listing{listing("example.gone", "ephemeral")}}, "ephemeral", "", ""},
		{"the trigger before the seam", journal.Claims{SeamsProfile: journal.SeamsProfileEmit,
			Types: []journal.Listing{listing("example.kept", "durable"), listing(journal.TypeTestDurable, "durable")}},
			"durable", journal.ViaTrigger, journal.TypeTestDurable},
	}
	for _, test := range tests {
		if via, as := test.claims.Causes(test.class); via != test.via || as != test.as {
			t.Errorf("%s: %q as %q, want %q as %q", test.reason, via, as, test.via, test.as)
		}
	}
}

func TestUnlistedReserved(t *testing.T) {
	durable, ephemeral := journal.TypeTestDurable, journal.TypeTestEphemeral
	for _, test := range []struct {
		listed map[string]string // classes by type
		want   []string
	}{
		{nil, []string{durable, ephemeral}},
		{map[string]string{ephemeral: "ephemeral"}, []string{durable}},
		{map[string]string{durable: "ephemeral"}, []string{ephemeral}}, // listed, if wrongly
		{map[string]string{durable: "durable", ephemeral: "ephemeral"}, nil},
	} {
		var claims journal.Claims
		for eventType, class := range test.listed {
			claims.Types = append(claims.Types, journal.Listing{Type: eventType, Delivery: class})
		}
		if got := claims.UnlistedReserved(); !slices.Equal(got, test.want) {
			t.Errorf("%v: unlisted %q, want %q", test.listed, got, test.want)
		}
	}
}
