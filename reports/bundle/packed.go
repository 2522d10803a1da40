package bundle

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"hostwitness/reports/bundle/refusal"
)

// openPacked lists a packed file. It has to be, byte for byte, what Pack makes
// of the files in it: an archive has room for much that no reader shows.
func openPacked(name string, size int64) (*Source, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open the packed evidence: %w", err)
	}
	source := newSource(in.Close)
	if size > maxPacked {
		source.unread = true
		source.refuse(refusal.TooLarge, shown(path.Base(name)), fmt.Sprintf("it has %d bytes, more than %d", size, int64(maxPacked)))
		return source, nil
	}
	if err := source.unpack(in, size); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), in.Close())
	}
	if source.unread = len(source.Refusals) > 0; source.unread {
		return source, nil
	}
	if err := source.holdToPack(in, size); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return source, nil
}

// unpack takes in the files of an archive. What nothing shows to have been one
// is ErrNotEvidence.
func (s *Source) unpack(in *os.File, size int64) error {
	counted := &counter{in: in}
	archive := tar.NewReader(counted)
	for first := true; ; first = false {
		header, err := archive.Next()
		switch {
		case err != nil && first:
			return s.noArchive(in)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			s.refuse(refusal.PackInvalid, "", "it is cut or damaged: "+err.Error())
			return nil
		case header.Typeflag != tar.TypeReg:
			s.refuse(refusal.MemberNotAFile, shown(header.Name), "it is no plain file, and evidence is files")
			return nil
		case header.Size > size-counted.at:
			s.refuse(refusal.PackInvalid, shown(header.Name), "there is less of it than its header says")
			return nil
		}
		from, length := counted.at, header.Size
		s.add(header.Name, content{size: length, open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(in, from, length)), nil
		}})
		if len(s.Refusals) > 0 {
			return nil
		}
	}
}

// noArchive tells a packed file that was damaged where it begins from a file of
// another kind.
func (s *Source) noArchive(in *os.File) error {
	start := make([]byte, 4*tarBlock)
	count, err := in.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start = start[:count]
	begins := func(with string) bool { return bytes.HasPrefix(start, []byte(with)) }
	switch {
	case begins("\x1f\x8b"), begins("\x28\xb5\x2f\xfd"), begins("\xfd7zXZ"), begins("BZh"): // gzip, zstd, xz, bzip2
		s.refuse(refusal.PackInvalid, "", "it is compressed, and what is packed is not: decompress it first")
	case bytes.Contains(start, []byte("ustar")), begins(JournalFile):
		s.refuse(refusal.PackInvalid, "", "it is damaged where it begins")
	default:
		return ErrNotEvidence
	}
	return nil
}

// tarBlock is what a tar archive is made of.
const tarBlock = 512

// holdToPack packs what was found again and compares.
func (s *Source) holdToPack(in *os.File, size int64) error {
	written, again := sha256.New(), sha256.New()
	if _, err := io.Copy(written, io.NewSectionReader(in, 0, size)); err != nil {
		return fmt.Errorf("read the packed evidence: %w", err)
	}
	if err := Pack(s, again); err != nil {
		return err
	}
	if !bytes.Equal(written.Sum(nil), again.Sum(nil)) {
		s.refuse(refusal.PackInvalid, "", "it is not the bytes that `hostwitness pack` writes for the files in it")
	}
	return nil
}

// counter knows how far an archive was read.
type counter struct {
	in io.Reader
	at int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.at += int64(n)
	return n, err
}
