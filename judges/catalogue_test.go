package judges_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
)

// ruleCall finds where product code names a rule.
var ruleCall = regexp.MustCompile(`rules\("([a-z-]+)"`)

func TestJudgesAndCatalogueNameTheSameLegs(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatalf("read the catalogue: %v", err)
	}
	var listed, judged []string
	for _, leg := range index.Legs() {
		listed = append(listed, leg.ID)
	}
	for _, judge := range judges.All() {
		judged = append(judged, judge.Leg)
		if judge.Gate == nil || judge.Judge == nil {
			t.Errorf("%s: want a gate and a judge", judge.Leg)
		}
	}
	if diff := cmp.Diff(listed, judged); diff != "" {
		t.Errorf("legs (-catalogue +judges):\n%s", diff)
	}
}

// Over the run of a conforming host and of hosts that list less, every leg
// must speak of every rule of the catalogue and of no other.
func TestEveryRuleIsOfTheCatalogueAndViceVersa(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatalf("read the catalogue: %v", err)
	}
	spoken := map[string][]string{}
	for _, host := range []double{
		{shapes: true},
		{document: func(d document) { d["channelPresence"] = map[string]any{} }},
		durableOnly(double{}),
		neither(double{}),
		held(double{}), unbounded(double{}),
		standardIDs(func(*parcel) string { return "msg_1" }),
		{document: offersStandard},
	} {
		for leg, verdict := range judge(t, host) {
			for _, finding := range verdict.Findings {
				if !slices.Contains(spoken[leg], finding.Rule) {
					spoken[leg] = append(spoken[leg], finding.Rule)
				}
			}
		}
	}
	for _, leg := range index.Legs() {
		var listed []string
		for _, rule := range leg.Rules {
			listed = append(listed, rule.ID)
		}
		slices.Sort(listed)
		slices.Sort(spoken[leg.ID])
		if diff := cmp.Diff(listed, spoken[leg.ID]); diff != "" {
			t.Errorf("%s: rules (-catalogue +judge):\n%s", leg.ID, diff)
		}
	}
}

// A rule that product code names is one of the catalogue, and has a test that
// convicts for it.
func TestEveryRuleThatIsNamedIsConvicted(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatalf("read the catalogue: %v", err)
	}
	known := map[string]bool{}
	for _, leg := range index.Legs() {
		for _, rule := range leg.Rules {
			known[rule.ID] = true
		}
	}
	var tests strings.Builder
	for name, text := range sources(t, true) {
		if name != "catalogue_test.go" {
			tests.WriteString(text)
		}
	}
	for name, text := range sources(t, false) {
		for _, found := range ruleCall.FindAllStringSubmatch(text, -1) {
			if !known[found[1]] {
				t.Errorf("%s: the rule %q is not in the catalogue", name, found[1])
			}
			if !strings.Contains(tests.String(), strconv.Quote(found[1])) {
				t.Errorf("%s: no test names the rule %q", name, found[1])
			}
		}
	}
}

func sources(t *testing.T, tests bool) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("list the sources: %d found, %v", len(names), err)
	}
	texts := map[string]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("read a source: %v", err)
		}
		texts[name] = string(text)
	}
	return texts
}

func TestJudgesImportNothingThatCouldDecideOtherwise(t *testing.T) {
	allowed := []string{
		"bytes", "cmp", "encoding/base64", "encoding/hex", "encoding/json", "fmt", "html", "maps", "slices", "strconv", "strings", "time",
		"hostwitness/schemas", "hostwitness/witness/journal",
	}
	for name, text := range sources(t, false) {
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			t.Fatalf("parse %s: %v", name, err)
		}
		for _, imported := range file.Imports {
			path, _ := strconv.Unquote(imported.Path.Value)
			if !slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
		for _, word := range []string{"time.Now", "time.Since", "go func", "func init(", "panic("} {
			if strings.Contains(text, word) {
				t.Errorf("%s contains %s", name, word)
			}
		}
	}
}

func TestTheSameEvidenceGivesTheSameVerdicts(t *testing.T) {
	for name, host := range map[string]double{
		"conforming":      {shapes: true},
		"everything lost": {frame: func(w *wire) { w.times = 0 }},
		"no credential b": {run: func(r *journal.Run) { r.Credentials = r.Credentials[:1] }},
	} {
		evidence := newStory(t, host).run()
		before := fmt.Sprintf("%+v", evidence)
		first := judges.Verdicts(evidence)
		for range 3 {
			if diff := cmp.Diff(first, judges.Verdicts(evidence)); diff != "" {
				t.Errorf("%s: judged again (-first +again):\n%s", name, diff)
			}
		}
		if after := fmt.Sprintf("%+v", evidence); after != before {
			t.Errorf("%s: judging changed the evidence", name)
		}
	}
}
