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
// is partial, synced and renamed, so that a name in it always holds a whole
// file.
type folder struct{ path string }

// partial is what a file is called until it is whole. It is no hidden name, so
// that what a killed run leaves is seen, and kept by whoever collects evidence.
const partial = ".partial"

// openFolder makes the folder and takes away what a killed run left unfinished.
// Whole evidence of an earlier run stays until this one has its own.
func openFolder(path string) (folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return folder{}, usagef("make the evidence folder: %w; give another with --out", err)
	}
	opened := folder{path: path}
	for _, name := range append(reportFiles(), journalFile) {
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

func reportFiles() []string {
	return []string{"report.json", "junit.xml", "summary.md", "report.html"}
}

// file is a file that is not there under its own name until it is finished.
type file struct {
	*os.File
	name string
}

func (f folder) create(name string) (*file, error) {
	unfinished, err := os.OpenFile(filepath.Join(f.path, name+partial), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return &file{File: unfinished, name: filepath.Join(f.path, name)}, nil
}

// finish syncs the file and gives it its name. On an error it stays partial.
func (f *file) finish() error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("finish %s: %w", f.name, err)
	}
	if err := os.Rename(f.Name(), f.name); err != nil {
		return fmt.Errorf("finish %s: %w", f.name, err)
	}
	return nil
}

func (f folder) write(name string, render func(io.Writer) error) error {
	out, err := f.create(name)
	if err != nil {
		return err
	}
	if err := render(out); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", name, err), out.Close(), os.Remove(out.Name()))
	}
	return out.finish()
}

// writeReports renders the one list of results into every report. Where one
// cannot be written none is left: a folder never says less than the whole.
func (f folder) writeReports(view reports.View) error {
	err := errors.Join(
		f.write("report.json", func(w io.Writer) error { return reports.WriteJSON(w, view.Report) }),
		f.write("junit.xml", func(w io.Writer) error { return reports.WriteJUnit(w, view) }),
		f.write("summary.md", func(w io.Writer) error { return reports.WriteMarkdown(w, view) }),
		f.write("report.html", func(w io.Writer) error { return reports.WriteHTML(w, view) }),
	)
	if err != nil {
		return errors.Join(err, f.remove(reportFiles()...))
	}
	return nil
}
