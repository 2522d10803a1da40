package app

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"hostwitness/reports/compare"
)

func newDiff(environment Environment) *cobra.Command {
	var format string
	command := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Tell what changed between two runs, leg by leg",
		Long: `Compare two lists of results. Each of OLD and NEW is an evidence folder, a packed
one, a report.json, or a published certification bundle (version 3, of any suite).
A report and a bundle are compared over the requirements that both have.

Worse is: a leg that fails and did not; one that is blocked and neither was nor
failed; a pass that is lost, whatever came instead; a claim that the host dropped;
in a leg that fails in both, a rule that is violated and was not. That hosts,
builds, suites or options differ is told and is not worse.

No signature, digest or verdict is checked here: verify both first.

Exit codes: 0 nothing got worse, 1 something did, 2 OLD or NEW is refused.`,
		Example: "  hostwitness diff release-1.4/evidence evidence",
		Args:    exactly("OLD", "NEW"),
		RunE: func(_ *cobra.Command, arguments []string) error {
			write, known := diffWriters(environment)[format]
			if !known {
				return usagef("--format %q is unknown; write text or json", format)
			}
			return diff(arguments[0], arguments[1], write)
		},
	}
	command.Flags().StringVar(&format, "format", "text", "what is printed, a `FORMAT`: text or json")
	return command
}

func diffWriters(environment Environment) map[string]func(compare.Comparison) error {
	return map[string]func(compare.Comparison) error{
		"text": func(comparison compare.Comparison) error {
			options := compare.ConsoleOptions{Colour: environment.colour(), Width: environment.Width}
			return compare.WriteConsole(environment.Out, comparison, options)
		},
		"json": func(comparison compare.Comparison) error { return compare.WriteJSON(environment.Out, comparison) },
	}
}

func diff(oldPath, newPath string, write func(compare.Comparison) error) error {
	old, err := readList(oldPath)
	if err != nil {
		return err
	}
	new, err := readList(newPath)
	if err != nil {
		return err
	}
	comparison, err := compare.Compare(old, new)
	switch {
	case errors.Is(err, compare.ErrNothingInCommon):
		return usagef("%s and %s are refused: %w", oldPath, newPath, err)
	case err != nil:
		return usagef("compare %s with %s: %w", oldPath, newPath, err)
	}
	if err := write(comparison); err != nil {
		return suiteFault(fmt.Errorf("print the comparison: %w", err))
	}
	if comparison.Worse {
		return exitWith(exitFailed)
	}
	return nil
}
