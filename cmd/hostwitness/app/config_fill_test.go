package app

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hostwitness/cmd/hostwitness/app/operator"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// filledOptions are the options of `run` with these arguments, variables and
// configuration file (none where the text is empty), in a folder of their own.
func filledOptions(t *testing.T, variables map[string]string, file string, arguments ...string) (runOptions, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if file != "" {
		mustDo(t, os.WriteFile(configFile, []byte(file), 0o644))
	}
	var options runOptions
	environment := environmentOf(variables, &bytes.Buffer{}, &bytes.Buffer{})
	command := newRunOf(environment, &options)
	if err := command.ParseFlags(arguments); err != nil {
		t.Fatal(err)
	}
	options.readSources(command.Flags())
	return options, options.configure(environment, command.Flags())
}

// TestWhatWins: the flag, the environment, the file, the default.
func TestWhatWins(t *testing.T) {
	const file = "host: https://file.example\nsettle: 2s\nwebhook: {url: https://file.example/hooks, listen: ':1'}\n"
	variables := map[string]string{variableHost: "https://variable.example", variableFront: "https://variable.example/hooks", variableFrontPort: "2"}
	flags := []string{"--host", "https://flag.example", "--settle", "3s", "--webhook-url", "https://flag.example/hooks", "--webhook-listen", ":3"}
	type winning struct{ Host, URL, Listen, SaidHost, SaidURL, SaidSettle string }
	for name, test := range map[string]struct {
		variables map[string]string
		file      string
		flags     []string
		want      winning
		settle    time.Duration
	}{
		"the default": {settle: time.Second, want: winning{SaidHost: "--host", SaidURL: "--webhook-url", SaidSettle: "--settle"}},
		"the file": {file: file, settle: 2 * time.Second, want: winning{
			"https://file.example", "https://file.example/hooks", ":1", "hostwitness.yaml:1:1: host", "hostwitness.yaml:3:11: webhook.url", "hostwitness.yaml:2:1: settle",
		}},
		"the environment over the file": {variables: variables, file: "webhook: {url: https://file.example/hooks, listen: ':1'}\n", settle: time.Second, want: winning{
			"https://variable.example", "https://variable.example/hooks", ":2", variableHost, variableFront, "--settle",
		}},
		"the flag over both": {variables: variables, file: file, flags: flags, settle: 3 * time.Second, want: winning{
			"https://flag.example", "https://flag.example/hooks", ":3", "--host", "--webhook-url", "--settle",
		}},
		"no file": {variables: variables, file: file, flags: []string{"--config", ""}, settle: time.Second, want: winning{
			"https://variable.example", "https://variable.example/hooks", ":2", variableHost, variableFront, "--settle",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := filledOptions(t, test.variables, test.file, test.flags...)
			if err != nil {
				t.Fatal(err)
			}
			got := winning{o.host, o.webhookURL, o.webhookListen, o.said("host"), o.said("webhook-url"), o.said("settle")}
			if diff := cmp.Diff(test.want, got); diff != "" || o.settle != test.settle {
				t.Errorf("settle %v, and (-want +got):\n%s", o.settle, diff)
			}
		})
	}
}

func TestConfigBecomesTheRun(t *testing.T) {
	o, err := filledOptions(t, nil, strings.Replace(soundConfig, "streamPath: /host/events\n", "streamPath: /host/events\n", 1))
	if err != nil {
		t.Fatal(err)
	}
	want := journal.Options{
		Settle: time.Second, Patience: 10 * time.Second, Delivery: 30 * time.Second, Timeout: 90 * time.Second,
		Streams: 8, Only: []string{"0236.*", "0250.*"}, Skip: []string{"host-event-webhook"}, Require: []string{"0250.resume-backlog"},
		StreamPath: "/host/events", Long: true, Hold: 40 * time.Second, Direct: true, Volume: 500,
		Facts: journal.Facts{
			Tenants: map[journal.Tenant]string{"a": "acme", "b": "anon:globex"},
			Workspaces: []journal.Workspace{
				{ID: "team-1", Tenant: "a", Within: []journal.Tenant{"a"}}, {ID: "team-2", Tenant: "a"}, {ID: "theirs", Tenant: "b", Within: []journal.Tenant{"b"}},
			},
			Restart: true, Expire: true, Remove: true,
		},
	}
	got := o.recorded()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(journal.Options{}, "Triggers")); diff != "" {
		t.Errorf("options of the run (-want +got):\n%s", diff)
	}
	if got.Triggers < 60+500 {
		t.Errorf("%d events may be caused, which is less than was asked for", got.Triggers)
	}
	commands := map[string]operator.Command{
		"restart": {Name: "restart", Words: []string{"systemctl", "restart", "host"}, Timeout: time.Minute},
		"expire":  {Name: "expire", Words: []string{"host-admin", "age", "--id={eventId}"}, Timeout: 90 * time.Second},
		"remove":  {Name: "remove", Shell: "psql -c \"delete from events where id = '$HOSTWITNESS_EVENT_ID'\"\n", Timeout: time.Minute},
	}
	if diff := cmp.Diff(commands, o.commands); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	if o.out != "evidence/nightly" || o.ca != "ca.pem" || o.headerFile != "headers.txt" || o.webhookListen != ":8089" {
		t.Errorf("out %q, ca %q, header file %q, listen %q", o.out, o.ca, o.headerFile, o.webhookListen)
	}
}

