package bundle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"hostwitness/reports/bundle/refusal"
)

// openFolder lists a folder. Names in it that are no regular files are refused
// without being opened: a pipe would wait for ever, a link may lead outside.
func openFolder(path string) (*Source, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("open the evidence folder: %w", err)
	}
	source := newSource(root.Close)
	if err := source.list(root); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return source, nil
}

// list takes in the entries of a folder, in portions so that one with very many
// is refused before all of it is read.
func (s *Source) list(root *os.Root) error {
	folder, err := root.Open(".")
	if err != nil {
		return fmt.Errorf("open the evidence folder: %w", err)
	}
	defer folder.Close()
	var found []fs.DirEntry
	for len(found) <= maxFiles {
		entries, err := folder.ReadDir(maxFiles)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("list the evidence folder: %w", err)
		}
		found = append(found, entries...)
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, entry := range found {
		s.entry(root, entry)
	}
	if len(found) > maxFiles {
		s.refuseAll()
	}
	return nil
}

func (s *Source) entry(root *os.Root, entry fs.DirEntry) {
	name := entry.Name()
	info, err := entry.Info()
	switch {
	case err != nil:
		s.refuse(refusal.MemberMissing, shown(name), "it went away while it was read")
	case !info.Mode().IsRegular():
		s.refused[name] = true
		s.refuse(refusal.MemberNotAFile, shown(name), "it is "+kindOf(info.Mode())+", and evidence is files")
	case safeName(name):
		s.add(name, content{size: info.Size(), open: func() (io.ReadCloser, error) { return openSame(root, name, info) }})
	default:
		s.refuse(refusal.MemberExtra, shown(name), "no file of evidence is called so")
	}
}

// openSame opens a file that was found before, and only if it is still that
// one.
func openSame(root *os.Root, name string, found fs.FileInfo) (io.ReadCloser, error) {
	before, err := root.Lstat(name) // opening what is a pipe by now would wait
	if err != nil {
		return nil, err
	}
	if !os.SameFile(found, before) {
		return nil, fmt.Errorf("%s was replaced while it was read", name)
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err == nil && !os.SameFile(found, opened) {
		err = fmt.Errorf("%s was replaced while it was read", name)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
