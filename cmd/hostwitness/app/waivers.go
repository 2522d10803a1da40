package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"hostwitness/reports"
	"hostwitness/reports/waiver"
)

// draftedFor is how long the waivers of a draft hold, in days.
const draftedFor = 30

func newWaivers(environment Environment) *cobra.Command {
	command := &cobra.Command{
		Use:   "waivers",
		Short: "Excuse failures that are known, for a time",
		Long: `A waivers file excuses failures that are known: run reads waivers.yaml from the
working folder, or the file that --waivers names. The same list may stand in the
configuration file instead.

  waivers:
    - leg: 0236.host-event.envelope    # an exact id, see hostwitness list
      rule: timestamp                  # one rule of it; without it the whole leg
      reason: the old formatter goes with the queue
      issue: HOST-12                   # may be left out
      expires: 2030-12-31              # the last day it holds, in UTC

A waiver excuses a measured failure and changes the exit code only: the evidence
says executed-fail all the same. It never excuses what is blocked or unproven,
and one whose leg passes is stale and fails the run until it is deleted.`,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.AddCommand(newWaiversInit(environment))
	return command
}

// initOptions are the flags of waivers init, as given.
type initOptions struct {
	out   string
	force bool
}

func newWaiversInit(environment Environment) *cobra.Command {
	var options initOptions
	command := &cobra.Command{
		Use:   "init REPORT",
		Short: "Draft a waivers file of the failures of a report",
		Long: `Print a waivers file with an entry for each rule that the legs of a report
violate. Its reasons are empty, so it is refused until somebody has written why
each failure is accepted, or has deleted the entry. REPORT is a report.json or an
evidence folder. Where nothing failed nothing is written.

Exit codes: 0 done, 2 wrong use or no report, 4 the file could not be written.`,
		Example: `  hostwitness waivers init evidence --out waivers.yaml`,
		Args:    exactly("REPORT|FOLDER"),
		RunE: func(_ *cobra.Command, arguments []string) error {
			return initWaivers(environment, arguments[0], options)
		},
	}
	command.Flags().StringVar(&options.out, "out", "", "`FILE` to write instead of standard output")
	command.Flags().BoolVar(&options.force, "force", false, "overwrite the file of --out")
	return command
}

func initWaivers(environment Environment, name string, options initOptions) error {
	report, err := readReport(name)
	if err != nil {
		return err
	}
	expires := waiver.DayOf(environment.Now().Add(draftedFor * 24 * time.Hour))
	entries := 0
	render := func(w io.Writer) error {
		entries, err = reports.WriteWaiversDraft(w, report, expires)
		return err
	}
	if report.Totals.ExecutedFail == 0 {
		fmt.Fprintf(environment.Err, "hostwitness: nothing failed in %s, so there is nothing to waive; no file is written\n", name)
		return nil
	}
	if options.out == "" {
		if err := render(environment.Out); err != nil {
			return suiteFault(err)
		}
	} else if err := (outFile{"--out", options.out, options.force}).write(render); err != nil {
		return err
	}
	fmt.Fprintf(environment.Err, "hostwitness: %s drafted, to expire on %s; write a reason into each or delete it, until then the file is refused\n", countOf(entries), expires)
	return nil
}

// readReport reads a report.json, or the one of an evidence folder. In a folder
// a link is none: what it leads to is not of the folder.
func readReport(name string) (reports.Report, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		name = filepath.Join(name, "report.json")
		info, err = os.Lstat(name)
	}
	if err != nil {
		return reports.Report{}, usagef("open the report: %w; name a report.json or an evidence folder", err)
	}
	if !info.Mode().IsRegular() {
		return reports.Report{}, usagef("%s is no regular file; name a report.json or an evidence folder", name)
	}
	if isPacked(name) {
		return reports.Report{}, usagef("%s is packed evidence; unpack it first: tar -xf %s -C FOLDER", name, name)
	}
	in, err := openRegular(name)
	if err != nil {
		return reports.Report{}, usagef("open the report: %w", err)
	}
	defer in.Close()
	report, err := reports.ReadJSON(in)
	if err != nil {
		return reports.Report{}, usagef("%s is refused: %w", name, err)
	}
	return report, nil
}
