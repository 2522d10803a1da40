package app

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/golden/examples"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/reports/guide"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func newExplain(environment Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "explain LEG",
		Short: "Explain one leg, with traffic that passes and traffic that fails",
		Long: `Explain one leg: what it asks and by which sentence, how it is measured, each of
its rules, what usually breaks it and how to mend that, and when it is not
measured. Two examples follow, of a host that passes and of one that fails: the
records of a run, reduced to what the judge needs, and what it says of them.

hostwitness list names the legs.`,
		Args: exactly("LEG"),
		RunE: func(_ *cobra.Command, arguments []string) error { return explain(environment, arguments[0]) },
	}
}

func explain(environment Environment, id string) error {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	leg, found := catalogue.Leg(id)
	if !found {
		return unknownLeg(catalogue, id)
	}
	shown, err := examplesOf(leg.ID)
	if err != nil {
		return suiteFault(err)
	}
	width := environment.Width
	if width <= 0 {
		width = listWidth
	}
	return guide.WriteLegText(environment.Out, guideTo(catalogue), leg, shown, width)
}

// unknownLeg names the leg that was most likely meant.
func unknownLeg(catalogue *schemas.Index, id string) error {
	ids := make([]string, 0, len(catalogue.Legs()))
	for _, leg := range catalogue.Legs() {
		ids = append(ids, leg.ID)
	}
	if near := waiver.Nearest(id, ids); near != "" {
		return usagef("there is no leg %q; did you mean %s?", id, near)
	}
	return usagef("there is no leg %q; see `hostwitness list`", id)
}

// examplesOf judges the recorded examples of a leg by this build.
func examplesOf(leg string) ([]guide.Example, error) {
	recorded, err := examples.Of(leg)
	if err != nil {
		return nil, err
	}
	shown := make([]guide.Example, 0, len(recorded))
	for _, example := range recorded {
		result, err := judge(bytes.NewReader(example.Journal))
		if err != nil {
			return nil, fmt.Errorf("read the example %s: %w", example.Name(), err)
		}
		for _, verdict := range result.verdicts {
			if verdict.Leg == leg {
				shown = append(shown, guide.Example{Title: titleOf(example), Records: told(result.records), Verdict: verdict})
			}
		}
	}
	return shown, nil
}

// told leaves out what says nothing of the traffic: the header and the end.
func told(records []journal.Record) []journal.Record {
	var kept []journal.Record
	for _, record := range records {
		if record.Run == nil && record.End == nil {
			kept = append(kept, record)
		}
	}
	return kept
}

// titleOf says whom an example was recorded of.
func titleOf(example examples.Example) string {
	what := "A host that fails"
	doubles, kind := sabotage.All(), "sabotage"
	if example.Passes {
		what, doubles, kind = "A host that passes", variant.All(), "variant"
	}
	if chosen, found := doubleOf(example.Host, doubles); found {
		return fmt.Sprintf("%s (%s %s: %s)", what, kind, chosen.ID, chosen.Summary)
	}
	return what + " (the reference host)"
}

func doubleOf(id string, doubles []double.Double) (double.Double, bool) {
	for _, chosen := range doubles {
		if chosen.ID == id {
			return chosen, true
		}
	}
	return double.Double{}, false
}
