package app

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"hostwitness/fixtures/variant"
	"hostwitness/schemas"
)

func newList(environment Environment) *cobra.Command {
	var showSabotages, showVariants bool
	command := &cobra.Command{
		Use:   "list",
		Short: "List the legs, or the sabotages and variants of the reference host",
		Args:  flagsOnly,
		RunE: func(*cobra.Command, []string) error {
			table := tabwriter.NewWriter(environment.Out, 0, 4, 2, ' ', 0)
			switch {
			case showSabotages:
				for _, double := range sabotagedHosts() {
					fmt.Fprintf(table, "%s\t%s\n", double.ID, double.Summary)
				}
			case showVariants:
				for _, double := range variant.All() {
					fmt.Fprintf(table, "%s\t%s\n", double.ID, double.Summary)
				}
			default:
				if err := listLegs(table); err != nil {
					return err
				}
			}
			return table.Flush()
		},
	}
	command.Flags().BoolVar(&showSabotages, "sabotages", false, "list the sabotages instead")
	command.Flags().BoolVar(&showVariants, "variants", false, "list the variants instead")
	command.MarkFlagsMutuallyExclusive("sabotages", "variants")
	return command
}

func listLegs(table *tabwriter.Writer) error {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	fmt.Fprintln(table, "LEG\tLEVEL\tRFC\tSCENARIO\tRULES\tWHAT IT ASKS")
	for _, leg := range catalogue.Legs() {
		fmt.Fprintf(table, "%s\t%s\t%s %s\t%s\t%d\t%s\n", leg.ID, leg.Level, leg.RFC, leg.Section, leg.Scenario, len(leg.Rules), leg.Title)
	}
	return nil
}
