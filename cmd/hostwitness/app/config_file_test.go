package app

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// soundConfig says everything that a file can say.
const soundConfig = `# what we know of our host
host: https://host.example/api
out: evidence/nightly
only: ['0236.*', "0250.*"]
skip: [host-event-webhook]
require:
  - 0250.resume-backlog
settle: 1s
timeout: 1m30s
streams: 8
triggers: 60
streamPath: /host/events
ca: ca.pem
headerFile: headers.txt
direct: true
long: true
hold: 40s
volume: 500
tenants: {a: acme, b: 'anon:globex'}
workspaces:
  - id: team-1
    tenant: a
    within: [a]
  - {id: team-2, tenant: a}
  - {id: 'theirs', tenant: b, within: [b]}
webhook: {url: https://front.example/hooks, listen: ':8089', deadline: 30s}
commands:
  restart: {run: [systemctl, restart, host]}
  expire:
    run: [host-admin, "age", "--id={eventId}"]
    timeout: 90s
  remove:
    shell: |
      psql -c "delete from events where id = '$HOSTWITNESS_EVENT_ID'"
waivers:
  - {leg: 0250.resume-backlog, reason: known, expires: 2999-12-31}
`

func TestConfigFileIsRead(t *testing.T) {
	read, err := parseConfig("c.yaml", []byte(soundConfig), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := configContent{
		Host: "https://host.example/api", Out: "evidence/nightly",
		Only: []string{"0236.*", "0250.*"}, Skip: []string{"host-event-webhook"}, Require: []string{"0250.resume-backlog"},
		Settle: "1s", Timeout: "1m30s", Streams: 8, Triggers: 60, StreamPath: "/host/events", CA: "ca.pem", HeaderFile: "headers.txt",
		Direct: true, Long: true, Hold: "40s", Volume: 500,
		Tenants: map[journal.Tenant]string{"a": "acme", "b": "anon:globex"},
		Workspaces: []journal.Workspace{
			{ID: "team-1", Tenant: "a", Within: []journal.Tenant{"a"}}, {ID: "team-2", Tenant: "a"}, {ID: "theirs", Tenant: "b", Within: []journal.Tenant{"b"}},
		},
		Commands: map[string]configCommand{
			"restart": {Run: []string{"systemctl", "restart", "host"}},
			"expire":  {Run: []string{"host-admin", "age", "--id={eventId}"}, Timeout: "90s"},
			"remove":  {Shell: "psql -c \"delete from events where id = '$HOSTWITNESS_EVENT_ID'\"\n"},
		},
		Waivers: []waiver.Waiver{{Leg: "0250.resume-backlog", Reason: "known", Expires: "2999-12-31"}},
	}
	want.Webhook.URL, want.Webhook.Listen, want.Webhook.Deadline = "https://front.example/hooks", ":8089", "30s"
	if diff := cmp.Diff(want, read.content); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}

// A file may say nothing: who comments everything out means no mistake by it.
func TestEmptyConfigFileSaysNothing(t *testing.T) {
	for _, text := range []string{"", "# host: x\n", "{}\n", "---\n{}\n", "\ufeff{}\n"} {
		read, err := parseConfig("c.yaml", []byte(text), nil)
		if err != nil || !cmp.Equal(read.content, configContent{}) || read.has("/host") {
			t.Errorf("%q: %+v, %v", text, read, err)
		}
	}
}

// ownCredentials are the credentials that the environment of these tests holds.
func ownCredentials() map[string]string {
	return map[string]string{variableFirst: "tok_5fA2-\"q~9x", variableSecond + "_FILE": "b7", variableSigningKey: "MC4CAQAwBQYDK2VwBCIEIA"}
}

// badConfigs are files that are refused, each with the one line that says where and what to write.
func badConfigs() map[string][2]string {
	const inEnvironment = "; that of a tenant belongs into the environment variable OPENWOP_API_KEY or OPENWOP_TEST_TENANT_B_API_KEY, and one that a command needs into a variable of your own that the command reads"
	const ours = "here stands the credential of OPENWOP_API_KEY, and it is there already; take it out of the file"
	const named = " is the name of a credential, and none stands in a configuration; put it into the environment variable "
	return map[string][2]string{
		// YAML
		"a text":                   {"embedded\n", "c.yaml:1:1: the file is a string, but must be an object; write members, as in `host: https://host.example/api`"},
		"a list":                   {"- host: x\n", "c.yaml:1:1: the file is an array, but must be an object; write members, as in `host: https://host.example/api`"},
		"null":                     {"~\n", "c.yaml:1:1: the file is null, but must be an object; write members, as in `host: https://host.example/api`"},
		"an open quote":            {"out: a\nhost: \"\n", "c.yaml:2:1: this is no YAML: found unexpected end of stream"},
		"a tab":                    {"webhook:\n\turl: x\n", "c.yaml:2:1: this is no YAML: found character that cannot start any token"},
		"an open list":             {"only: [a\n", "c.yaml:1:1: this is no YAML: did not find expected ',' or ']'"},
		"no UTF-8":                 {"out: a\nhost: \xff\n", "c.yaml:2:7: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters"},
		"a control byte":           {"host: é\x1b\n", "c.yaml:1:8: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters"},
		"two documents":            {"host: embedded\n---\nhost: embedded\n", "c.yaml:2:1: a second YAML document begins; write one"},
		"an alias":                 {"out: &a x\nhost: *a\n", "c.yaml:1:6: an anchor (&) or alias (*) stands here; write every value where it is meant"},
		"an alias of nothing":      {"out: x\nhost: *a\n", "c.yaml:2:7: an alias (*) stands here for an anchor that is nowhere; write every value where it is meant"},
		"a merged key":             {"webhook:\n  <<: {url: x}\n", "c.yaml:2:3: a key must be a plain word"},
		"a key twice":              {"volume: 1\nhost: embedded\nvolume: 2\n", `c.yaml:3:1: the key "volume" stands here a second time; write it once`},
		"a key twice further in":   {"tenants: {a: x, b: y, a: z}\n", `c.yaml:1:23: the key "a" stands here a second time; write it once`},
		"a key that is a number":   {"1: x\n", "c.yaml:1:1: a key must be a plain word"},
		"a key that is a list":     {"[a]: x\n", "c.yaml:1:1: a key must be a plain word"},
		"a tag":                    {"volume: !!binary aGk=\n", `c.yaml:1:9: the tag "!!binary" is not known here; leave it out`},
		"values deep in values":    {"only: " + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "\n", "c.yaml:1:39: values lie deeper in each other than 32; nothing here is so deep"},
		"more values than any use": {"only: [" + strings.Repeat("a,", 6000) + "]\n", "c.yaml:1:10004: here are more than 5000 values; nothing here needs so many"},

		// Keys
		"a mistyped key":             {"hosst: embedded\n", `c.yaml:1:1: "hosst" is not known; did you mean host?`},
		"a key in another case":      {"out: x\nHost: embedded\n", `c.yaml:2:1: "Host" is not known; did you mean host?`},
		"a key as a flag":            {"stream-path: /x\n", `c.yaml:1:1: "stream-path" is not known; did you mean streamPath?`},
		"a key that is a flag":       {"webhook-url: https://x.example\n", `c.yaml:1:1: "webhook-url" is not known; did you mean webhook.url?`},
		"a key of another object":    {"restart: {run: [x]}\n", `c.yaml:1:1: "restart" is not known; did you mean commands.restart?`},
		"a key that nothing is near": {"colour: red\n", `c.yaml:1:1: "colour" is not known; what can stand here is host, out, only, skip, require, settle, timeout, streams, triggers, streamPath, ca, headerFile, direct, long, hold, volume, tenants, workspaces, webhook, commands, waivers`},
		"a mistyped command":         {"commands:\n  restrat: {run: [x]}\n", `c.yaml:2:3: "restrat" is not known in commands; did you mean restart?`},
		"a mistyped key of one":      {"commands:\n  expire:\n    run: [x]\n    timout: 3s\n", `c.yaml:4:5: "timout" is not known in commands.expire; did you mean timeout?`},
		"a third tenant":             {"tenants:\n  a: x\n  c: y\n", `c.yaml:3:3: "c" is not known in tenants; what can stand here is a, b`},
		"a mistyped workspace":       {"workspaces:\n  - id: w\n    tenant: a\n    witin: [a]\n", `c.yaml:4:5: "witin" is not known in workspaces entry 1; did you mean within?`},
		"a mistyped receiver":        {"webhook: {uri: https://x.example}\n", `c.yaml:1:11: "uri" is not known in webhook; did you mean url?`},
		"a key with an escape":       {"\"\\e[2J\": x\n", `c.yaml:1:1: "\x1b[2J" is not known; what can stand here is host, out, only, skip, require, settle, timeout, streams, triggers, streamPath, ca, headerFile, direct, long, hold, volume, tenants, workspaces, webhook, commands, waivers`},
		"two keys and a type":        {"volume: x\nhots: y\nswttle: z\n", `c.yaml:1:1: volume is a string, but must be an integer; write how many events are caused between a cursor and its resume (and 2 more)`},

		// Types and bounds
		"a host that is a number":     {"host: 80\n", "c.yaml:1:1: host is the number 80, but must be a string; write the base URL of the host, or embedded"},
		"a host that is no URL":       {"host: host.example\n", `c.yaml:1:1: host "host.example" is no base URL; write http(s)://name[:port][/prefix]`},
		"a host with a query":         {"host: https://h.example/?a\n", `c.yaml:1:1: host "https://h.example/?a" has a query or a fragment; write the base URL alone`},
		"an empty host":               {"host:\n", "c.yaml:1:1: host is null, but must be a string; write the base URL of the host, or embedded"},
		"a blank folder":              {"out: ' '\n", `c.yaml:1:1: out is " ", which is not a text that says something; write the folder for journal and reports`},
		"one glob":                    {"only: 0250.*\n", "c.yaml:1:1: only is a string, but must be an array; write a list of globs over leg and scenario ids"},
		"a glob that is a number":     {"skip: [a, 250]\n", "c.yaml:1:11: skip entry 2 is the number 250, but must be a string; write a list of globs over leg and scenario ids"},
		"a time without a unit":       {"settle: 1\n", "c.yaml:1:1: settle is the number 1, but must be a string; write a time with its unit, as in 1s"},
		"a time in words":             {"timeout: two minutes\n", `c.yaml:1:1: timeout is "two minutes", which is not a time with its unit, as in 90s, 1m30s or 500ms; write a time with its unit, as in 90s`},
		"a time that is negative":     {"hold: -1s\n", `c.yaml:1:1: hold is "-1s", which is not a time with its unit, as in 90s, 1m30s or 500ms; write a time with its unit, as in 40s`},
		"a time without end":          {"timeout: 999999999h\n", `c.yaml:1:1: timeout "999999999h" is longer than any time can be; write one of at most 1h0m0s`},
		"few streams":                 {"streams: 5\n", "c.yaml:1:1: streams is 5, but must be at least 6; write how many streams may be open at once"},
		"no triggers":                 {"triggers: 0\n", "c.yaml:1:1: triggers is 0, but must be at least 1; write how many events may be caused"},
		"a negative volume":           {"volume: -1\n", "c.yaml:1:1: volume is -1, but must be at least 0; write how many events are caused between a cursor and its resume"},
		"a volume beyond measure":     {"volume: 10000001\n", "c.yaml:1:1: volume is 10000001, but must be at most 10000000; write how many events are caused between a cursor and its resume"},
		"a volume with an exponent":   {"volume: 1e300\n", "c.yaml:1:1: volume is 1e+300, but must be at most 10000000; write how many events are caused between a cursor and its resume"},
		"a fraction of an event":      {"volume: 1.5\n", "c.yaml:1:1: volume is the number 1.5, but must be an integer; write how many events are caused between a cursor and its resume"},
		"no number":                   {"volume: .nan\n", `c.yaml:1:9: ".nan" is no number; write it in quotes where it is a text`},
		"a word for a truth":          {"direct: maybe\n", "c.yaml:1:1: direct is a string, but must be a boolean; write true where nothing that ends streams stands before the host, else false"},
		"a truth in quotes":           {"long: 'true'\n", "c.yaml:1:1: long is a string, but must be a boolean; write true or false"},
		"a deadline out of bounds":    {"webhook:\n  deadline: 11m\n", "c.yaml:2:3: webhook.deadline 11m0s is out of bounds; write 1s to 10m0s"},
		"a deadline of nothing":       {"webhook:\n  deadline: 0s\n", "c.yaml:2:3: webhook.deadline 0s is out of bounds; write 1s to 10m0s"},
		"a receiver that is a text":   {"webhook: https://x.example\n", "c.yaml:1:1: webhook is a string, but must be an object; write url, listen and deadline"},
		"a tenant with a space":       {"tenants: {a: a b}\n", `c.yaml:1:11: tenants.a is "a b", which is not a tenant id (1 to 128 characters out of A-Z a-z 0-9 . _ ~ -, for an anonymous tenant after anon:); write the tenant id of the first credential`},
		"one tenant twice":            {"tenants:\n  a: acme\n  b: acme\n", `c.yaml:3:3: tenants.b is "acme", which tenants.a is too; the second credential must be of another tenant`},
		"a workspace that is a text":  {"workspaces: [team-1]\n", "c.yaml:1:14: workspaces entry 1 is a string, but must be an object; write id, tenant and within"},
		"a workspace of nobody":       {"workspaces:\n  - id: w\n", "c.yaml:2:5: workspaces entry 1.tenant is missing; write a or b: the credential whose tenant it belongs to"},
		"a workspace of a third":      {"workspaces:\n  - {id: w, tenant: c}\n", `c.yaml:2:13: workspaces entry 1.tenant is "c", but must be "a" or "b"; write a or b: the credential whose tenant it belongs to`},
		"a workspace with a slash":    {"workspaces:\n  - {id: a/b, tenant: a}\n", `c.yaml:2:6: workspaces entry 1.id is "a/b", which is not a workspace id (1 to 128 characters out of A-Z a-z 0-9 . _ ~ -); write the id of a workspace of the host`},
		"a workspace twice":           {"workspaces:\n  - {id: w, tenant: a}\n  - {id: w, tenant: b}\n", `c.yaml:3:6: workspace "w" stands here a second time; name it once, with everybody who is within it`},
		"within another's workspace":  {"workspaces:\n  - {id: w, tenant: a, within: [a, b]}\n", "c.yaml:2:36: credential b is of another tenant than a, whose workspace this is, and nobody is within a workspace of another tenant (RFC 0236 §D); leave it out"},
		"within twice":                {"workspaces:\n  - {id: w, tenant: a, within: [a, a]}\n", "c.yaml:2:36: a stands in within a second time; write it once"},
		"a command that is a text":    {"commands:\n  restart: systemctl restart host\n", "c.yaml:2:3: commands.restart is a string, but must be an object; write under it run: with a list of words, or shell: with one text"},
		"a command that is a list":    {"commands:\n  restart: [systemctl, restart]\n", "c.yaml:2:3: commands.restart is an array, but must be an object; write under it run: with a list of words, or shell: with one text"},
		"a command without words":     {"commands:\n  expire: {timeout: 3s}\n", "c.yaml:2:3: commands.expire.run is missing; write a list of words, as in [systemctl, restart, host], or shell: with one text"},
		"no words":                    {"commands:\n  expire: {run: []}\n", "c.yaml:2:12: commands.expire.run has 0 entries, but must have at least 1; write a list of words, as in [systemctl, restart, host], or shell: with one text"},
		"words as one text":           {"commands:\n  expire: {run: a b}\n", "c.yaml:2:12: commands.expire.run is a string, but must be an array; write a list of words, as in [systemctl, restart, host], or shell: with one text"},
		"a word that is a number":     {"commands:\n  expire: {run: [a, 1]}\n", "c.yaml:2:21: commands.expire.run entry 2 is the number 1, but must be a string; write a list of words, as in [systemctl, restart, host], or shell: with one text"},
		"an empty program":            {"commands:\n  expire: {run: ['']}\n", "c.yaml:2:18: the first word names the program, and it is empty"},
		"words and a text":            {"commands:\n  expire: {run: [a], shell: b}\n", "c.yaml:2:22: commands.expire has both run and shell; keep one"},
		"shell that is true":          {"commands:\n  expire: {shell: true}\n", "c.yaml:2:12: commands.expire.shell is a boolean, but must be a string; write one text for the shell, or run: with a list of words"},
		"a NUL in a word":             {"commands:\n  expire: {run: [a, \"\\0\"]}\n", "c.yaml:2:21: a NUL stands in this word, which no command can hold"},
		"a command that takes long":   {"commands:\n  remove: {run: [a], timeout: 2h}\n", "c.yaml:2:22: commands.remove.timeout 2h0m0s is out of bounds; write 1s to 1h0m0s"},
		"an event in a shell's text":  {"commands:\n  remove: {shell: 'rm {eventId}'}\n", `c.yaml:2:12: {eventId} is not put into a text for the shell; write "$HOSTWITNESS_EVENT_ID" there, with the quotes`},
		"an event in a restart":       {"commands:\n  restart: {run: [a, '{eventId}']}\n", "c.yaml:2:22: a restart is about no event; leave {eventId} out"},
		"a mistyped event":            {"commands:\n  expire: {run: [a, 'x{event_id}']}\n", "c.yaml:2:21: {event_id} is not known; write {eventId}"},
		"a waiver without a reason":   {"host: embedded\nwaivers:\n  - {leg: 0250.shape, expires: 2999-01-01}\n", "c.yaml:3:5: waiver 1: reason is missing; write why this failure is accepted"},
		"waivers that are none":       {"waivers: {}\n", "c.yaml:1:1: waivers is an object, but must be an array; write a list, each entry with leg, reason and expires"},
		"a mistyped key of a waiver":  {"waivers:\n  - {leg: 0250.shape, reason: x, expiry: 2999-01-01, expires: 2999-01-01}\n", `c.yaml:2:34: waiver 1: "expiry" must not be there: the members of this object are expires, issue, leg, reason, rule`},
		"more workspaces than needed": {"workspaces:\n" + strings.Repeat("  - {id: w, tenant: a}\n", 65), "c.yaml:1:1: workspaces has 65 entries; name the few that the run is to try, at most 64"},

		// Secrets
		"a key":                         {"apiKey: tok_other\n", `c.yaml:1:1: "apiKey"` + named + "OPENWOP_API_KEY"},
		"a key in another writing":      {"out: x\napi_key: tok_other\n", `c.yaml:2:1: "api_key"` + named + "OPENWOP_API_KEY"},
		"a token":                       {"tenants:\n  a: x\n  token: y\n", `c.yaml:3:3: "token"` + named + "OPENWOP_API_KEY"},
		"a token of the second":         {"tokenB: y\n", `c.yaml:1:1: "tokenB"` + named + "OPENWOP_TEST_TENANT_B_API_KEY"},
		"a header":                      {"headers:\n  Authorization: x\n", `c.yaml:2:3: "Authorization"` + named + "OPENWOP_API_KEY"},
		"a secret":                      {"webhook: {secret: x}\n", `c.yaml:1:11: "secret"` + named + "OPENWOP_API_KEY"},
		"a key that signs":              {"signingKey: k.pem\n", `c.yaml:1:1: "signingKey"` + named + "HOSTWITNESS_SIGNING_KEY"},
		"a variable's name":             {"OPENWOP_TEST_TENANT_B_API_KEY: x\n", `c.yaml:1:1: "OPENWOP_TEST_TENANT_B_API_KEY"` + named + "OPENWOP_TEST_TENANT_B_API_KEY"},
		"a webhook's secret":            {"tenants:\n  a: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", "c.yaml:2:6: here stands the secret of a webhook, which the host makes and no run is given; leave it out"},
		"a bearer in a command":         {"commands:\n  restart:\n    run: [curl, -H, 'Authorization: Bearer s3cr3t-t0ken', https://x.example]\n", "c.yaml:3:21: here stands a credential" + inEnvironment},
		"a basic one":                   {"commands:\n  restart: {shell: 'curl -H \"Authorization: Basic dXNlcjpwYXNz\" x'}\n", "c.yaml:2:20: here stands a credential" + inEnvironment},
		"a signed token":                {"out: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln\n", "c.yaml:1:6: here stands a credential" + inEnvironment},
		"a password in a URL":           {"host: https://user:pass@host.example\n", "c.yaml:1:7: here stands a password inside a URL" + inEnvironment},
		"a password in a command":       {"commands:\n  expire: {run: [psql, 'postgres://u:p@db/x']}\n", "c.yaml:2:24: here stands a password inside a URL" + inEnvironment},
		"a PEM block":                   {"ca: |\n  -----BEGIN PRIVATE KEY-----\n  AAAA\n", "c.yaml:1:5: here stands a PEM block; a key that signs belongs into the environment variable HOSTWITNESS_SIGNING_KEY, certificates into the file that ca names"},
		"our credential":                {"out: x\ntenants: {a: tok_5fA2-\"q~9x}\n", "c.yaml:2:14: " + ours},
		"our credential in a key":       {"tok_5fA2-\"q~9x: 1\n", "c.yaml:1:1: " + ours},
		"our credential in a comment":   {"out: x # as tok_5fA2-\"q~9x\n", "c.yaml:1:13: " + ours},
		"our credential in an alias":    {"out: *tok_5fA2-\"q~9x\n", "c.yaml:1:7: " + ours},
		"our credential, escaped":       {"out: \"\\x74ok_5fA2-\\\"q~9x\"\n", "c.yaml:1:6: " + ours},
		"our credential in broken YAML": {"out: [tok_5fA2-\"q~9x\n", "c.yaml:1:7: " + ours},
		"our short credential":          {"out: b7\n", "c.yaml:1:6: here stands the credential of OPENWOP_TEST_TENANT_B_API_KEY_FILE, and it is there already; take it out of the file"},
	}
}

func TestBadConfigFilesAreRefused(t *testing.T) {
	if count := len(badConfigs()); count < 40 {
		t.Fatalf("only %d bad files are tried", count)
	}
	for name, test := range badConfigs() {
		t.Run(name, func(t *testing.T) {
			read, err := parseConfig("c.yaml", []byte(test[0]), ownCredentials())
			if err == nil {
				t.Fatalf("read as %+v", read.content)
			}
			if got := oneLine(err); got != test[1] {
				t.Errorf("refused by\n%s\nwant\n%s", got, test[1])
			}
		})
	}
}

// What looks like a secret and is none is read.
func TestWhatIsNoSecretIsRead(t *testing.T) {
	for _, text := range []string{
		"commands:\n  restart: {shell: 'curl -H \"Authorization: Bearer $ADMIN\" https://x.example'}\n",
		"commands:\n  restart: {shell: 'psql postgres://u:$PW@db/x'}\n",
		"commands:\n  restart: {run: [echo, the bearer of it]}\n",
		"out: folder-b7\n", // a short credential stands in many words
		"host: https://host.example:8443/api\n",
		"# never write an apiKey here\nout: x\n",
		"headerFile: secret-headers.txt\n",
	} {
		if _, err := parseConfig("c.yaml", []byte(text), ownCredentials()); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzConfigFile shows that no bytes make the reader panic or hang, that what it refuses it refuses in one printable line that
// names the place and holds no secret, and that what it takes holds none either.
func FuzzConfigFile(f *testing.F) {
	f.Add([]byte(soundConfig))
	for _, bad := range badConfigs() {
		f.Add([]byte(bad[0]))
	}
	own := ownCredentials()
	delete(own, variableSecond+"_FILE") // two bytes, which stand in messages by chance
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > configBytes {
			return
		}
		read, err := parseConfig("c.yaml", text, own)
		said := ""
		if err != nil {
			said = oneLine(err)
			if !placed.MatchString(said) || len(said) > 2000 || strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("refused by %q", said)
			}
		} else {
			said = strings.Join(append(read.content.Only, read.content.Out, read.content.Host), " ")
		}
		for _, secret := range own {
			if strings.Contains(said, secret) {
				t.Errorf("a secret is in %q", said)
			}
		}
	})
}

// placed is how a refusal begins: with the file, the line and the column.
var placed = regexp.MustCompile(`^c\.yaml:[0-9]+:[0-9]+: `)
