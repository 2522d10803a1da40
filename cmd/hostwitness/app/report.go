package app

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

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
		Args: exactly("FOLDER|JOURNAL"),
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
	found.tell(environment.Err, names[1:])
	if options.to != "" {
		err = outFile{"--to", options.to, options.force}.write(func(w io.Writer) error { return render(w, view, reports.ConsoleOptions{}) })
	} else if err = render(environment.Out, view, reports.ConsoleOptions{Colour: environment.colour(), Width: environment.Width}); err != nil {
		err = suiteFault(fmt.Errorf("print the report: %w", err))
	}
	if err != nil {
		return err
	}
	return exitWith(ownCode(view.Report.ExitCode))
}

// tell says beside a rendering what is to be known of the journal itself.
func (r recorded) tell(out io.Writer, earlier []string) {
	if r.short != "" {
		fmt.Fprintf(out, "hostwitness: %s is incomplete: %s\n", r.name, r.short)
	}
	if left := r.leftBehind(); left != "" {
		fmt.Fprintf(out, "hostwitness: it may have left %s; take that back with `hostwitness cleanup %s`\n", left, shellQuoted(r.name))
	}
	for _, name := range earlier {
		fmt.Fprintf(out, "hostwitness: an earlier run is whole, in %s\n", name)
	}
}

// view is everything that a rendering is made from.
func (r recorded) view() (reports.View, error) {
	if err := r.unfit(); err != nil {
		return reports.View{}, err
	}
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return reports.View{}, suiteFault(err)
	}
	again, err := r.rejudge(catalogue, "")
	if err != nil {
		return reports.View{}, refuse(r.name, err)
	}
	return viewOf(r.asWritten(again.report), r.records, again.run), nil
}

// asWritten gives the report.json beside a whole journal where that journal
// bears it out: it also knows what no journal does, the host's build and what
// is waived. Where it does not, what was judged now stands.
func (r recorded) asWritten(judged reports.Report) reports.Report {
	if !r.ended() || filepath.Base(r.name) != journalFile {
		return judged
	}
	in, err := openRegular(filepath.Join(filepath.Dir(r.name), "report.json"))
	if err != nil {
		return judged
	}
	defer in.Close()
	written, err := reports.ReadJSON(in)
	if err != nil || !sameResults(written, judged) {
		return judged
	}
	return written
}

// sameResults says whether two reports are of one run and say the same of every
// leg.
func sameResults(a, b reports.Report) bool {
	return a.Host.URL == b.Host.URL && a.StartedAt == b.StartedAt && a.DurationMs == b.DurationMs && a.Totals == b.Totals &&
		slices.EqualFunc(a.Legs, b.Legs, func(x, y reports.Leg) bool {
			return x.ID == y.ID && x.Revision == y.Revision && x.Result == y.Result && x.Assertions == y.Assertions && x.Reason == y.Reason
		})
}

// ownCode is the exit code of a command that reads what became of a run. The
// command itself was neither interrupted nor at fault.
func ownCode(code int) int {
	if code == exitInterrupted || code == exitSuite {
		return exitIncomplete
	}
	return code
}
