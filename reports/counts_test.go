package reports

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// counted is what a rendering says of a run. JUnit has one word for skipped and inapplicable, so they are one here.
type counted struct{ pass, fail, blocked, leftOut int }

func (c *counted) add(word string) error {
	switch word {
	case "pass", "executed-pass":
		c.pass++
	case "FAIL", "FAIL (waived)", "executed-fail":
		c.fail++
	case "blocked":
		c.blocked++
	case "skipped", "inapplicable":
		c.leftOut++
	default:
		return fmt.Errorf("no result is called %q", word)
	}
	return nil
}

// The counts in report.json, on the console, in JUnit, in Markdown and in HTML are those of the legs.
func TestCountsAgree(t *testing.T) {
	all := samples(t)
	all["flooded"] = floodedView(t)
	for sample, view := range all {
		t.Run(sample, func(t *testing.T) {
			if err := checkCounts(view); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCountsAgreeForAnyResults(t *testing.T) {
	results := []judges.Result{judges.Pass, judges.Fail, judges.Skipped, judges.Inapplicable, judges.Blocked}
	rapid.Check(t, func(t *rapid.T) {
		list := records()
		input := Input{Evidence: journal.Fold(journal.Evidence{}, list), Records: list}
		var waivers []waiver.Waiver
		for i := range rapid.IntRange(0, 20).Draw(t, "legs") {
			id := fmt.Sprintf("0250.leg-%d", i)
			scenario := rapid.SampledFrom([]string{"one", "two", "three"}).Draw(t, "scenario")
			input.Legs = append(input.Legs, schemas.Leg{ID: id, Requirement: "r." + id, Revision: 1, Scenario: scenario})
			verdict := verdictOf(id, rapid.SampledFrom(results).Draw(t, "result"), "because "+rapid.StringN(0, -1, 60).Draw(t, "reason"))
			if verdict.Result == judges.Pass {
				verdict = passed(id)
			}
			input.Verdicts = append(input.Verdicts, verdict)
			if rapid.Bool().Draw(t, "waived") {
				waivers = append(waivers, waiver.Waiver{Leg: id, Reason: "known", Expires: "2026-06-30"})
			}
		}
		waive(&input, waivers...)
		report, err := New(input)
		if err != nil {
			t.Fatal(err)
		}
		view := View{Report: report, Records: list}
		for _, leg := range report.Legs {
			if rapid.Bool().Draw(t, "required") {
				view.Required = append(view.Required, leg.ID)
			}
		}
		if err := checkCounts(view); err != nil {
			t.Fatal(err)
		}
	})
}

func checkCounts(view View) error {
	// JUnit's cases count a required leg that did not pass as a failure, whatever its result, and so every stale waiver.
	var legs, cases counted
	cases.fail = len(view.Report.waiversWith(waiver.Stale))
	for _, leg := range view.Report.Legs {
		if err := legs.add(string(leg.Result)); err != nil {
			return err
		}
		word := string(leg.Result)
		if slices.Contains(view.Required, leg.ID) && leg.Result != judges.Pass {
			word = string(judges.Fail)
		}
		if err := cases.add(word); err != nil {
			return err
		}
	}
	read := readers()
	for _, one := range renderings() {
		reader, ok := read[one.name]
		if !ok {
			continue
		}
		delete(read, one.name)
		var out bytes.Buffer
		if err := one.write(&out, view); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		readings, err := reader(out.Bytes())
		if err != nil {
			return fmt.Errorf("read %s back: %w", one.name, err)
		}
		if len(readings) < 2 {
			return fmt.Errorf("%s was read only %d times", one.name, len(readings))
		}
		want := legs
		if one.name == "junit.xml" {
			want = cases
		}
		for i, got := range readings {
			if got != want {
				return fmt.Errorf("%s, reading %d: %+v, but the legs make it %+v", one.name, i, got, want)
			}
		}
	}
	if len(read) != 0 {
		return fmt.Errorf("%d renderings were not read back", len(read))
	}
	return nil
}