// What a file says of one host is not taken for another: least of all the
// command that restarts it.
func TestFactsAreOfTheHostThatTheFileNames(t *testing.T) {
	const facts = "direct: true\ntenants: {a: acme}\nworkspaces: [{id: w, tenant: a}]\ncommands: {restart: {run: [a]}, remove: {run: [b]}}\nwebhook: {deadline: 3s}\nvolume: 7\n"
	for name, test := range map[string]struct {
		file string
		host string
		used bool
	}{
		"no host in the file":     {facts, "https://h.example/api", true},
		"the host of the file":    {"host: https://h.example/api\n" + facts, "", true},
		"the same again":          {"host: https://h.example/api\n" + facts, "https://h.example/api/", true},
		"another host":            {"host: https://h.example/api\n" + facts, "https://h.example/other", false},
		"another port":            {"host: https://h.example/api\n" + facts, "https://h.example:8443/api", false},
		"no URL":                  {"host: https://h.example/api\n" + facts, "h.example", false},
		"the embedded host":       {facts, "embedded", false},
		"embedded instead":        {"host: https://h.example/api\n" + facts, "embedded", false},
		"embedded in the file":    {"host: embedded\n" + facts, "", false},
		"a host for the embedded": {"host: embedded\n" + facts, "https://h.example", false},
	} {
		t.Run(name, func(t *testing.T) {
			var flags []string
			if test.host != "" {
				flags = []string{"--host", test.host}
			}
			o, err := filledOptions(t, nil, test.file, flags...)
			if err != nil {
				t.Fatal(err)
			}
			used := o.direct && o.facts.Restart && o.facts.Remove && len(o.facts.Tenants) == 1 && len(o.facts.Workspaces) == 1 && len(o.commands) == 2 && o.delivery > 0
			unused := !o.direct && cmp.Equal(o.facts, journal.Facts{}) && len(o.commands) == 0 && o.delivery == 0
			if used != test.used || unused == test.used || o.volume != 7 {
				t.Errorf("direct %v, facts %+v, commands %v, deadline %v, volume %d", o.direct, o.facts, o.commands, o.delivery, o.volume)
			}
			if ignored := strings.Join(o.configured.ignored, " "); (ignored == "") != test.used || (!test.used && ignored != "commands.restart commands.remove webhook.deadline direct tenants workspaces") {
				t.Errorf("not used: %q", ignored)
			}
		})
	}
}

func TestRestartCommandOfAFlag(t *testing.T) {
	o, err := filledOptions(t, nil, "host: https://h.example\ncommands: {restart: {run: [of, the, file], timeout: 9s}}\n", "--restart-command", "docker restart 'my host'")
	if err != nil {
		t.Fatal(err)
	}
	want := operator.Command{Name: "restart", Words: []string{"docker", "restart", "my host"}, Timeout: 9 * time.Second}
	if diff := cmp.Diff(want, o.commands["restart"]); diff != "" || !o.facts.Restart {
		t.Errorf("facts %+v, command (-want +got):\n%s", o.facts, diff)
	}
	if o, err = filledOptions(t, nil, "host: https://h.example\ncommands: {restart: {run: [of, the, file]}}\n", "--restart-command", ""); err != nil || o.facts.Restart || len(o.commands) > 0 {
		t.Errorf("an empty flag: %+v, %v", o.commands, err)
	}
	for arguments, want := range map[string]string{
		"a; b":                        "--restart-command: no shell reads it, and ';' means something to a shell only; quote it where it is meant as it stands, or write commands.restart.shell into a configuration file",
		"restart {eventId}":           "--restart-command: a restart is about no event; leave {eventId} out",
		"curl -u postgres://a:b@c/":   "--restart-command: here stands a password inside a URL",
		"'":                           "--restart-command: a quote is not closed",
		"curl -H 'A: Bearer s3cr3t0'": "--restart-command: here stands a credential",
		"curl hostwitness-own-token":  "--restart-command: here stands the credential of OPENWOP_API_KEY, and it is there already",
	} {
		_, err := filledOptions(t, map[string]string{variableFirst: "hostwitness-own-token"}, "", "--host", "https://h.example", "--restart-command", arguments)
		if err == nil || !strings.HasPrefix(err.Error(), want) || codeOf(err) != exitUsage {
			t.Errorf("%s: %v, want %s", arguments, err, want)
		}
	}
	_, err = filledOptions(t, nil, "", "--host", "embedded", "--restart-command", "x")
	if err == nil || !strings.Contains(err.Error(), "the embedded host restarts by itself") {
		t.Errorf("the embedded host: %v", err)
	}
}

