package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"hostwitness/reports"
)

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
	if err != nil || !sameRun(written, judged) {
		return judged
	}
	return written
}

// sameRun says whether two reports are of one run and say the same of every
// leg.
func sameRun(a, b reports.Report) bool {
	return a.Host.URL == b.Host.URL && a.StartedAt == b.StartedAt && a.DurationMs == b.DurationMs && a.Totals == b.Totals &&
		slices.EqualFunc(a.Legs, b.Legs, func(x, y reports.Leg) bool {
			return x.ID == y.ID && x.Revision == y.Revision && x.Result == y.Result && x.Assertions == y.Assertions && x.Reason == y.Reason
		})
}

// writeTo writes a file under a temporary name beside it and renames it when it
// is whole. One that is there is overwritten only by force.
func writeTo(name string, force bool, render func(io.Writer) error) error {
	if filepath.Base(name) == journalFile {
		return usagef("--to %s: that is the name of a journal; write another", name)
	}
	info, err := os.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return usagef("--to %s is a folder; name a file", name)
	case err == nil && !force:
		return usagef("--to %s is there already; give --force to overwrite it", name)
	}
	out, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+partial)
	if errors.Is(err, os.ErrNotExist) {
		return usagef("--to %s: there is no such folder", name)
	}
	if err != nil {
		return suiteFault(fmt.Errorf("write --to %s: %w", name, err))
	}
	const readable = 0o644
	err = cmp.Or(render(out), out.Chmod(readable), out.Sync())
	err = errors.Join(err, out.Close())
	if err == nil {
		err = os.Rename(out.Name(), name)
	}
	if err != nil {
		return suiteFault(errors.Join(fmt.Errorf("write --to %s: %w", name, err), os.Remove(out.Name())))
	}
	return nil
}
