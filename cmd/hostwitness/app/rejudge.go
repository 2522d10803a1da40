package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hostwitness/reports"
	"hostwitness/reports/compare"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func newRejudge(environment Environment) *cobra.Command {
	var format string
	command := &cobra.Command{
		Use:   "rejudge JOURNAL|FOLDER",
		Short: "Judge a journal again, without a network",
		Long: `Read a journal, or the one in an evidence folder, check its chain, and let the
judges of this build judge it. A journal that was changed or cut is refused.

The result goes to stdout. What there is to say of it goes to stderr: legs that
only the run's catalogue or only this build has, legs whose judge means something
else by now, and where a report.json lies beside the journal, each verdict that is
another now, with the reason. Waivers are no part of a journal and excuse nothing
here.

Exit codes: 0, 1 and 3 as run gives them (3 also where a required leg is not known
to this build); 2 refused.`,
		Args: exactly("FOLDER|JOURNAL"),
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
	name, err = wholeJournal(name)
	if err != nil {
		return err
	}
	found, err := readJournal(name)
	if err != nil {
		return err
	}
	if err := found.refusal(); err != nil {
		return err
	}
	again, err := found.rejudge(catalogue, format)
	if err != nil {
		return refuse(name, err)
	}
	screen := &screen{environment: environment, options: again.run.options}
	if err := screen.show(viewOf(again.report, found.records, again.run)); err != nil {
		return suiteFault(err)
	}
	if err := again.explain(environment, name); err != nil {
		return suiteFault(err)
	}
	return exitWith(again.report.ExitCode)
}

// wholeJournal is the journal that an argument names: itself, or that of a whole
// run in a folder. A link in a folder is none, for what it leads to is not of
// the folder.
func wholeJournal(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, nil // reading it says what is wrong with it
	}
	name := filepath.Join(path, journalFile)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", usagef("there is no %s in %s; of a run that was killed see hostwitness report", journalFile, path)
	case err != nil:
		return "", usagef("open the journal: %w", err)
	case !info.Mode().IsRegular():
		return "", usagef("%s is refused: it is no regular file", name)
	}
	return name, nil
}

// refusal is why a journal is no evidence of a whole run, nil when it is.
func (r recorded) refusal() error {
	if err := r.unfit(); err != nil {
		return err
	}
	if r.short != "" {
		return usagef("%s is refused: the journal is incomplete, %s", r.name, r.short)
	}
	return nil
}

// refuse says why a journal is no evidence.
func refuse(name string, err error) error {
	if errors.Is(err, journal.ErrIncomplete) {
		return usagef("%s is refused: the journal is incomplete, it has no end record", name)
	}
	return &exitError{exitUsage, fmt.Errorf("%s is refused: %w", name, err)}
}

// judgedAgain is what judging a journal again comes to.
type judgedAgain struct {
	run      prepared
	header   journal.Run
	required requirement
	report   reports.Report
}

// rejudge judges a whole journal. The error is about the journal: it holds what
// no run of this suite writes.
func (r recorded) rejudge(catalogue *schemas.Index, format string) (judgedAgain, error) {
	result := r.judge()
	again := judgedAgain{header: result.evidence.Run, required: requiredBy(result.evidence.Run, catalogue.Legs())}
	code := ownCode(exitOf(result.verdicts, again.required.legs, nil, result.endReason()))
	if code == exitPassed && len(again.required.unknown) > 0 {
		code = exitIncomplete // that they pass cannot be said
	}
	again.run = prepared{
		options: runOptions{host: again.header.Host, format: format}, catalogue: catalogue, required: again.required.legs,
	}
	var err error
	again.report, err = result.report(again.run, code)
	return again, err
}

// rejudging holds the report that was recorded to this one.
func (j judgedAgain) rejudging(recorded reports.Report) compare.Rejudging {
	return compare.Rejudging{Run: j.header, Recorded: recorded, Rejudged: j.report, Build: suite(j.run.catalogue)}
}
