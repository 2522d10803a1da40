package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hostwitness/witness/journal"
)

// maxJournal bounds a journal that is read, in bytes, whoever wrote it.
const maxJournal = 256 << 20

// recorded is what could be read of a journal.
type recorded struct {
	name    string           // of its file
	records []journal.Record // as far as the chain holds

	short  string               // why it is not whole although nothing in it is wrong, "" when it is whole
	damage *journal.DamageError // where it is not what was written, nil when it is
}

// readJournal reads a journal. That it is short or damaged is no error: what stands
// before that place is there all the same. A file that cannot be read, or is
// none, is wrong use.
func readJournal(name string) (recorded, error) {
	if isPacked(name) {
		return recorded{}, usagef("%s is packed evidence; unpack it first: tar -xf %s -C FOLDER", name, name)
	}
	in, err := openRegular(name)
	if err != nil {
		return recorded{}, usagef("open the journal: %w", err)
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || info.Size() > maxJournal {
		return recorded{}, usagef("%s is refused: a journal has at most %d MiB", name, maxJournal>>20)
	}
	records, err := journal.Read(io.LimitReader(in, maxJournal)) // it may grow meanwhile
	found := recorded{name: name, records: records}
	switch {
	case err == nil:
		return found, nil
	case errors.Is(err, journal.ErrIncomplete):
		found.short = "it has no end record"
		return found, nil
	case !errors.As(err, &found.damage):
		return recorded{}, usagef("read %s: %w", name, err)
	}
	if found.damage.Damage == journal.DamageCut && !found.ended() {
		found.short, found.damage = fmt.Sprintf("line %d, the last, is cut", found.damage.Line), nil
	}
	return found, nil
}

// isPacked says whether a file is a tar archive, which packed evidence is.
func isPacked(name string) bool {
	const magic, at = "ustar", 257
	in, err := openRegular(name)
	if err != nil {
		return false
	}
	defer in.Close()
	found := make([]byte, len(magic))
	_, err = in.ReadAt(found, at)
	return err == nil && string(found) == magic
}

// ended says whether the end record was reached.
func (r recorded) ended() bool {
	return len(r.records) > 0 && r.records[len(r.records)-1].Kind == journal.KindEnd
}

// openRegular opens a regular file. Anything else might never end, or wait for
// ever.
func openRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return os.Open(name)
}

// journalsIn are the journals of a folder, the one of its latest run first: an
// unfinished one is always of a later run than the whole one beside it. A link
// is none, for what it leads to is not of this folder.
func journalsIn(folder string) ([]string, error) {
	var names []string
	for _, name := range []string{journalFile + partial, journalFile} {
		name = filepath.Join(folder, name)
		info, err := os.Lstat(name)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue
		case err != nil:
			return nil, usagef("look for a journal: %w", err)
		case !info.Mode().IsRegular():
			return nil, usagef("%s is refused: it is no regular file", name)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, usagef("there is no journal in %s: name a folder that a run wrote with --out, or a journal", folder)
	}
	return names, nil
}

// journalsAt are the journals that an argument names: a file itself, or those
// of a folder.
func journalsAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, usagef("open the journal: %w", err)
	case info.IsDir():
		return journalsIn(path)
	}
	return []string{path}, nil
}
