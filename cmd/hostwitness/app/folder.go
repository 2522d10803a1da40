package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hostwitness/reports"
)

// folder is an evidence folder. Every file is written under a temporary name,
// synced and renamed, so that a name in it always holds a whole file.
type folder struct{ path string }

// openFolder makes the folder and takes away what an earlier run left under
// the names that this one will write, so that no old verdict stands beside new
// evidence.
func openFolder(path string) (folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return folder{}, usagef("make the evidence folder: %w; give another with --out", err)
	}
	for _, name := range append(reportFiles(), journalFile) {
		if err := os.Remove(filepath.Join(path, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return folder{}, usagef("clear the evidence folder: %w; give another with --out", err)
		}
	}
	return folder{path: path}, nil
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
	temporary, err := os.CreateTemp(f.path, "."+name+".*")
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return &file{File: temporary, name: filepath.Join(f.path, name)}, nil
}

// finish syncs the file and gives it its name.
func (f *file) finish() error {
	err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.name)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("finish %s: %w", f.name, err), os.Remove(f.Name()))
	}
	return nil
}

func (f folder) write(name string, render func(io.Writer) error) error {
	out, err := f.create(name)
	if err != nil {
		return err
	}
	if err := render(out); err != nil {
		return errors.Join(fmt.Errorf("render %s: %w", name, err), out.Close(), os.Remove(out.Name()))
	}
	return out.finish()
}

// writeReports renders the one list of results into every report.
func (f folder) writeReports(view reports.View) error {
	return errors.Join(
		f.write("report.json", func(w io.Writer) error { return reports.WriteJSON(w, view.Report) }),
		f.write("junit.xml", func(w io.Writer) error { return reports.WriteJUnit(w, view) }),
		f.write("summary.md", func(w io.Writer) error { return reports.WriteMarkdown(w, view) }),
		f.write("report.html", func(w io.Writer) error { return reports.WriteHTML(w, view) }),
	)
}
