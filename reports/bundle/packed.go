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
	source := &Source{files: map[string]content{}, small: map[string][]byte{}, close: in.Close}
	if size > maxPacked {
		source.refuse(refusal.TooLarge, path.Base(name), fmt.Sprintf("it has %d bytes, more than %d", size, int64(maxPacked)))
		return source, nil
	}
	if err := source.unpack(in); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), in.Close())
	}
	if len(source.Refusals) > 0 {
		return source, nil
	}
	if err := source.holdToPack(in, size); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return source, nil
}

// unpack takes in the files of an archive. What does not even begin as one is
// ErrNotEvidence.
func (s *Source) unpack(in *os.File) error {
	counted := &counter{in: in}
	archive := tar.NewReader(counted)
	for first := true; ; first = false {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			if first {
				return ErrNotEvidence
			}
			return nil
		}
		if err != nil && first {
			return ErrNotEvidence
		}
		if err != nil {
			s.refuse(refusal.PackInvalid, "", "it is cut or damaged: "+err.Error())
			return nil
		}
		if header.Typeflag != tar.TypeReg {
			s.refuse(refusal.MemberNotAFile, shown(header.Name), "it is no plain file, and evidence is files")
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
