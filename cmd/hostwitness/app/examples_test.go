package app

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/golden/examples"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// recordExamples is for `make examples`.
var recordExamples = flag.Bool("examples", false, "record the examples of legs anew")

const examplesFolder = "../../../fixtures/golden/examples"

// TestExamplesAreJudgedAsTheySay judges the examples of explain again: the one
// passes the leg, the other fails it for rules that its host is stated to break.
func TestExamplesAreJudgedAsTheySay(t *testing.T) {
	catalogue, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	if *recordExamples {
		recordAll(t, catalogue)
		return // what was written is embedded, and judged, the next time
	}
	all, err := examples.All()
	if err != nil {
		t.Fatal(err)
	}
	size, there := 0, make(map[string]int)
	for _, example := range all {
		size += len(example.Journal)
		there[fmt.Sprint(example.Leg, example.Passes)]++
		if problem := wrongWith(catalogue, example); problem != "" {
			t.Errorf("%s: %s: run make examples", example.Name(), problem)
		}
	}
	for _, leg := range catalogue.Legs() {
		for _, passes := range []bool{true, false} {
			if count := there[fmt.Sprint(leg.ID, passes)]; count != 1 {
				t.Errorf("%s has %d examples where passes is %v, want 1: run make examples", leg.ID, count, passes)
			}
		}
	}
	if size > 1<<20 {
		t.Errorf("the examples have %d bytes; they are to stay below 1 MiB", size)
	}
}

// wrongWith says in what an example does not show what it is to show, "" where
// it does.
func wrongWith(catalogue *schemas.Index, example examples.Example) string {
	if _, known := catalogue.Leg(example.Leg); !known {
		return "there is no such leg"
	}
	records, err := journal.Read(bytes.NewReader(example.Journal))
	if err != nil {
		return err.Error()
	}
	chosen, known := doubleCalled(example.Host)
	verdict := verdictOn(example.Leg, records)
	switch {
	case !known:
		return "there is no such host"
	case example.Passes && verdict.Result != judges.Pass:
		return fmt.Sprintf("%s (%s), want a pass", verdict.Result, verdict.Reason)
	case !example.Passes && (verdict.Result != judges.Fail || !slices.Equal(violatedOf(verdict), statedFor(chosen, example.Leg))):
		return fmt.Sprintf("%s for %v, want a failure for %v", verdict.Result, violatedOf(verdict), statedFor(chosen, example.Leg))
	}
	return ""
}

func violatedOf(verdict judges.Verdict) []string {
	return outcomesOf([]judges.Verdict{verdict})[0].rules
}

// statedFor gives the rules of a leg that a double is stated to break, sorted.
func statedFor(chosen double.Double, leg string) []string {
	for _, expectation := range chosen.Expect {
		if expectation.Leg == leg && expectation.Result == double.Fail {
			return slices.Sorted(slices.Values(expectation.Rules))
		}
	}
	return nil
}

func doubleCalled(id string) (double.Double, bool) {
	return doubleOf(id, slices.Concat([]double.Double{{ID: "reference"}}, sabotage.All(), variant.All()))
}

