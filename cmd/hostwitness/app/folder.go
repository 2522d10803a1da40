package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hostwitness/reports"
)

// folder is an evidence folder. Every file is written under a name that says it
// is partial, synced, and given its own name when all files of the run are
// whole: a name in it always holds a whole file, and a run that fails leaves
// what was there before.
type folder struct{ path string }

// partial is what a file is called until it is whole. It is no hidden name, so
// that what a killed run leaves is seen, and kept by whoever collects evidence.
const partial = ".partial"

// openFolder makes the folder and takes away what a killed run left unfinished,
// but not what tells of webhooks that it left on a host. Whole evidence of an
// earlier run stays until this one has its own.
func openFolder(path string) (folder, error) {
	if left := leftIn(filepath.Join(path, journalFile+partial)); left != "" {
		return folder{}, usagef("%s is of a run that is still going on, or was killed and may have left %s: then take that back with `hostwitness cleanup --remove %s`; or give another folder with --out",
			filepath.Join(path, journalFile+partial), left, shellQuoted(path))
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return folder{}, usagef("make the evidence folder: %w; give another with --out", err)
	}
	opened := folder{path: path}
	for _, name := range append(derivedFiles(), journalFile) {
		if err := opened.remove(name + partial); err != nil {
			return folder{}, usagef("clear the evidence folder: %w; give another with --out", err)
		}
	}
	return opened, nil
}

func (f folder) remove(names ...string) error {
	var failures []error
	for _, name := range names {
		if err := os.Remove(filepath.Join(f.path, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}

// derivedFiles are all names that a run may leave beside its journal: what is
// made from it.
func derivedFiles() []string {
	return append([]string{"manifest.json", "statement.dsse.json"}, reportFiles()...)
}

func reportFiles() []string {
	return []string{"report.json", "junit.xml", "summary.md", "report.html"}
}

// medium is where the bytes of a file go.
type medium interface {
	io.WriteCloser
	Sync() error
	Name() string
}

// file is a file that is not there under its own name until it is published.
type file struct {
	medium
	name string // in the folder
}

func (f folder) create(name string) (*file, error) {
	unfinished, err := os.OpenFile(filepath.Join(f.path, name+partial), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return &file{medium: unfinished, name: name}, nil
}

// record creates the file of the journal, which is synced while it is written.
// Its entry in the folder is on the disk before the first record.
func (f folder) record() (*file, error) {
	out, err := f.create(journalFile)
	if err != nil {
		return nil, err
	}
	f.sync()
	out.medium = inGroups(out.medium, syncEvery)
	return out, nil
}

// sync brings the folder's entries to the disk, where the system can do that of
// a folder at all.
func (f folder) sync() {
	if entries, err := os.Open(f.path); err == nil {
		_ = entries.Sync()
		_ = entries.Close()
	}
}

// complete syncs and closes the file. It stays partial until it is published.
func (f *file) complete() error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("complete %s: %w", f.name, err)
	}
	return nil
}

// discard closes the file and takes it away.
func (f *file) discard() error {
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// prepare makes a whole file that is still partial by its name.
func (f folder) prepare(name string, render func(io.Writer) error) (*file, error) {
	out, err := f.create(name)
	if err != nil {
		return nil, err
	}
	if err := render(out); err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", name, err), out.discard())
	}
	if err := out.complete(); err != nil {
		return nil, errors.Join(err, os.Remove(out.Name()))
	}
	return out, nil
}

// renderingsOf are the files that are made of a list of results, by name.
func renderingsOf(view reports.View) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"report.json": func(w io.Writer) error { return reports.WriteJSON(w, view.Report) },
		"junit.xml":   func(w io.Writer) error { return reports.WriteJUnit(w, view) },
		"summary.md":  func(w io.Writer) error { return reports.WriteMarkdown(w, view) },
		"report.html": func(w io.Writer) error { return reports.WriteHTML(w, view) },
	}
}

// prepareReports renders the one list of results into every report. Where one
// cannot be written none is left.
func (f folder) prepareReports(view reports.View) ([]*file, error) {
	renderings := renderingsOf(view)
	var prepared []*file
	for _, name := range reportFiles() {
		report, err := f.prepare(name, renderings[name])
		if err != nil {
			return nil, errors.Join(err, removePartial(prepared))
		}
		prepared = append(prepared, report)
	}
	return prepared, nil
}

func removePartial(files []*file) error {
	var failures []error
	for _, unwanted := range files {
		failures = append(failures, os.Remove(unwanted.Name()))
	}
	return errors.Join(failures...)
}

// publish gives complete files their names, in their order, in the place of all
// evidence that was there before. What was made from an old journal goes before
// the new one comes: no old verdict ever stands beside new evidence.
func (f folder) publish(files ...*file) error {
	if err := f.remove(derivedFiles()...); err != nil {
		return fmt.Errorf("take the place of earlier evidence: %w", err)
	}
	for _, complete := range files {
		if err := os.Rename(complete.Name(), filepath.Join(f.path, complete.name)); err != nil {
			return fmt.Errorf("publish %s: %w", complete.name, err)
		}
	}
	f.sync()
	return nil
}
