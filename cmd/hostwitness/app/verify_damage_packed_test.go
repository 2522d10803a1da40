package app

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// tarBlock is what an archive is made of.
const tarBlock = 512

// damagedPack changes the one file that evidence is packed into.
func damagedPack() []damage {
	invalid := refusal.PackInvalid
	bytesOf := func(name string, change func([]byte) []byte, want ...refusal.Name) damage {
		return damage{name: name, want: want, more: true, pack: func(packed []byte, _ *forgery) []byte { return change(bytes.Clone(packed)) }}
	}
	all := slices.Concat(packedFlips(), packedEntries(), []damage{
		bytesOf("trailing bytes", func(p []byte) []byte { return append(p, "more"...) }, invalid),
		bytesOf("a trailing block of nothing", func(p []byte) []byte { return append(p, make([]byte, tarBlock)...) }, invalid),
		bytesOf("two packed files in one", func(p []byte) []byte { return append(p, p...) }, invalid),
		bytesOf("the end missing", func(p []byte) []byte { return p[:len(p)-2*tarBlock] }, invalid),
		bytesOf("half of the end missing", func(p []byte) []byte { return p[:len(p)-tarBlock] }, invalid),
		bytesOf("cut in the middle", func(p []byte) []byte { return p[:len(p)/2] }, invalid),
		bytesOf("cut after its first header", func(p []byte) []byte { return p[:tarBlock] }, invalid),
		bytesOf("cut in its first header", func(p []byte) []byte { return p[:100] }, invalid),
		bytesOf("compressed", func(p []byte) []byte {
			var out bytes.Buffer
			writer := gzip.NewWriter(&out)
			_, _ = writer.Write(p) // a buffer takes all
			_ = writer.Close()
			return out.Bytes()
		}, invalid),
		bytesOf("a block put before it", func(p []byte) []byte { return append(make([]byte, tarBlock), p...) }, invalid),
		{name: "a file of another name, packed", do: func(f *forgery) { f.files["more.json"] = []byte("{}") }, pack: asPacked, want: []refusal.Name{refusal.MemberExtra}, yes: stillSigned()},
		{name: "a member missing, packed", do: func(f *forgery) { delete(f.files, "summary.md") }, pack: asPacked, want: []refusal.Name{refusal.MemberMissing}, yes: stillSigned()},
		{name: "a member edited, packed", do: func(f *forgery) { f.replace("summary.md", "passed", "Passed") }, pack: asPacked, want: []refusal.Name{refusal.MemberChanged}, yes: stillSigned()},
		{name: "no manifest, packed", do: func(f *forgery) { delete(f.files, bundle.ManifestFile) }, pack: asPacked, want: []refusal.Name{refusal.ManifestMissing}, yes: []string{"signature"}},
		{name: "no statement, packed", do: func(f *forgery) { delete(f.files, bundle.StatementFile) }, pack: asPacked, want: []refusal.Name{refusal.SignatureMissing}, yes: []string{"integrity", "verdicts"}},
		{name: "a failure made to pass, packed", of: "failing", do: func(f *forgery) { f.edit(acquitted); f.list() }, pack: asPacked, want: []refusal.Name{refusal.ManifestDigest, refusal.VerdictDiffers, refusal.ReportDiffers}, yes: []string{"signature"}},
	})
	return all
}

func asPacked(packed []byte, _ *forgery) []byte { return packed }

// packedFlips flip a bit at each place that means something else: in the fields
// of a header, in content, in what fills up a block, and in the end.
func packedFlips() []damage {
	places := map[string]int{
		"the name": 0, "the name's filling": 60, "the mode": 103, "the owner": 112, "the group": 120, "the size": 130, "the time": 140,
		"the checksum": 150, "the kind": 156, "the link": 170, "the magic": 258, "the version": 264, "the owner's name": 270,
		"the device": 335, "the prefix": 400, "the header's filling": 505, "the content": tarBlock + 10,
	}
	var all []damage
	for place, at := range places {
		all = append(all, damage{
			name: "a bit flipped in " + place, more: true, want: nil, pack: func(packed []byte, _ *forgery) []byte {
				flipped := bytes.Clone(packed)
				flipped[at] ^= 1
				return flipped
			},
		})
	}
	return append(all,
		damage{name: "a bit flipped in the end", want: []refusal.Name{refusal.PackInvalid}, more: true, pack: func(packed []byte, _ *forgery) []byte {
			flipped := bytes.Clone(packed)
			flipped[len(flipped)-1] ^= 1
			return flipped
		}},
		damage{name: "a bit flipped in the filling after the content", want: []refusal.Name{refusal.PackInvalid}, more: true, pack: func(packed []byte, f *forgery) []byte {
			flipped := bytes.Clone(packed)
			first := f.files.names()[0]
			flipped[tarBlock+len(f.files[first])] ^= 1
			return flipped
		}},
	)
}

