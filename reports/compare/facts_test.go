package compare_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle/published"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

func TestWhetherItIsTheSameHost(t *testing.T) {
	for name, test := range map[string]struct {
		old, new reports.Host
		want     compare.Sameness
	}{
		"the same":           {reports.Host{URL: "https://host.example/api"}, reports.Host{URL: "https://host.example/api"}, compare.SameAddress},
		"another spelling":   {reports.Host{URL: "HTTPS://Host.example/"}, reports.Host{URL: "https://host.example"}, compare.SameAddress},
		"another path":       {reports.Host{URL: "https://host.example/a"}, reports.Host{URL: "https://host.example/A"}, compare.UnknownHosts},
		"renamed":            {reports.Host{URL: "http://h", Name: "a"}, reports.Host{URL: "http://h", Name: "b"}, compare.SameAddress},
		"moved":              {reports.Host{URL: "http://h", Name: "a"}, reports.Host{URL: "http://i", Name: "a"}, compare.SameName},
		"of another vendor":  {reports.Host{URL: "http://h", Name: "a", Vendor: "v"}, reports.Host{URL: "http://i", Name: "a", Vendor: "w"}, compare.OtherHost},
		"of unknown vendor":  {reports.Host{URL: "http://h", Name: "a", Vendor: "v"}, reports.Host{URL: "http://i", Name: "a"}, compare.SameName},
		"another":            {reports.Host{URL: "http://h", Name: "a"}, reports.Host{URL: "http://i", Name: "b"}, compare.OtherHost},
		"one without a name": {reports.Host{URL: "http://h", Name: "a"}, reports.Host{URL: "http://i"}, compare.UnknownHosts},
		"no address at all":  {reports.Host{}, reports.Host{}, compare.UnknownHosts},
	} {
		old, new := list(), list()
		old.Report.Host, new.Report.Host = test.old, test.new
		if got := mustCompare(t, old, new).SameHost; got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestTheOrderOfTime(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     bool
	}{
		{"2026-03-01T12:00:00Z", "2026-03-01T11:59:59Z", true},
		{"2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z", false},
		{"2026-03-01T11:00:00Z", "2026-03-01T12:00:00Z", false},
		{"2026-03-01T13:00:00+02:00", "2026-03-01T12:00:00Z", false},
		{"2026-03-01T13:00:00-02:00", "2026-03-01T12:00:00.5Z", true},
		{"later", "2026-03-01T12:00:00Z", false},
		{"2026-03-01T12:00:00Z", "", false},
	} {
		old, new := list(), list()
		old.Report.StartedAt, new.Report.StartedAt = test.old, test.new
		comparison := mustCompare(t, old, new)
		var text strings.Builder
		if err := compare.WriteConsole(&text, comparison, compare.ConsoleOptions{}); err != nil {
			t.Fatal(err)
		}
		if comparison.Reversed != test.want || strings.Contains(text.String(), "right order") != test.want {
			t.Errorf("%s then %s: reversed %t, want %t", test.old, test.new, comparison.Reversed, test.want)
		}
	}
}

// Everything that differs of the runs as a whole is told, and never worse.
func TestFactsOfTheRunAreToldAndNeverWorse(t *testing.T) {
	seam := "seam"
	run := func() *journal.Run {
		return &journal.Run{ID: "r", Options: journal.Options{Settle: time.Second, Streams: 8}, Credentials: []journal.Credential{
			{Tenant: journal.TenantA, State: journal.CredentialGiven}, {Tenant: journal.TenantB, State: journal.CredentialGiven},
		}}
	}
	for name, change := range map[string]func(*compare.List){
		"host":               func(l *compare.List) { l.Report.Host.URL = "https://other.example" },
		"host name":          func(l *compare.List) { l.Report.Host.Name = "x" },
		"host vendor":        func(l *compare.List) { l.Report.Host.Vendor = "x" },
		"host version":       func(l *compare.List) { l.Report.Host.Version = "x" },
		"host build":         func(l *compare.List) { l.Report.Host.Build = &reports.Build{Kind: "commit", ID: "abc"} },
		"discovery document": func(l *compare.List) { l.Report.Discovery.SHA256 = theirs },
		"discovery problem":  func(l *compare.List) { l.Report.Discovery.Problem = "x" },
		"protocol versions":  func(l *compare.List) { l.Report.Discovery.ProtocolVersions = []string{"2.0"} },
		"suite":              func(l *compare.List) { l.Report.Suite.Version = "0.2.0" },
		"catalogue":          func(l *compare.List) { l.Report.Suite.Catalogue = theirs },
		"trigger":            func(l *compare.List) { l.Report.Trigger = &seam },
		"exit code":          func(l *compare.List) { l.Report.ExitCode = 3 },
		"--only":             func(l *compare.List) { l.Run.Options.Only = []string{"0250.*"} },
		"--skip":             func(l *compare.List) { l.Run.Options.Skip = []string{"shapes"} },
		"--require":          func(l *compare.List) { l.Run.Options.Require = []string{"*"} },
		"--settle":           func(l *compare.List) { l.Run.Options.Settle = 2 * time.Second },
		"--timeout":          func(l *compare.List) { l.Run.Options.Timeout = time.Minute },
		"--streams":          func(l *compare.List) { l.Run.Options.Streams = 6 },
		"--triggers":         func(l *compare.List) { l.Run.Options.Triggers = 6 },
		"--stream-path":      func(l *compare.List) { l.Run.Options.StreamPath = "/x" },
		"--keep-foreign":     func(l *compare.List) { l.Run.Options.KeepForeign = true },
		"--long":             func(l *compare.List) { l.Run.Options.Long = true },
		"--hold":             func(l *compare.List) { l.Run.Options.Hold = time.Minute },
		"--volume":           func(l *compare.List) { l.Run.Options.Volume = 500 },
		"webhook deadline":   func(l *compare.List) { l.Run.Options.Delivery = time.Minute },
		"direct path":        func(l *compare.List) { l.Run.Options.Direct = true },
		"tenants":            func(l *compare.List) { l.Run.Options.Facts.Tenants = map[journal.Tenant]string{"a": "acme"} },
		"workspaces": func(l *compare.List) {
			l.Run.Options.Facts.Workspaces = []journal.Workspace{{ID: "w", Tenant: "a"}}
		},
		"operator's commands": func(l *compare.List) { l.Run.Options.Facts.Restart = true },
		"first credential":    func(l *compare.List) { l.Run.Credentials = l.Run.Credentials[1:] },
		"second credential":   func(l *compare.List) { l.Run.Credentials[1].State = journal.CredentialMissing },
		"webhook receiver":    func(l *compare.List) { l.Run.Receiver.State = journal.ReceiverRefused },
	} {
		old, new := list(), list()
		old.Run, new.Run = run(), run()
		change(&new)
		comparison := mustCompare(t, old, new)
		if comparison.Worse || len(comparison.Run) != 1 || comparison.Run[0].Name != name {
			t.Errorf("%s: worse %t, facts %+v", name, comparison.Worse, comparison.Run)
		}
		if back := mustCompare(t, new, old); len(back.Run) != 1 || back.Run[0].Old != comparison.Run[0].New {
			t.Errorf("%s, the other way: %+v", name, back.Run)
		}
	}
}

// Where only one journal is at hand, its options are no difference.
func TestOptionsNeedBothJournals(t *testing.T) {
	old, new := list(), list()
	new.Run = &journal.Run{ID: "r", Options: journal.Options{Only: []string{"0250.*"}}}
	if got := mustCompare(t, old, new).Run; len(got) != 0 {
		t.Errorf("facts %+v", got)
	}
}

func bundle(rows ...published.Row) compare.List {
	return compare.OfBundle("a bundle", published.Bundle{
		Claims: published.Claims{
			GeneratedAt: "2026-02-01T00:00:00Z", Suite: published.Product{Name: "openwop-conformance", Version: "2.45.28"},
			Host: published.Product{Name: "host", Version: "3"}, Build: published.Build{Kind: "commit", ID: "abc"},
			DiscoveryURL: "https://host.example/.well-known/openwop", DiscoverySHA256: theirs,
		},
		Rows: rows,
	})
}

// A report and a bundle are compared by requirement, over what both have.
func TestAReportIsComparedWithABundleByRequirement(t *testing.T) {
	rows := bundle(
		published.Row{ID: "openwop.requirement.elsewhere", Scenario: "x", Result: "executed-fail", Reason: "not ours"},
		published.Row{ID: "openwop.requirement.common", Scenario: "x", Result: "executed-pass", Assertions: 3},
		published.Row{ID: "openwop.requirement.a", Scenario: "x", Result: "executed-pass", Assertions: 3},
		published.Row{ID: "openwop.requirement.f", Scenario: "x", Result: "executed-fail", Reason: "failed"},
	)
	report := list(leg("a", judges.Fail, finding("r", judges.Violated)), leg("f", judges.Fail, finding("r", judges.Violated)), leg("own", judges.Fail))
	report.Report.Discovery.SHA256 = ours // of the bytes, where a bundle's is of the canonical document
	comparison := mustCompare(t, rows, report)
	if comparison.SameHost != compare.SameAddress || !comparison.Worse || comparison.Unchanged != 1 {
		t.Errorf("host %s, worse %t, unchanged %d", comparison.SameHost, comparison.Worse, comparison.Unchanged)
	}
	if !slices.Equal(comparison.OnlyOld, []string{"openwop.requirement.elsewhere"}) || !slices.Equal(comparison.OnlyNew, []string{"openwop.requirement.own"}) {
		t.Errorf("only old %v, only new %v", comparison.OnlyOld, comparison.OnlyNew)
	}
	if len(comparison.Legs) != 2 || comparison.Legs[0].ID != "a" || !comparison.Legs[0].Worse {
		t.Fatalf("legs %+v", comparison.Legs)
	}
	failing := comparison.Legs[1]
	if failing.ID != "f" || failing.Worse || len(failing.Rules) != 0 {
		t.Errorf("a bundle tells of no rule, so none is newly violated: %+v", failing)
	}
	back := mustCompare(t, report, rows)
	if back.Worse || back.Legs[0].ID != "a" || back.Legs[0].Changes[0] != compare.Fixed {
		t.Errorf("the other way: worse %t, %+v", back.Worse, back.Legs)
	}
	for _, fact := range comparison.Run {
		if slices.Contains([]string{"discovery document", "trigger", "exit code", "catalogue", "host"}, fact.Name) {
			t.Errorf("%+v is told, which a bundle does not say or says otherwise", fact)
		}
	}
}

// A bundle that names this suite as its own is still of another kind: it may
// leave rows out, and has requirements that are none of ours.
func TestABundleOfThisSuiteIsNoReport(t *testing.T) {
	rows := bundle(published.Row{ID: "openwop.requirement.common", Result: "executed-pass"}, published.Row{ID: "else", Result: "executed-pass"})
	rows.Report.Suite.Name = "hostwitness"
	comparison := mustCompare(t, rows, list(leg("a", judges.Fail)))
	if comparison.Worse || len(comparison.Legs) != 0 || len(comparison.OnlyOld) != 1 || len(comparison.OnlyNew) != 1 {
		t.Errorf("worse %t, legs %+v, only old %v, only new %v", comparison.Worse, comparison.Legs, comparison.OnlyOld, comparison.OnlyNew)
	}
}

// Bundles of one suite are compared row by row; those of two over what both
// have.
func TestTwoBundles(t *testing.T) {
	old := bundle(published.Row{ID: "a", Result: "executed-pass"}, published.Row{ID: "b", Result: "executed-pass"})
	new := bundle(published.Row{ID: "a", Result: "executed-pass"}, published.Row{ID: "c", Result: "blocked", Reason: "x"})
	comparison := mustCompare(t, old, new)
	if !comparison.Worse || comparison.Counts[compare.LegGone] != 1 || comparison.Counts[compare.NewLeg] != 1 {
		t.Errorf("of one suite: worse %t, counts %v", comparison.Worse, comparison.Counts)
	}
	new.Report.Suite.Name = "another"
	comparison = mustCompare(t, old, new)
	if comparison.Worse || cmp.Diff([]string{"b"}, comparison.OnlyOld) != "" || cmp.Diff([]string{"c"}, comparison.OnlyNew) != "" {
		t.Errorf("of two suites: worse %t, only old %v, only new %v", comparison.Worse, comparison.OnlyOld, comparison.OnlyNew)
	}
}

// A list that somebody else wrote puts no control byte on a terminal and into
// no JSON.
func TestTextsOfOthersAreHarmless(t *testing.T) {
	const hostile = "evil\x1b[2Jline\nnext\u202eturned\u009b1m"
	bad := leg("a"+hostile, judges.Fail, judges.Finding{Rule: "r" + hostile, Outcome: judges.Violated, Message: hostile})
	bad.Reason = strings.Repeat(hostile, 1000)
	bad.Waived = []reports.Waiver{{Rule: hostile, Reason: hostile, Issue: hostile, Expires: hostile}}
	new := list(bad)
	new.Source, new.Report.StartedAt = hostile, hostile
	new.Report.Host = reports.Host{URL: hostile, Name: hostile, Version: hostile, Vendor: hostile, Build: &reports.Build{Kind: hostile, ID: hostile}}
	new.Report.Suite = reports.Suite{Name: "hostwitness", Version: hostile, Catalogue: hostile}
	new.Report.Discovery = reports.Discovery{Problem: hostile, SHA256: hostile, ProtocolVersions: []string{hostile}}
	comparison := mustCompare(t, list(), new)
	var text, document strings.Builder
	if err := compare.WriteConsole(&text, comparison, compare.ConsoleOptions{Width: 80}); err != nil {
		t.Fatal(err)
	}
	if err := compare.WriteJSON(&document, comparison); err != nil {
		t.Fatal(err)
	}
	for kind, written := range map[string]string{"text": text.String(), "JSON": document.String()} {
		if at := strings.IndexFunc(written, func(r rune) bool { return r != '\n' && (r < ' ' || r == 0x202e || r >= 0x7f && r < 0xa0) }); at >= 0 {
			t.Errorf("%s holds %q", kind, written[at:min(len(written), at+12)])
		}
		if !strings.Contains(written, "evil") || len(written) > 20000 {
			t.Errorf("%s of %d bytes", kind, len(written))
		}
	}
}

// What the operator said of the host is told as he said it.
func TestFactsOfTheOperatorAreTold(t *testing.T) {
	old, new := list(), list()
	old.Run, new.Run = &journal.Run{ID: "r"}, &journal.Run{ID: "r"}
	new.Run.Options.Facts = journal.Facts{
		Tenants:    map[journal.Tenant]string{"b": "globex", "a": "acme"},
		Workspaces: []journal.Workspace{{ID: "w-1", Tenant: "a", Within: []journal.Tenant{"a"}}, {ID: "w-2", Tenant: "b"}},
		Restart:    true, Remove: true,
	}
	want := map[string]string{
		"tenants": "a acme, b globex", "workspaces": "w-1 of a (within: a), w-2 of b (within: nobody)", "operator's commands": "restart, remove",
	}
	facts := mustCompare(t, old, new).Run
	if len(facts) != len(want) {
		t.Fatalf("facts %+v", facts)
	}
	for _, fact := range facts {
		if fact.Old != "none" || fact.New != want[fact.Name] {
			t.Errorf("%s: %q and %q, want none and %q", fact.Name, fact.Old, fact.New, want[fact.Name])
		}
	}
}
