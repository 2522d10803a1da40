package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hostwitness/reports"
)

// journalFile is the journal's name in the evidence folder.
const journalFile = "journal.jsonl"

// carryOut drives, judges, writes the evidence folder, and prints.
func carryOut(ctx context.Context, environment Environment, run prepared, subject subject) error {
	folder, err := openFolder(run.options.out)
	if err != nil {
		return err
	}
	screen := newScreen(environment, run.options)
	run.course.progress = screen.progress
	out, err := folder.create(journalFile)
	if err != nil {
		return suiteFault(err)
	}
	reason, err := drive(ctx, environment.Now, suite(run.catalogue), subject, run.course, out)
	if err != nil {
		return suiteFault(errors.Join(fmt.Errorf("the run could not be recorded, what there is of it is in %s: %w", out.Name(), err), out.Close()))
	}
	// The old reports go before the old journal does: no old verdict ever stands
	// beside new evidence.
	if err := errors.Join(folder.remove(reportFiles()...), out.finish()); err != nil {
		return suiteFault(err)
	}
	result, err := folder.judge()
	if err != nil {
		return suiteFault(fmt.Errorf("read back the journal: %w", err))
	}
	code := exitOf(result.verdicts, run.required, reason)
	report, err := result.report(run, code)
	if err != nil {
		return suiteFault(err)
	}
	view := viewOf(report, result.records, run)
	if err := errors.Join(screen.show(view), folder.writeReports(view)); err != nil {
		return suiteFault(err)
	}
	return exitWith(code)
}

// judge judges what is written, not what is remembered.
func (f folder) judge() (judged, error) {
	in, err := os.Open(filepath.Join(f.path, journalFile))
	if err != nil {
		return judged{}, err
	}
	defer in.Close()
	return judge(in)
}

func (j judged) report(run prepared, code int) (reports.Report, error) {
	return reports.New(reports.Input{
		Legs: run.catalogue.Legs(), Verdicts: j.verdicts, Evidence: j.evidence, Records: j.records, ExitCode: code,
	})
}

// again is the command of this run without its selection and output, for a
// report that tells how to run one leg again.
func (p prepared) again() string {
	words := []string{"hostwitness run --host " + shellQuoted(p.options.host)}
	for _, flag := range p.options.given {
		words = append(words, flag[0]+" "+shellQuoted(flag[1]))
	}
	return strings.Join(words, " ")
}

// shellQuoted quotes a word for a POSIX shell where it needs it.
func shellQuoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
