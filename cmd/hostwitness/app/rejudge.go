package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func newRejudge(environment Environment) *cobra.Command {
	var format string
	command := &cobra.Command{
		Use:   "rejudge JOURNAL",
		Short: "Judge a journal again, without a network",
		Long: `Read a journal, or the one in an evidence folder, check its chain, and let the
judges of this build judge it. A journal that was changed or cut is refused.

Exit codes: 0, 1 and 3 as run gives them; 2 refused.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			if _, known := printers()[format]; !known {
				return usagef("--format %q is unknown; write text, json, junit or markdown", format)
			}
			return rejudge(environment, arguments[0], format)
		},
	}
	command.Flags().StringVar(&format, "format", "text", "what is printed, a `FORMAT`: text, json, junit or markdown")
	return command
}

func rejudge(environment Environment, name, format string) error {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, journalFile)
	}
	in, err := os.Open(name)
	if err != nil {
		return usagef("open the journal: %w", err)
	}
	defer in.Close()
	result, err := judge(in)
	if err != nil {
		return refuse(name, err)
	}
	required, err := matching("--require", catalogue.Legs(), result.evidence.Run.Options.Require)
	if err != nil {
		return err
	}
	code := exitOf(result.verdicts, required, nil, result.evidence.Ended.Reason)
	if code == exitInterrupted || code == exitSuite {
		code = exitIncomplete // rejudging itself was neither interrupted nor at fault
	}
	run := prepared{options: runOptions{host: result.evidence.Run.Host, format: format}, catalogue: catalogue, required: required}
	report, err := result.report(run, code)
	if err != nil {
		return suiteFault(err)
	}
	screen := &screen{environment: environment, options: run.options}
	if err := screen.show(viewOf(report, result.records, run)); err != nil {
		return suiteFault(err)
	}
	return exitWith(code)
}

// refuse says why a journal is no evidence.
func refuse(name string, err error) error {
	if errors.Is(err, journal.ErrIncomplete) {
		return usagef("%s is refused: the journal is incomplete, it has no end record", name)
	}
	return &exitError{exitUsage, fmt.Errorf("%s is refused: %w", name, err)}
}
