package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
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
	out, err := folder.record()
	if err != nil {
		return suiteFault(err)
	}
	reason, err := drive(ctx, environment.Now, suite(run.catalogue), subject, run.course, out)
	if err != nil {
		return suiteFault(errors.Join(fmt.Errorf("the run could not be recorded, what there is of it is in %s: %w", out.Name(), err), out.Close()))
	}
	if err := out.complete(); err != nil {
		return suiteFault(err)
	}
	result, err := judgeFile(out.Name())
	if err != nil {
		return suiteFault(fmt.Errorf("read back the journal: %w", err))
	}
	report, err := run.conclude(result, reason)
	if err != nil {
		return suiteFault(err)
	}
	view := viewOf(report, result.records, run)
	sealed, err := run.leave(ctx, folder, out, result, view)
	if err != nil {
		view.Report.ExitCode = exitSuite // nothing is promised that is not there
		return suiteFault(errors.Join(screen.show(view), err))
	}
	view.Report.ExitCode = sealed.code(report.ExitCode)
	if err := screen.show(view); err != nil {
		return suiteFault(err)
	}
	screen.say(sealed.line(run.options.out, run.sealing.key), sealed.warnings())
	return exitWith(view.Report.ExitCode)
}

// leave writes everything beside a complete journal, and gives all of it its
// names once it is whole. On an error only the journal is left, still partial.
func (p prepared) leave(ctx context.Context, folder folder, out *file, result judged, view reports.View) (sealed, error) {
	written, err := folder.prepareReports(view)
	if err != nil {
		return sealed{}, kept(out, err)
	}
	files := append([]*file{out}, written...)
	done, err := p.sealing.seal(ctx, folder, result.facts(p, view.Report), files)
	if err != nil {
		return sealed{}, errors.Join(kept(out, err), removePartial(written), removePartial(done.files))
	}
	return done, folder.publish(append(files, done.files...)...)
}

// kept is an error that left the journal whole.
func kept(out *file, err error) error {
	return fmt.Errorf("%w; the journal of this run is whole, in %s: `hostwitness report` renders it", err, out.Name())
}

// judgeFile judges what is written, not what is remembered.
func judgeFile(name string) (judged, error) {
	in, err := os.Open(name)
	if err != nil {
		return judged{}, err
	}
	defer in.Close()
	return judge(in)
}

// conclude makes the report of a run from what was judged. It is what a run
// and a verification share, so that both come to the same from one journal.
func (p *prepared) conclude(result judged, reason journal.EndReason) (reports.Report, error) {
	p.effect = waiver.Match(p.waivers, result.verdicts)
	report, err := result.report(*p, exitOf(result.verdicts, p.required, p.effect, reason))
	if err != nil {
		return reports.Report{}, err
	}
	if p.sealing.certify && report.ExitCode == exitPassed && !reports.JudgesHost(report) {
		report.ExitCode = exitIncomplete // there is nothing to certify
	}
	return report, nil
}

func (j judged) report(run prepared, code int) (reports.Report, error) {
	return reports.New(reports.Input{
		Legs: run.catalogue.Legs(), Verdicts: j.verdicts, Evidence: j.evidence, Records: j.records, Waivers: run.effect, ExitCode: code,
	})
}

// facts are what the manifest of this evidence follows from.
func (j judged) facts(run prepared, report reports.Report) bundle.Facts {
	return bundle.Facts{
		Evidence: j.evidence, Report: report, Asked: run.catalogue.Asked(),
		Waivers: run.waivers, Certify: run.sealing.certify,
	}
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
