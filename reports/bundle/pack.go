package bundle

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"time"
)

// Pack writes the files of the evidence as one tar archive: sorted by name,
// without times, owners and modes of this machine, so that the same evidence
// always gives the same bytes. What is wrong with the evidence is packed too;
// see that it is whole first.
func Pack(source *Source, out io.Writer) error {
	archive := tar.NewWriter(out)
	for _, name := range source.Names() {
		file, err := source.Read(name)
		if err != nil {
			return err
		}
		if err := packFile(archive, name, file); err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("end the packed file: %w", err)
	}
	return nil
}

func packFile(archive *tar.Writer, name string, file []byte) error {
	if err := archive.WriteHeader(packedHeader(name, int64(len(file)))); err != nil {
		return err
	}
	_, err := io.Copy(archive, bytes.NewReader(file))
	return err
}

// packedHeader is the only header that a packed file of this name and size has.
func packedHeader(name string, size int64) *tar.Header {
	return &tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR,
	}
}
