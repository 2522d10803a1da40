package published_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
)

func TestRowsAreAsTheDocumentHasThem(t *testing.T) {
	d := newDraft(t)
	got := d.read().Rows
	want := []published.Row{
		{ID: "some.fails", Scenario: "s-2", Result: "executed-fail", Assertions: 2, Reason: "status 500"},
		{ID: "some.is-blocked", Scenario: "s-2", Result: "blocked", Reason: `{"why":"unreachable"}`},
		{ID: "other.is-inapplicable", Scenario: "s-3", Result: "inapplicable", Reason: "not claimed"},
		{ID: "other.is-skipped", Scenario: "s-3", Result: "skipped", Reason: `["left out"]`},
	}
	if len(got) != 13 {
		t.Fatalf("%d rows", len(got))
	}
	if diff := cmp.Diff(want, got[9:]); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got[0] != (published.Row{ID: "some.requirement.0-holds", Scenario: "s-1", Result: "executed-pass", Assertions: 1}) {
		t.Errorf("the first row %+v", got[0])
	}
}

func TestClaimsAreWhatTheBundleSays(t *testing.T) {
	d := newDraft(t)
	d.object("host")["name"] = "evil\u202e\x1b[31mz\u0300" + strings.Repeat("n", 400)
	claims := d.read().Claims
	if name := claims.Host.Name; !strings.HasPrefix(name, `evil\u202e\x1b[31mz\u0300nn`) || utf8.RuneCountInString(name) > 260 {
		t.Errorf("host name %q", name)
	}
	claims.Host.Name = ""
	want := published.Claims{
		GeneratedAt: "2026-01-02T03:04:05Z", Suite: published.Product{Name: "some-suite", Version: "2.4.1"},
		Host: published.Product{Version: "1.0.0"}, Build: published.Build{Kind: "commit", ID: "9543718c"},
		DiscoveryURL:    "https://host.example/.well-known/openwop",
		DiscoverySHA256: d.object("discovery")["sha256"].(string), WitnessSHA256: d.root["witnessSha256"].(string),
		Profiles:       []published.Profile{{ID: "core", EvidenceTier: "self", WitnessCount: 9}},
		Totals:         published.Totals{ExecutedPass: 9, ExecutedFail: 1, Skipped: 1, Inapplicable: 1, Blocked: 1},
		AssertionCount: 47,
	}
	if diff := cmp.Diff(want, claims); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

// A certified bundle is one that claims profiles, all of them certified.
func TestCertified(t *testing.T) {
	profile := func(certified bool) published.Profile { return published.Profile{ID: "p", Certified: certified} }
	for _, test := range []struct {
		profiles []published.Profile
		want     bool
	}{
		{nil, false},
		{[]published.Profile{profile(true)}, true},
		{[]published.Profile{profile(true), profile(true)}, true},
		{[]published.Profile{profile(true), profile(false)}, false},
	} {
		if got := (published.Claims{Profiles: test.profiles}).Certified(); got != test.want {
			t.Errorf("%+v: %v", test.profiles, got)
		}
	}
	d := newDraft(t)
	d.profile()["certified"] = true
	d.allPass()
	outcome := published.Check(d.read(), published.Given{})
	if outcome.Refused() || !outcome.Claims.Certified() {
		t.Errorf("a certified bundle in which all passed: %v", outcome.Refusals)
	}
}

// What is no bundle is refused when it is read, in few words and by name.
func TestHostileDocumentsAreNotRead(t *testing.T) {
	sound := string(newDraft(t).document())
	replaced := func(old, replacement string) string {
		if !strings.Contains(sound, old) {
			t.Fatalf("%s is not in the bundle", old)
		}
		return strings.Replace(sound, old, replacement, 1)
	}
	utf16 := "\xff\xfe"
	for _, c := range sound {
		utf16 += string(c) + "\x00"
	}
	for _, test := range []struct {
		name, document string
		want           refusal.Name
		of, detail     string
	}{
		{"nothing", "", refusal.BundleInvalid, "", "unexpected end"},
		{"half of it", sound[:len(sound)/2], refusal.BundleInvalid, "", "unexpected end"},
		{"all but its last byte", sound[:len(sound)-1], refusal.BundleInvalid, "", "unexpected end"},
		{"something behind it", sound + "{}", refusal.BundleInvalid, "", "after top-level value"},
		{"a list", "[]", refusal.BundleInvalid, "", "not an object"},
		{"a text", `"3"`, refusal.BundleInvalid, "", "not an object"},
		{"a page", "<html>", refusal.BundleInvalid, "", "invalid character"},
		{"UTF-16", utf16, refusal.BundleInvalid, "", "UTF-8"},
		{"a byte order mark", "\ufeff" + sound, refusal.BundleInvalid, "", "invalid character"},
		{"a broken byte", replaced("some-host", "some-\xffhost"), refusal.BundleInvalid, "", "UTF-8"},
		{"half a pair", replaced("some-host", `\ud800`), refusal.BundleInvalid, "", "surrogate"},
		{"a member twice", replaced(`"suite":{`, `"suite":{"version":"1",`), refusal.BundleInvalid, "", "twice"},
		{"a row's member twice", replaced(`"assertions":4`, `"assertions":4,"assertions":4`), refusal.BundleInvalid, "", "twice"},
		{"a number beyond every double", replaced(`"some-host"`, `"some-host","x":1e400`), refusal.BundleInvalid, "", "the number 1e400 is beyond every double"},
		{"such a number deep inside", replaced(`2.5`, `[{"a":[-1e999]}]`), refusal.BundleInvalid, "", "the number -1e999 is beyond every double"},
		{"a very long number", replaced(`2.5`, strings.Repeat("9", 100_000)), refusal.BundleInvalid, "", "is beyond every double"},
		{"a count beyond counting", replaced(`"assertions":4`, `"assertions":1e300`), refusal.BundleInvalid, "/results/requirements/3/assertions", "is no count"},
		{"a total beyond counting", replaced(`"executedPass":9`, `"executedPass":1e13`), refusal.BundleInvalid, "/results/totals/executedPass", "is no count"},
		{"a count of witnesses beyond counting", replaced(`"witnessCount":9`, `"witnessCount":1e13`), refusal.BundleInvalid, "/claimedProfiles/0/witnessCount", "is no count"},
		{"a fraction of an assertion", replaced(`"assertions":4`, `"assertions":4.5`), refusal.BundleInvalid, "/results/requirements/3/assertions", "must be an integer"},
		{"nested too deep", replaced(`2.5`, strings.Repeat("[", 600)+strings.Repeat("]", 600)), refusal.BundleInvalid, "", "nested deeper"},
		{"nested far too deep", strings.Repeat(`{"a":`, 200_000), refusal.BundleInvalid, "", "exceeded max depth"},
		{"more members than any bundle", `{"bundleVersion":"3","x":[` + strings.Repeat("0,", 250_000) + "0]}", refusal.TooLarge, "", "more than 250000 members and entries"},
		{"empty lists without end", "[" + strings.Repeat("[],", 250_000) + "[]]", refusal.TooLarge, "", "more than 250000 members and entries"},
		{"more rows than any bundle", replaced(`"requirements":[`, `"requirements":[`+strings.Repeat("{},", 20_000)), refusal.TooLarge, "", "lists 20023 rows, profiles and the like; at most 20000 are read"},
		{"members at the root without end", replaced(`"assertionCount"`, unknownMembers(100)[1:]+`,"assertionCount"`), refusal.BundleInvalid, "", "has 111 members, of which the format names 13"},
		{"no version", replaced(`"bundleVersion":"3",`, ""), refusal.BundleInvalid, "/bundleVersion", "names no bundleVersion"},
		{"an earlier version", replaced(`"bundleVersion":"3"`, `"bundleVersion":"2"`), refusal.BundleInvalid, "/bundleVersion", `is "2"; this build reads bundleVersion "3"`},
		{"a later version", replaced(`"bundleVersion":"3"`, `"bundleVersion":"4"`), refusal.FormatNewer, "/bundleVersion", `is "4"; this build reads bundleVersion "3"`},
		{"a much later version", `{"bundleVersion":"12","nothing":"else"}`, refusal.FormatNewer, "/bundleVersion", `is "12"`},
		{"the version as a number", replaced(`"bundleVersion":"3"`, `"bundleVersion":3`), refusal.BundleInvalid, "/bundleVersion", "is the number 3; this build"},
		{"the version as a list", replaced(`"bundleVersion":"3"`, `"bundleVersion":["3"]`), refusal.BundleInvalid, "/bundleVersion", "is no text"},
		{"a word for a version", replaced(`"bundleVersion":"3"`, `"bundleVersion":"three"`), refusal.BundleInvalid, "/bundleVersion", `is "three"`},
		{"an unknown member", replaced(`"assertionCount"`, `"x\u001b[31m":1,"assertionCount"`), refusal.BundleInvalid, `/x\x1b[31m`, "must not be there"},
		{"an unknown result", replaced(`"result":"executed-fail"`, `"result":"failed"`), refusal.BundleInvalid, "/detail/nonPass/0/result", `is "failed"`},
		{"a name in another case", replaced(`"witnessSha256":`, `"WitnessSha256":`), refusal.BundleInvalid, "/WitnessSha256", "must not be there"},
		{"a signature over less", replaced(`"witnessSha256","host.build","suite.version"`, `"witnessSha256","witnessSha256","suite.version"`), refusal.BundleInvalid, "/signature/over", "the four members"},
		{"a signature in another order", replaced(`"witnessSha256","host.build"`, `"host.build","witnessSha256"`), refusal.BundleInvalid, "/signature/over", "the four members"},
		{"a signature over five", replaced(`"host.build","suite.version"`, `"host.build","host.build","suite.version"`), refusal.BundleInvalid, "/signature/over", "the four members"},
		{"a huge id of an odd kind", replaced(`"kind":"commit"`, `"kind":"`+strings.Repeat("é", 100_000)+`"`), refusal.BundleInvalid, "/host/build/kind", "(200000 bytes)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := []byte(test.document)
			bundle, refusals := published.Read(document)
			if len(refusals) == 0 || len(bundle.Rows) > 0 {
				t.Fatalf("read: %d rows, refusals %v", len(bundle.Rows), refusals)
			}
			first := refusals[0]
			if first.Name != test.want || first.Of != test.of || !strings.Contains(first.Detail, test.detail) {
				t.Errorf("refused as %s, want %s of %q: … %s …", first, test.want, test.of, test.detail)
			}
			for _, refused := range refusals {
				checkPrintable(t, refused.String())
			}
			if !bytes.Equal(document, []byte(test.document)) {
				t.Error("the document was changed")
			}
		})
	}
}