// recordAll writes the examples that are missing or no longer say what they
// should, and removes those that are left over. The others stay as they are.
func recordAll(t *testing.T, catalogue *schemas.Index) {
	all, err := examples.All()
	if err != nil {
		t.Fatal(err)
	}
	kept := make(map[string]bool)
	for _, example := range all {
		slot := fmt.Sprint(example.Leg, example.Passes)
		if problem := wrongWith(catalogue, example); problem == "" && !kept[slot] {
			kept[slot] = true
			continue
		}
		if err := os.Remove(filepath.Join(examplesFolder, example.Name())); err != nil {
			t.Fatal(err)
		}
	}
	for _, leg := range catalogue.Legs() {
		for _, passes := range []bool{true, false} {
			if kept[fmt.Sprint(leg.ID, passes)] {
				continue
			}
			example := recordFirst(t, catalogue, leg, passes, candidatesFor(leg, passes))
			if err := os.WriteFile(filepath.Join(examplesFolder, example.Name()), example.Journal, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// candidate is a run that may make an example.
type candidate struct {
	double double.Double
	only   []string // legs that are run; none: all
}

// candidatesFor are the hosts that may pass a leg, or fail it as stated, the
// best first. Where the leg needs what others drive, all legs are run.
func candidatesFor(leg schemas.Leg, passes bool) []candidate {
	alone := []string{leg.ID}
	if passes {
		reference := double.Double{ID: "reference"}
		candidates := []candidate{{reference, alone}, {reference, nil}}
		for _, chosen := range named(leg.ID, variant.All()) {
			candidates = append(candidates, candidate{chosen, alone})
		}
		return candidates
	}
	var candidates []candidate
	for _, chosen := range instructive(leg.ID, sabotage.All()) {
		candidates = append(candidates, candidate{chosen, alone}, candidate{chosen, nil})
	}
	return candidates
}

// telling are the hosts that show best what a leg is about.
func telling() map[string][]string {
	return map[string][]string{
		"0236.host-event.envelope":          {"run-id-in-envelope"},
		"0236.ephemeral.no-resume":          {"ephemeral-redelivered"},
		"0236.webhook.host-variant":         {"webhook-signature-over-compact-form"},
		"0236.webhook.unadvertised-refused": {"unlisted-type-accepted", "durable-only"},
		"0250.resume-backlog":               {"resume-loses-first"},
		"0250.refusal-uniform":              {"foreign-cursor-403"},
		"0250.refusal-discloses-nothing":    {"refusal-echoes-cursor"},
		"0247.bounded-close":                {"opted-stream-never-ends"},
		"0247.resume-lossless":              {"batch-dropped-near-end"},
	}
}

// named puts those of the doubles first that show best what a leg is about.
func named(leg string, all []double.Double) []double.Double {
	var first, others []double.Double
	for _, chosen := range all {
		if slices.Contains(telling()[leg], chosen.ID) {
			first = append(first, chosen)
			continue
		}
		others = append(others, chosen)
	}
	return append(first, others...)
}

// instructive are the sabotages that a leg convicts, of those not named before
// the ones first that no other leg convicts and that break one rule.
func instructive(leg string, all []double.Double) []double.Double {
	var alone, others []double.Double
	for _, chosen := range all {
		switch rules := statedFor(chosen, leg); {
		case len(rules) == 0:
		case len(rules) == 1 && len(chosen.Expect) == 1:
			alone = append(alone, chosen)
		default:
			others = append(others, chosen)
		}
	}
	return named(leg, append(alone, others...))
}

func recordFirst(t *testing.T, catalogue *schemas.Index, leg schemas.Leg, passes bool, candidates []candidate) examples.Example {
	for _, chosen := range candidates {
		records := recordRun(t, catalogue, leg, chosen)
		verdict := verdictOn(leg.ID, narrowed(leg.ID, records))
		if passes != (verdict.Result == judges.Pass) || !slices.Equal(violatedOf(verdict), statedFor(chosen.double, leg.ID)) {
			continue
		}
		kept, err := reduce(leg.ID, records)
		if err != nil {
			t.Fatal(err)
		}
		text, err := inChain(kept)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %v %s: %d of %d records, %d bytes", leg.ID, passes, chosen.double.ID, len(kept), len(records), len(text))
		return examples.Example{Leg: leg.ID, Passes: passes, Host: chosen.double.ID, Journal: text}
	}
	t.Fatalf("%s: none of %d runs ends it where passes is %v", leg.ID, len(candidates), passes)
	return examples.Example{}
}

// recordRun is a run in fake time.
func recordRun(t *testing.T, catalogue *schemas.Index, leg schemas.Leg, chosen candidate) []journal.Record {
	trial := trial{double: chosen.double, only: chosen.only, long: leg.Scenario == "bounded-stream"}
	var records []journal.Record
	synctest.Test(t, func(t *testing.T) {
		result, err := trial.record(t.Context(), newMemoryNetwork().network(), time.Now, catalogue, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		records = result.records
	})
	return records
}
