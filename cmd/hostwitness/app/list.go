package app

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/reports/guide"
	"hostwitness/schemas"
)

// listOptions are the flags of list, as given.
type listOptions struct {
	sabotages, variants, requirements bool
	format, rfc                       string
}

func newList(environment Environment) *cobra.Command {
	var options listOptions
	command := &cobra.Command{
		Use:   "list",
		Short: "List the legs, the requirements, or the sabotages and variants of the reference host",
		Long: `List the legs of the suite, one a line.

With --requirements: every sentence of the RFCs that binds somebody or leaves
somebody free, with its level, with how an outside party can see whether it is
kept, and with the legs and rules that judge it, or the reason why none does.

--format markdown prints the pages docs/legs.md and docs/requirements.md.`,
		Args: flagsOnly,
		RunE: func(*cobra.Command, []string) error { return list(environment, options) },
	}
	flags := command.Flags()
	flags.BoolVar(&options.sabotages, "sabotages", false, "list the sabotages instead")
	flags.BoolVar(&options.variants, "variants", false, "list the variants instead")
	flags.BoolVar(&options.requirements, "requirements", false, "list the requirements and what judges each")
	flags.StringVar(&options.format, "format", "text", "how legs and requirements are printed, a `FORMAT`: text, markdown, and for requirements json")
	flags.StringVar(&options.rfc, "rfc", "", "list the requirements of this RFC alone, by its `NUMBER`")
	command.MarkFlagsMutuallyExclusive("sabotages", "variants", "requirements")
	return command
}

func list(environment Environment, options listOptions) error {
	switch {
	case options.rfc != "" && !options.requirements:
		return usagef("--rfc goes with --requirements")
	case options.requirements:
		return listRequirements(environment, options)
	case options.sabotages || options.variants:
		return listDoubles(environment, options)
	}
	return listLegs(environment, options.format)
}

func listDoubles(environment Environment, options listOptions) error {
	if options.format != "text" {
		return usagef("--format goes with legs and requirements")
	}
	doubles := variant.All()
	if options.sabotages {
		doubles = sabotagedHosts()
	}
	table := tabwriter.NewWriter(environment.Out, 0, 4, 2, ' ', 0)
	for _, double := range doubles {
		fmt.Fprintf(table, "%s\t%s\n", double.ID, double.Summary)
	}
	return table.Flush()
}

func listLegs(environment Environment, format string) error {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	switch format {
	case "text":
		return printLegs(environment.Out, catalogue)
	case "markdown":
		return guide.WriteLegsMarkdown(environment.Out, guideTo(catalogue))
	}
	return usagef("--format %q is unknown for legs; write text or markdown", format)
}

func printLegs(out io.Writer, catalogue *schemas.Index) error {
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "LEG\tLEVEL\tRFC\tSCENARIO\tRULES\tWHAT IT ASKS")
	for _, leg := range catalogue.Legs() {
		fmt.Fprintf(table, "%s\t%s\t%s %s\t%s\t%d\t%s\n", leg.ID, leg.Level, leg.RFC, leg.Section, leg.Scenario, len(leg.Rules), leg.Title)
	}
	return table.Flush()
}

// listWidth is how wide the table of requirements is where no terminal says.
const listWidth = 100

func listRequirements(environment Environment, options listOptions) error {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	chosen := slices.DeleteFunc(slices.Clone(catalogue.Requirements()), func(r schemas.Requirement) bool {
		return options.rfc != "" && r.RFC != options.rfc
	})
	if len(chosen) == 0 {
		return usagef("--rfc %q has no requirements here; they are of the RFCs 0236, 0241, 0247 and 0250", options.rfc)
	}
	switch options.format {
	case "text":
		width := environment.Width
		if width <= 0 {
			width = listWidth
		}
		return guide.WriteRequirementsText(environment.Out, chosen, width)
	case "json":
		return guide.WriteRequirementsJSON(environment.Out, chosen)
	case "markdown":
		return guide.WriteRequirementsMarkdown(environment.Out, chosen)
	}
	return usagef("--format %q is unknown for requirements; write text, json or markdown", options.format)
}

// guideTo joins the catalogue with the sabotages that each leg convicts.
func guideTo(catalogue *schemas.Index) guide.Guide {
	sabotages := make(map[string][]guide.Double)
	for _, sabotaged := range sabotage.All() {
		for _, expectation := range sabotaged.Expect {
			if expectation.Result == double.Fail {
				sabotages[expectation.Leg] = append(sabotages[expectation.Leg], guide.Double{
					ID: sabotaged.ID, Summary: sabotaged.Summary, Rules: expectation.Rules, Served: sabotaged.Mislabel == nil,
				})
			}
		}
	}
	return guide.Guide{Catalogue: catalogue, Sabotages: sabotages}
}