// A setting that is out of bounds is told by where it was given.
func TestBoundsAreToldByTheirPlace(t *testing.T) {
	for _, test := range []struct {
		file  string
		flags []string
		want  string
	}{
		{"out: x\nsettle: 1ms\n", nil, "hostwitness.yaml:2:1: settle 1ms is too short to show absence; write at least 50ms"},
		{"timeout: 2s\n", nil, "--settle 1s does not fit into hostwitness.yaml:1:1: timeout 2s; write a timeout of at least 3s"},
		{"hold: 20s\n", nil, "hostwitness.yaml:1:1: hold 20s says how long streams are watched, which only --long does; write --long too"},
		{"long: true\nhold: 2h\n", nil, "hostwitness.yaml:2:1: hold 2h0m0s shows nothing or never ends; write 15s to 1h0m0s"},
		{"long: true\nstreams: 6\n", nil, "hostwitness.yaml:2:1: streams 6 is too few for hostwitness.yaml:1:1: long; write at least 7"},
		{"streamPath: x\n", nil, `hostwitness.yaml:1:1: streamPath "x" is no path; write for instance /host/events`},
		{"only: ['nothing.*']\n", nil, "hostwitness.yaml:1:1: only \"nothing.*\" matches no leg and no scenario; see `hostwitness list`"},
		{"only: [0250.shape]\nskip: [shapes]\n", nil, "hostwitness.yaml:1:1: only and hostwitness.yaml:2:1: skip together leave no leg; see `hostwitness list`"},
		{"only: [0250.shape]\nrequire: [0236.shape]\n", nil, "hostwitness.yaml:2:1: require names 0236.shape, which --only and --skip leave out"},
		{"volume: 5\n", []string{"--volume", "-1"}, "--volume -1 is no number of events that a host can be asked for; write at most 10000000, or 0 not to ask"},
		{"", []string{"--volume", "10000001"}, "--volume 10000001 is no number of events that a host can be asked for; write at most 10000000, or 0 not to ask"},
	} {
		o, err := filledOptions(t, nil, test.file, append([]string{"--host", "https://h.example"}, test.flags...)...)
		if err == nil {
			_, err = prepare(environmentOf(nil, &bytes.Buffer{}, &bytes.Buffer{}), o)
		}
		if err == nil || err.Error() != test.want || codeOf(err) != exitUsage {
			t.Errorf("%q %q:\n%v, want\n%s", test.file, test.flags, err, test.want)
		}
	}
}

// What a file requires is about what the file selects: a run of one leg again is
// no wrong use.
func TestRequiredByTheFileAndSelectedByFlags(t *testing.T) {
	o, err := filledOptions(t, nil, "require: ['0250.*', '*.shape']\n", "--host", "https://h.example", "--only", "shapes")
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare(environmentOf(nil, &bytes.Buffer{}, &bytes.Buffer{}), o)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0250.shape", "0236.shape"}
	if diff := cmp.Diff(want, run.course.options.Require); diff != "" || len(run.required) != 2 {
		t.Errorf("required %v, recorded (-want +got):\n%s", run.required, diff)
	}
}

