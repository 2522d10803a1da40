package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/compare"
)

// explain tells on stderr what a reader of the result has to know: how the
// run's catalogue and this build's differ, and why a verdict is another than
// the report beside the journal says. It says nothing where there is nothing.
func (j judgedAgain) explain(environment Environment, journalName string) error {
	var notes bytes.Buffer
	recorded, problem := reportBeside(journalName)
	if problem == "" && recorded != nil && !j.sameRun(*recorded) {
		recorded, problem = nil, "it is of another run"
	}
	rejudging, differences := j.rejudging(reports.Report{}), []compare.Difference(nil)
	if recorded != nil {
		rejudging = j.rejudging(*recorded)
		differences = rejudging.Differences()
	}
	if err := compare.WriteRejudged(&notes, rejudging.Knowledge(), differences, compare.ConsoleOptions{}); err != nil {
		return err
	}
	if problem != "" {
		fmt.Fprintf(&notes, "The %s beside the journal is not compared: %s\n", bundle.ReportFile, reports.OneLine(problem, 600))
	}
	if recorded != nil && len(recorded.Waivers) > 0 {
		fmt.Fprintf(&notes, "The run had waivers; here they excuse nothing.\n")
	}
	j.required.explain(&notes)
	_, err := environment.Err.Write(notes.Bytes())
	return err
}

// explain tells of what was required and cannot be held to any more.
func (r requirement) explain(notes *bytes.Buffer) {
	if len(r.unknown) > 0 {
		fmt.Fprintf(notes, "Required by the run and not known to this build, so that it cannot be said whether they pass: %s\n",
			reports.OneLine(strings.Join(r.unknown, ", "), 600))
	}
	for _, pattern := range r.vain {
		fmt.Fprintf(notes, "The run's --require %s matches no leg any more.\n", reports.OneLine(fmt.Sprintf("%q", pattern), 200))
	}
}

// sameRun says that a report is of the run that the journal is of, as far as
// both name it.
func (j judgedAgain) sameRun(recorded reports.Report) bool {
	return recorded.StartedAt == j.report.StartedAt && recorded.Host.URL == j.report.Host.URL
}

// reportBeside reads the report in the journal's folder. There may be none; a
// problem is why one that is there cannot be read.
func reportBeside(journalName string) (*reports.Report, string) {
	name := filepath.Join(filepath.Dir(journalName), bundle.ReportFile)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, ""
	case err != nil:
		return nil, err.Error()
	case !info.Mode().IsRegular():
		return nil, "it is no regular file"
	}
	in, err := openRegular(name)
	if err != nil {
		return nil, err.Error()
	}
	defer in.Close()
	report, err := reports.ReadJSON(in)
	if err != nil {
		return nil, err.Error()
	}
	return &report, ""
}
