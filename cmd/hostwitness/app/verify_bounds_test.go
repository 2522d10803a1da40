package app

import (
	"archive/tar"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hostwitness/fixtures/variant"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/schemas"
)

const (
	mebi = 1 << 20
	gibi = 1 << 30
)

// huge is evidence that is too much in one way.
type huge struct {
	name string
	do   func(t *testing.T, f *forgery) (path string)
	want refusal.Name
	most uint64 // bytes allocated in all
}

// TestHugeEvidenceIsRefusedWithoutReadingIt counts what a verification
// allocates, which is also a measure of how much it reads. Files are sparse. What
// the catalogue takes to be read is no part of it.
func TestHugeEvidenceIsRefusedWithoutReadingIt(t *testing.T) {
	key := newKey(t, "release-key")
	bare, err := find("variant", "without-host-events", "", variant.All())
	check(t, err)
	made, _ := making{double: bare, key: &key}.evidence(t)
	pin := pinFile(t, key)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = schemas.Catalogue()
	check(t, err)
	runtime.ReadMemStats(&after)
	catalogue := after.TotalAlloc - before.TotalAlloc
	for _, huge := range hugeEvidence() {
		t.Run(huge.name, func(t *testing.T) {
			path := huge.do(t, &forgery{TB: t, files: made.clone(), right: key})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			seen := verifyEvidence(t, nil, path, "--pin", pin)
			runtime.ReadMemStats(&after)
			if seen.code != exitFailed || !slices.ContainsFunc(seen.refusals(), func(r refusal.Refusal) bool { return r.Name == huge.want }) {
				t.Errorf("exit code %d, %v %s; want 1 and %s", seen.code, seen.refusals(), seen.errors, huge.want)
			}
			if count := len(seen.refusals()); count > 200 {
				t.Errorf("%d refusals are told", count)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > huge.most+catalogue {
				t.Errorf("%d MiB were allocated, want at most %d", took/mebi, (huge.most+catalogue)/mebi)
			} else {
				t.Logf("%d MiB allocated", took/mebi)
			}
		})
	}
}

func hugeEvidence() []huge {
	const little = 64 * mebi
	grown := func(name string, size int64) func(*testing.T, *forgery) string {
		return func(t *testing.T, f *forgery) string {
			folder := f.files.write(t)
			check(t, os.Truncate(filepath.Join(folder, name), size))
			return folder
		}
	}
	all := []huge{
		{"ten thousand files", crowded, refusal.TooLarge, little},
		{"many members of the largest size", manyLarge, refusal.TooLarge, 3 * gibi},
		{"a journal as one line of 300 MB", grown(bundle.JournalFile, 300e6), refusal.TooLarge, little},
		{"a manifest of 100 MB", grown(bundle.ManifestFile, 100e6), refusal.TooLarge, little},
		{"a statement of 100 MB", grown(bundle.StatementFile, 100e6), refusal.TooLarge, little},
		{"a report of 100 MB", grown(bundle.ReportFile, 100e6), refusal.TooLarge, little},
		{"a packed file of 10 GB", func(t *testing.T, f *forgery) string {
			name := filepath.Join(t.TempDir(), "evidence.tar")
			check(t, os.WriteFile(name, f.files.packed(t), 0o600))
			check(t, os.Truncate(name, 10*gibi))
			return name
		}, refusal.TooLarge, little},
		{"a packed file whose header says 8 GB", headerSays(8*gibi - 1), refusal.PackInvalid, little},
		{"a packed file whose header says 200 MB", headerSays(200e6), refusal.PackInvalid, little},
		{"a journal as one line of 8 MB", grown(bundle.JournalFile, 8*mebi), refusal.JournalIncomplete, 128 * mebi},
		{"a page of 8 MB", grown("report.html", 8*mebi), refusal.MemberChanged, little},
		{"a journal of very many lines", lined(2 * mebi), refusal.ChainBroken, little},
		{"a report of very many numbers", filled(`{"x":[`, "0,", "0]}"), refusal.ReportInvalid, 16 * mebi},
		{"a report of very many names", filled(`{`, "", ""), refusal.ReportInvalid, 16 * mebi},
		{"a report of very many brackets", filled("", "[", ""), refusal.ReportInvalid, 16 * mebi},
		{"a report of very many escapes", filled(`{"x":"`, `\\u005c`, `"}`), refusal.ReportInvalid, 16 * mebi},
		{"a report of very many legs", filled(`{"legs":[`, "{},", "{}]}"), refusal.TooLarge, 16 * mebi},
		{"a report of more legs than there can be", func(t *testing.T, f *forgery) string {
			f.files[bundle.ReportFile] = []byte(`{"legs":[` + strings.Repeat("{},", 50_000) + "{}]}")
			return f.files.write(t)
		}, refusal.TooLarge, little},
		{"a report of very many findings", filled(`{"legs":[{"findings":[`, "{},", "{}]}]}"), refusal.TooLarge, 16 * mebi},
		{"a report of very many records", filled(`{"legs":[{"findings":[{"records":[`, "1,", "1]}]}]}"), refusal.ReasonMissing, 128 * mebi},
	}
	for _, name := range every() {
		all = append(all, huge{name + " of 10 GB", grown(name, 10*gibi), refusal.TooLarge, little})
	}
	return all
}

func crowded(t *testing.T, f *forgery) string {
	folder := f.files.write(t)
	for k := range 10_000 {
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("a%05d.json", k)))
		check(t, err)
		check(t, file.Close())
	}
	return folder
}

func manyLarge(t *testing.T, f *forgery) string {
	folder := f.files.write(t)
	for k := range 40 {
		name := filepath.Join(folder, fmt.Sprintf("a%05d.json", k))
		check(t, os.WriteFile(name, nil, 0o600))
		check(t, os.Truncate(name, 64*mebi))
	}
	return folder
}

// headerSays gives a packed file with one header, of an entry of a size that is
// not there.
func headerSays(size int64) func(*testing.T, *forgery) string {
	return func(t *testing.T, _ *forgery) string {
		var out bytes.Buffer
		writer := tar.NewWriter(&out)
		check(t, writer.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: bundle.JournalFile, Size: size, Mode: 0o644, Format: tar.FormatUSTAR}))
		name := filepath.Join(t.TempDir(), "evidence.tar")
		check(t, os.WriteFile(name, append(out.Bytes(), make([]byte, 2*tarBlock)...), 0o600))
		return name
	}
}

func lined(size int) func(*testing.T, *forgery) string {
	return func(t *testing.T, f *forgery) string {
		f.files[bundle.JournalFile] = bytes.Repeat([]byte("{}\n"), size/3)
		return f.files.write(t)
	}
}

// filled gives a report of half a MiB.
func filled(begin, fill, end string) func(*testing.T, *forgery) string {
	return func(t *testing.T, f *forgery) string {
		var text strings.Builder
		text.WriteString(begin)
		for k := 0; text.Len() < mebi/2; k++ {
			if fill == "" {
				fmt.Fprintf(&text, `"%d":0,`, k)
			} else {
				text.WriteString(fill)
			}
		}
		if fill == "" {
			text.WriteString(`"x":0}`)
		}
		text.WriteString(end)
		f.files[bundle.ReportFile] = []byte(text.String())
		return f.files.write(t)
	}
}