// packedEntries are archives that another program made.
func packedEntries() []damage {
	var all []damage
	entries := func(name string, change func(*tar.Header), more func(*tar.Writer) error, want refusal.Name) {
		all = append(all, damage{name: name, want: []refusal.Name{want}, more: true, pack: func(_ []byte, f *forgery) []byte {
			return f.archive(f.files.names(), change, more)
		}})
	}
	entry := func(header tar.Header, content string) func(*tar.Writer) error {
		return func(w *tar.Writer) error {
			header.Size, header.Mode = int64(len(content)), 0o644
			if err := w.WriteHeader(&header); err != nil {
				return err
			}
			_, err := io.WriteString(w, content)
			return err
		}
	}
	entries("an entry more", nil, entry(tar.Header{Name: "z.json"}, "{}"), refusal.MemberExtra)
	entries("a link", nil, entry(tar.Header{Name: "z.json", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, ""), refusal.MemberNotAFile)
	entries("a hard link", nil, entry(tar.Header{Name: "z.json", Typeflag: tar.TypeLink, Linkname: "report.json"}, ""), refusal.MemberNotAFile)
	entries("a folder", nil, entry(tar.Header{Name: "z.d", Typeflag: tar.TypeDir}, ""), refusal.MemberNotAFile)
	entries("a pipe", nil, entry(tar.Header{Name: "z.json", Typeflag: tar.TypeFifo}, ""), refusal.MemberNotAFile)
	entries("a device", nil, entry(tar.Header{Name: "z.json", Typeflag: tar.TypeChar}, ""), refusal.MemberNotAFile)
	entries("a name that leads outside", nil, entry(tar.Header{Name: "../z.json"}, "{}"), refusal.MemberName)
	entries("an absolute name", nil, entry(tar.Header{Name: "/z.json"}, "{}"), refusal.MemberName)
	entries("a name in a folder", nil, entry(tar.Header{Name: "evidence/z.json"}, "{}"), refusal.MemberName)
	entries("a name with a control character", nil, entry(tar.Header{Name: "z\x1b[2J.json"}, "{}"), refusal.MemberName)
	entries("a member twice", nil, entry(tar.Header{Name: "report.json"}, "{}"), refusal.PackInvalid)
	entries("a record for all that follows", nil, func(w *tar.Writer) error {
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "x"}})
	}, refusal.MemberNotAFile)
	entries("another mode", func(h *tar.Header) { h.Mode = 0o755 }, nil, refusal.PackInvalid)
	entries("a time", func(h *tar.Header) { h.ModTime = time.Unix(1, 0) }, nil, refusal.PackInvalid)
	entries("an owner", func(h *tar.Header) { h.Uname = "root" }, nil, refusal.PackInvalid)
	entries("GNU's format", func(h *tar.Header) { h.Format = tar.FormatGNU }, nil, refusal.PackInvalid)
	entries("PAX records", func(h *tar.Header) { h.Format, h.PAXRecords = tar.FormatPAX, map[string]string{"comment": "x"} }, nil, refusal.PackInvalid)
	entries("names that begin with ./", func(h *tar.Header) { h.Name = "./" + h.Name }, nil, refusal.MemberName)
	entries("very many entries", nil, func(w *tar.Writer) error {
		for k := range 500 {
			if err := entry(tar.Header{Name: fmt.Sprintf("z%03d.json", k)}, "")(w); err != nil {
				return err
			}
		}
		return nil
	}, refusal.TooLarge)
	return append(all, damage{name: "entries in another order", want: []refusal.Name{refusal.PackInvalid}, more: true, pack: func(_ []byte, f *forgery) []byte {
		names := f.files.names()
		slices.Reverse(names)
		return f.archive(names, nil, nil)
	}})
}

// archive makes an archive as pack does, but for what change and more do to it.
func (f *forgery) archive(names []string, change func(*tar.Header), more func(*tar.Writer) error) []byte {
	f.Helper()
	var out bytes.Buffer
	writer := tar.NewWriter(&out)
	for _, name := range names {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(f.files[name])), Mode: 0o644, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if change != nil {
			change(header)
		}
		f.must(writer.WriteHeader(header))
		_, err := io.Copy(writer, strings.NewReader(string(f.files[name])))
		f.must(err)
	}
	if more != nil {
		f.must(more(writer))
	}
	f.must(writer.Close())
	return out.Bytes()
}