// TestEveryCutIsRefused cuts a bundle at every byte.
func TestEveryCutIsRefused(t *testing.T) {
	document := newDraft(t).document()
	for end := range document {
		if _, refusals := published.Read(document[:end]); len(refusals) != 1 || refusals[0].Name != refusal.BundleInvalid {
			t.Fatalf("cut to %d bytes: %v", end, refusals)
		}
	}
}

func TestSizeIsBounded(t *testing.T) {
	document := append(newDraft(t).document(), bytes.Repeat([]byte(" "), published.MaxSize)...)
	if _, refusals := published.Read(document); len(refusals) != 1 || refusals[0].Name != refusal.TooLarge {
		t.Errorf("%v", refusals)
	}
	fits := document[:published.MaxSize]
	if _, refusals := published.Read(fits); len(refusals) > 0 {
		t.Errorf("at the bound: %v", refusals)
	}
}

// What stands in a text is no member, however much it looks like many.
func TestTextsAreNotCounted(t *testing.T) {
	d := newDraft(t)
	d.row("some.fails")["evidence"] = strings.Repeat(`,"[{\`, 100_000)
	d.seal()
	if outcome := published.Check(d.read(), published.Given{}); outcome.Refused() {
		t.Errorf("%v", outcome.Refusals)
	}
}

// However much is wrong, little is told.
func TestRefusalsAreBounded(t *testing.T) {
	d := newDraft(t)
	var rows []any
	for i := range 3000 {
		rows = append(rows, map[string]any{"id": fmt.Sprintf("row\x07%d", i/2), "scenario": "s", "result": "blocked"})
	}
	d.setRows(rows)
	d.seal()
	d.root["detail"] = map[string]any{"nonPass": []any{}}
	outcome := published.Check(d.read(), published.Given{})
	if got := len(outcome.Refusals); got > 100 || got < 40 {
		t.Errorf("%d refusals", got)
	}
	var told []string
	for _, refused := range outcome.Refusals {
		checkPrintable(t, refused.String())
		if strings.HasPrefix(refused.Detail, "and ") {
			told = append(told, refused.String())
		}
	}
	want := []string{
		"reason-missing: and 2980 more of this kind", "duplicate-requirement: and 1480 more of this kind", "detail-missing: and 2980 more of this kind",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told of the others (-want +got):\n%s", diff)
	}

	document := bytes.ReplaceAll(d.document(), []byte(`"result":"blocked"`), []byte(`"result":"no"`))
	if _, refusals := published.Read(document); len(refusals) != 21 {
		t.Errorf("%d refusals of the shape", len(refusals))
	}
}

func checkPrintable(t *testing.T, text string) {
	t.Helper()
	if len(text) > 1500 || !utf8.ValidString(text) {
		t.Errorf("%d bytes of a message: %.100q", len(text), text)
	}
	for _, r := range text {
		if !unicode.IsPrint(r) {
			t.Fatalf("%U in %.200q", r, text)
		}
	}
}
