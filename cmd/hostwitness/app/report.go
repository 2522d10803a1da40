package app

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hostwitness/reports"
	"hostwitness/schemas"
)

// reportOptions are the flags of report, as given.
type reportOptions struct {
	format string
	to     string
	force  bool
}

func newReport(environment Environment) *cobra.Command {
	var options reportOptions
	command := &cobra.Command{
		Use:   "report DIR|JOURNAL",
		Short: "Render a run again from what is in its folder",
		Long: `Render a run again from its evidence folder, also one that was killed: its
journal.jsonl.partial is judged as far as it goes, and nothing passes that may
rest on what is missing. Of an unfinished run and a whole one in the same folder
it is the unfinished one, which is later; name the file for the other.

This checks the chain of the journal and nothing else: see hostwitness verify.

Exit codes: 0, 1 and 3 as run gives them (an unfinished run is 3, or 1 where a
leg was seen to fail), 2 wrong use or a damaged journal, 4 not written.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			return report(environment, arguments[0], options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.format, "format", "text", "how it is rendered, a `FORMAT`: text, json, junit, markdown or html")
	flags.StringVar(&options.to, "to", "", "`FILE` to write instead of stdout")
	flags.BoolVar(&options.force, "force", false, "overwrite the file of --to")
	return command
}

// reportFormats are the formats of report: those that are printed, and the page.
func reportFormats() map[string]printer {
	formats := printers()
	formats["html"] = func(w io.Writer, view reports.View, _ reports.ConsoleOptions) error {
		return reports.WriteHTML(w, view)
	}
	return formats
}

func report(environment Environment, path string, options reportOptions) error {
	render, known := reportFormats()[options.format]
	if !known {
		return usagef("--format %q is unknown; write text, json, junit, markdown or html", options.format)
	}
	names, err := journalsAt(path)
	if err != nil {
		return err
	}
	found, err := readJournal(names[0])
	if err != nil {
		return err
	}
	view, err := found.view()
	if err != nil {
		return err
	}
	if found.short != "" {
		fmt.Fprintf(environment.Err, "hostwitness: %s is incomplete: %s\n", found.name, found.short)
	}
	if len(names) > 1 {
		fmt.Fprintf(environment.Err, "hostwitness: an earlier run is whole, in %s\n", names[1])
	}
	if options.to != "" {
		err = writeTo(options.to, options.force, func(w io.Writer) error { return render(w, view, reports.ConsoleOptions{}) })
	} else if err = render(environment.Out, view, reports.ConsoleOptions{Colour: environment.colour(), Width: environment.Width}); err != nil {
		err = suiteFault(fmt.Errorf("print the report: %w", err))
	}
	if err != nil {
		return err
	}
	return exitWith(ownCode(view.Report.ExitCode))
}

// view is everything that a rendering is made from.
func (r recorded) view() (reports.View, error) {
	if r.damage != nil {
		return reports.View{}, refuse(r.name, r.damage)
	}
	if len(r.records) == 0 || r.records[0].Run == nil {
		return reports.View{}, usagef("%s is refused: it does not begin with the header of a run, so nothing is known of it", r.name)
	}
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return reports.View{}, suiteFault(err)
	}
	result := r.judge()
	required := requiredBy(result.evidence.Run, catalogue.Legs()).legs
	run := prepared{options: runOptions{host: result.evidence.Run.Host}, catalogue: catalogue, required: required}
	rendered, err := result.report(run, ownCode(exitOf(result.verdicts, required, nil, result.endReason())))
	if err != nil {
		return reports.View{}, refuse(r.name, err)
	}
	return viewOf(r.asWritten(rendered), r.records, run), nil
}

// ownCode is the exit code of a command that reads what became of a run. The
// command itself was neither interrupted nor at fault.
func ownCode(code int) int {
	if code == exitInterrupted || code == exitSuite {
		return exitIncomplete
	}
	return code
}
