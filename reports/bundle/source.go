package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"hostwitness/reports/bundle/refusal"
)

// Bounds on what is read, whoever wrote it.
const (
	maxFiles   = 64
	maxMember  = 64 << 20          // bytes of one file
	maxJournal = 256 << 20         // bytes of the journal
	maxReport  = 4 << 20           // bytes of the report, which takes many times its size when it is read
	maxPacked  = 512 << 20         // bytes of a packed file
	maxTotal   = maxPacked - 1<<20 // bytes of all files: what they are packed into is a little more
)

// largest is how many bytes a file of the name may have.
func largest(name string) int64 {
	switch name {
	case ManifestFile:
		return maxManifest
	case StatementFile:
		return maxEnvelope
	case ReportFile:
		return maxReport
	case JournalFile:
		return maxJournal
	}
	return maxMember
}

// ErrNotEvidence is returned for a path that is neither a folder nor a packed
// file.
var ErrNotEvidence = errors.New("neither an evidence folder nor a packed one")

// Source is evidence that can be read: a folder, or the one file that Pack
// makes of it. Every file of it is read once. Close it after use.
type Source struct {
	Refusals []refusal.Refusal // about what is there beside files, or instead of them

	files   map[string]content
	small   map[string][]byte // those read already that say what the others are
	refused map[string]bool   // names of what is there and is not taken in
	total   int64             // bytes of the files
	unread  bool              // there is something against all of it, so that nothing is to be read
	close   func() error
}

func newSource(close func() error) *Source {
	return &Source{files: map[string]content{}, small: map[string][]byte{}, refused: map[string]bool{}, close: close}
}

// content is a file that was found and not read yet.
type content struct {
	size int64
	open func() (io.ReadCloser, error)
}

// Open finds what is at a path. It reads nothing outside of it and follows no
// link in it. The error is ErrNotEvidence for a file of another kind, and
// otherwise that of the file system; what is wrong with the evidence itself is
// in the source's refusals.
func Open(path string) (*Source, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("open the evidence: %w", err)
	case info.IsDir():
		return openFolder(path)
	case info.Mode().IsRegular():
		return openPacked(path, info.Size())
	}
	return nil, fmt.Errorf("open %s: %w", path, ErrNotEvidence)
}

// Close gives the path free again.
func (s *Source) Close() error { return s.close() }

// Names gives the names of the files that are there, sorted.
func (s *Source) Names() []string {
	names := make([]string, 0, len(s.files))
	for name := range s.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Has says whether there is a file of the name.
func (s *Source) Has(name string) bool {
	_, there := s.files[name]
	return there
}

// Lacks says whether nothing of the name is there, not even what is no file or
// too large to be read.
func (s *Source) Lacks(name string) bool { return !s.Has(name) && !s.refused[name] }

// Read gives the bytes of a file. Manifest and statement are read once, so that
// what was verified is what is used afterwards. A file that grew over its bound
// since it was found is cut there, which its digest then shows.
func (s *Source) Read(name string) ([]byte, error) {
	file, there := s.files[name]
	if !there {
		return nil, fmt.Errorf("read %s: %w", name, os.ErrNotExist)
	}
	if known, read := s.small[name]; read {
		return known, nil
	}
	in, err := file.open()
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	defer in.Close()
	content := bytes.NewBuffer(make([]byte, 0, file.size+bytes.MinRead))
	if _, err := content.ReadFrom(io.LimitReader(in, largest(name)+1)); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if name == ManifestFile || name == StatementFile {
		s.small[name] = content.Bytes()
	}
	return content.Bytes(), nil
}

func (s *Source) refuse(name refusal.Name, of, detail string) {
	s.Refusals = append(s.Refusals, refusal.Refusal{Name: name, Of: of, Detail: detail})
}

// add takes in a file that was found, where it may be one of evidence.
func (s *Source) add(name string, file content) {
	switch {
	case !safeName(name):
		s.refuse(refusal.MemberName, shown(name), "no file of evidence is called so")
	case s.Has(name):
		s.refuse(refusal.PackInvalid, name, "it is there twice")
	case len(s.files) == maxFiles:
		s.refuseAll()
	case file.size > largest(name):
		s.refused[name] = true
		s.refuse(refusal.TooLarge, name, fmt.Sprintf("it has %d bytes, more than %d", file.size, largest(name)))
	case s.total+file.size > maxTotal:
		s.refused[name] = true
		s.refuse(refusal.TooLarge, name, fmt.Sprintf("with it the files have more than %d bytes", int64(maxTotal)))
	default:
		s.files[name] = file
		s.total += file.size
	}
}

// refuseAll refuses evidence for how many files there are.
func (s *Source) refuseAll() {
	if !s.unread {
		s.refuse(refusal.TooLarge, "", fmt.Sprintf("there are more than %d files", maxFiles))
	}
	s.unread = true
}

// namePattern is what a file of evidence is called: nothing that could point
// outside, hide, or be another name on some file system.
var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+$`)

func safeName(name string) bool { return len(name) <= 64 && namePattern.MatchString(name) }

// shown makes a name that somebody else chose fit for a message.
func shown(name string) string {
	const limit = 80
	text := fmt.Sprintf("%q", name)
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + `…"`
	}
	return text
}

func byName(a, b Member) int { return strings.Compare(a.Name, b.Name) }
