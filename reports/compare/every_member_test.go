package compare_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"hostwitness/reports"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

// notOfTheJournal are the members of a report that do not follow from a
// journal, and the totals, which the report's schema holds to the legs.
var notOfTheJournal = regexp.MustCompile(`^/(exitCode|totals/.*|waivers/.*|host/build/.*|legs/\d+/waived/.*)$`)

// Whatever member of a report is changed, it shows; also one that a report gets
// some day. The report is one with every member that there is.
func TestEveryChangedMemberShows(t *testing.T) {
	document, err := os.ReadFile("../testdata/failing.report.json")
	if err != nil {
		t.Fatal(err)
	}
	report := decode(t, document)
	suite := journal.Suite{Name: report.Suite.Name, Version: report.Suite.Version, Catalogue: report.Suite.Catalogue}
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		t.Fatal(err)
	}
	changed, kinds := 0, map[string]bool{}
	walk("", value, func(path string, set func(any), old any) {
		set(other(old))
		defer set(old)
		altered, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		r := compare.Rejudging{Run: journal.Run{Suite: suite}, Recorded: decode(t, altered), Rejudged: report, Build: suite}
		differences := r.Differences()
		if notOfTheJournal.MatchString(path) {
			if len(differences) > 0 {
				t.Errorf("%s, which is not of the journal: %+v", path, differences)
			}
			return
		}
		changed++
		kinds[regexp.MustCompile(`\d+`).ReplaceAllString(path, "n")] = true
		if len(differences) == 0 {
			t.Errorf("%s was changed and does not show", path)
		}
		for _, difference := range differences {
			if difference.Excused {
				t.Errorf("%s was changed and is excused: %+v", path, difference)
			}
		}
	})
	if changed < 100 || len(kinds) < 25 {
		t.Errorf("only %d members of %d kinds were changed; the report is too poor to show anything", changed, len(kinds))
	}
}

func decode(t *testing.T, document []byte) reports.Report {
	t.Helper()
	var report reports.Report
	if err := json.Unmarshal(document, &report); err != nil {
		t.Fatal(err)
	}
	return report
}

// walk calls visit for every value that has none in it.
func walk(path string, value any, visit func(path string, set func(any), old any)) {
	each := func(step string, member any, set func(any)) {
		switch member.(type) {
		case map[string]any, []any:
			walk(path+"/"+step, member, visit)
		default:
			visit(path+"/"+step, set, member)
		}
	}
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			each(name, member, func(to any) { value[name] = to })
		}
	case []any:
		for k, entry := range value {
			each(fmt.Sprint(k), entry, func(to any) { value[k] = to })
		}
	}
}

func other(value any) any {
	switch value := value.(type) {
	case string:
		return "other " + strings.ToUpper(value)
	case float64:
		return value + 1
	}
	return "something"
}
