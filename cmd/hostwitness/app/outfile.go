package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hostwitness/reports/bundle"
)

// outFile is a file that a flag names, to be written whole or not at all.
type outFile struct {
	flag, name string
	force      bool // write over what is there
}

// write writes the file under a temporary name beside it, syncs and renames it.
// One that is there is written over only by force, and none is put into an
// evidence folder, which is refused with a file more.
func (o outFile) write(render func(io.Writer) error) error {
	if err := o.check(); err != nil {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(o.name), filepath.Base(o.name)+".*"+partial)
	if errors.Is(err, os.ErrNotExist) {
		return usagef("%s %s: there is no such folder", o.flag, o.name)
	}
	if err != nil {
		return suiteFault(fmt.Errorf("write %s %s: %w", o.flag, o.name, err))
	}
	const readable = 0o644
	err = cmp.Or(render(out), out.Chmod(readable), out.Sync())
	err = errors.Join(err, out.Close())
	if err == nil {
		err = os.Rename(out.Name(), o.name)
	}
	if err != nil {
		return suiteFault(errors.Join(fmt.Errorf("write %s %s: %w", o.flag, o.name, err), os.Remove(out.Name())))
	}
	return nil
}

func (o outFile) check() error {
	info, err := os.Lstat(o.name)
	switch {
	case err == nil && info.IsDir():
		return usagef("%s %s is a folder; name a file", o.flag, o.name)
	case err == nil && !o.force:
		return usagef("%s %s is there already; give --force to write over it", o.flag, o.name)
	}
	return checkElsewhere(o.flag, o.name)
}

// checkElsewhere refuses a path in an evidence folder, which verify refuses
// with anything more in it.
func checkElsewhere(flag, path string) error {
	for _, evidence := range []string{bundle.ManifestFile, journalFile, journalFile + partial} {
		if _, err := os.Lstat(filepath.Join(filepath.Dir(filepath.Clean(path)), evidence)); err == nil {
			return usagef("%s %s lies in an evidence folder, which verify refuses with anything more in it; name one elsewhere", flag, path)
		}
	}
	return nil
}