func TestConfigFileIsFound(t *testing.T) {
	for _, test := range []struct {
		name    string
		arrange func(t *testing.T)
		flags   []string
		host    string
		refused string // "": not
	}{
		{"none there", func(*testing.T) {}, nil, "", ""},
		{"there", func(t *testing.T) { putFile(t, configFile, "host: https://h.example") }, nil, "https://h.example", ""},
		{"there and none wanted", func(t *testing.T) { putFile(t, configFile, "broken: [") }, []string{"--config", ""}, "", ""},
		{"named", func(t *testing.T) { putFile(t, "other.yaml", "host: https://h.example") }, []string{"--config", "other.yaml"}, "https://h.example", ""},
		{"named and not there", func(*testing.T) {}, []string{"--config", "other.yaml"}, "", "read the configuration: stat other.yaml: no such file or directory; give another file with --config, or --config '' for none"},
		{"named by the default and not there", func(*testing.T) {}, []string{"--config", configFile}, "", "read the configuration: stat hostwitness.yaml: no such file or directory; give another file with --config, or --config '' for none"},
		{"a folder", func(t *testing.T) { mustDo(t, os.Mkdir(configFile, 0o755)) }, nil, "", "read the configuration: hostwitness.yaml is no regular file; give another file with --config, or --config '' for none"},
		{"a link that leads nowhere", func(t *testing.T) { mustDo(t, os.Symlink("nowhere", configFile)) }, nil, "", "read the configuration: stat hostwitness.yaml: no such file or directory; give another file with --config, or --config '' for none"},
		{"a device without end", func(t *testing.T) { mustDo(t, os.Symlink("/dev/zero", configFile)) }, nil, "", "read the configuration: hostwitness.yaml is no regular file; give another file with --config, or --config '' for none"},
		{"as long as may be", func(t *testing.T) {
			putFile(t, configFile, "host: https://h.example\n#"+strings.Repeat("x", configBytes-25))
		}, nil, "https://h.example", ""},
		{"too long", func(t *testing.T) {
			putFile(t, configFile, "host: https://h.example\n#"+strings.Repeat("x", configBytes-24))
		}, nil, "", "read the configuration: hostwitness.yaml:2:262121: the file is longer than 256 KiB, which no configuration needs; give another file with --config, or --config '' for none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			test.arrange(t)
			var options runOptions
			environment := environmentOf(nil, &bytes.Buffer{}, &bytes.Buffer{})
			command := newRunOf(environment, &options)
			mustDo(t, command.ParseFlags(test.flags))
			err := options.configure(environment, command.Flags())
			switch {
			case test.refused == "" && (err != nil || options.host != test.host):
				t.Errorf("host %q, %v", options.host, err)
			case test.refused != "" && (err == nil || err.Error() != test.refused || codeOf(err) != exitUsage):
				t.Errorf("refused by %v, want %s", err, test.refused)
			}
		})
	}
}

// putFile writes a file into the working folder.
func putFile(t *testing.T, name, text string) {
	t.Helper()
	mustDo(t, os.WriteFile(name, []byte(text), 0o644))
}

func TestWaiversOfTheConfig(t *testing.T) {
	const entry = "waivers:\n  - {leg: 0250.resume-backlog, reason: known, expires: 2999-12-31}\n"
	for _, test := range []struct {
		name, config, waivers string
		flags                 []string
		want                  int
		refused               string
	}{
		{"of the file", entry, "", nil, 1, ""},
		{"none wanted", entry, "", []string{"--waivers", ""}, 0, ""},
		{"in both", entry, soundWaivers, nil, 0, "hostwitness.yaml:1:1: waivers stand there and in waivers.yaml too; keep them in one place, or write --waivers '' to run without any"},
		{"in both, and none wanted", entry, soundWaivers, []string{"--waivers", ""}, 0, ""},
		{"an empty list in both", "waivers: []\n", soundWaivers, nil, 0, "hostwitness.yaml:1:1: waivers stand there and in waivers.yaml too; keep them in one place, or write --waivers '' to run without any"},
		{"of an unknown leg", strings.Replace(entry, "backlog", "blacklog", 1), "", nil, 0, `hostwitness.yaml:2:6: waiver 1 ("0250.resume-blacklog"): leg "0250.resume-blacklog" is none of the catalogue, and a waiver names one leg exactly; did you mean 0250.resume-backlog?`},
		{"past", strings.Replace(entry, "2999", "2001", 1), "", nil, 0, `hostwitness.yaml:2:47: waiver 1 ("0250.resume-backlog"): expires 2001-12-31 is past, today is `},
	} {
		t.Run(test.name, func(t *testing.T) {
			o, err := filledOptions(t, nil, test.config, append([]string{"--host", "https://h.example"}, test.flags...)...)
			mustDo(t, err)
			if test.waivers != "" {
				putFile(t, waiversFile, test.waivers)
			}
			catalogue, err := schemas.Catalogue()
			mustDo(t, err)
			environment := environmentOf(nil, &bytes.Buffer{}, &bytes.Buffer{})
			waivers, err := readWaivers(environment, o, catalogue.Legs())
			if len(waivers) != test.want || (err == nil) != (test.refused == "") || (err != nil && (!strings.HasPrefix(err.Error(), test.refused) || codeOf(err) != exitUsage)) {
				t.Errorf("%d waivers, %v; want %d, %s", len(waivers), err, test.want, test.refused)
			}
		})
	}
}
