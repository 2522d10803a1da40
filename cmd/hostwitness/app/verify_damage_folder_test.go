package app

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// damagedFolder puts something beside the files, or instead of one.
func damagedFolder() []damage {
	all := []damage{
		{name: "a pipe in it", put: func(t testing.TB, folder string) { check(t, syscall.Mkfifo(filepath.Join(folder, "pipe.json"), 0o600)) }, want: notAFile(), yes: stillSigned()},
		{name: "a pipe for the journal", put: func(t testing.TB, folder string) {
			check(t, os.Remove(filepath.Join(folder, bundle.JournalFile)))
			check(t, syscall.Mkfifo(filepath.Join(folder, bundle.JournalFile), 0o600))
		}, want: notAFile(), yes: []string{"signature"}},
		{name: "a socket in it", put: socket, want: notAFile(), yes: stillSigned()},
		{name: "a folder in it", put: func(t testing.TB, folder string) { check(t, os.Mkdir(filepath.Join(folder, "more"), 0o755)) }, want: notAFile(), yes: stillSigned()},
		{name: "a folder that is called like the journal", put: func(t testing.TB, folder string) {
			check(t, os.Remove(filepath.Join(folder, bundle.JournalFile)))
			check(t, os.Mkdir(filepath.Join(folder, bundle.JournalFile), 0o755))
		}, want: notAFile(), yes: []string{"signature"}},
		{name: "a link to a member", put: link(bundle.ReportFile, "copy.json"), want: notAFile(), yes: stillSigned()},
		{name: "a link to a file outside", put: link("/etc/hostname", "hostname.txt"), want: notAFile(), yes: stillSigned()},
		{name: "a link that leads nowhere", put: link("nowhere.json", "nothing.json"), want: notAFile(), yes: stillSigned()},
		{name: "a link to the folder itself", put: link(".", "again.d"), want: notAFile(), yes: stillSigned()},
		{name: "a member that is a link to itself elsewhere", put: moved, want: notAFile(), yes: stillSigned()},
		{name: "a manifest that is a link to itself elsewhere", put: movedManifest, want: notAFile(), yes: []string{"signature"}},
		{name: "very many files", put: crowd(200), want: []refusal.Name{refusal.TooLarge}},
	}
	for _, name := range []string{
		"extra.json", "journal.jsonl.partial", "journal.json", "report.json.bak", // called like evidence
		".hidden", "..json", "...", // hidden
		"REPORT.JSON", "Manifest.json", "report json", "report.json ", "report.json\n", "réport.json", "rеport.json", // strange
		"\\report.json", "c:report.json", "-report.json", "report", "\x1b[2J.json", "\xff\xfe.json", "~report.json",
	} {
		all = append(all, damage{
			name: "a file called " + shellQuoted(name), do: func(f *forgery) { f.files[name] = []byte("{}\n") },
			want: []refusal.Name{refusal.MemberExtra}, yes: stillSigned(),
		})
	}
	return all
}

func notAFile() []refusal.Name { return []refusal.Name{refusal.MemberNotAFile} }

// stillSigned are the answers of evidence that is as it was signed, with
// something beside it.
func stillSigned() []string { return []string{"signature", "verdicts"} }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func link(to, name string) func(testing.TB, string) {
	return func(t testing.TB, folder string) { check(t, os.Symlink(to, filepath.Join(folder, name))) }
}

// moved puts a member elsewhere and a link to it in its place.
func moved(t testing.TB, folder string) { moveAway(t, folder, "summary.md") }

func movedManifest(t testing.TB, folder string) { moveAway(t, folder, bundle.ManifestFile) }

func moveAway(t testing.TB, folder, name string) {
	elsewhere := filepath.Join(t.TempDir(), name)
	check(t, os.Rename(filepath.Join(folder, name), elsewhere))
	check(t, os.Symlink(elsewhere, filepath.Join(folder, name)))
}

// socket leaves one in the folder that nobody listens at any more. Its first
// name is short, for that of a socket is bounded.
func socket(t testing.TB, folder string) {
	short, err := os.MkdirTemp("", "s")
	check(t, err)
	defer os.RemoveAll(short)
	name := filepath.Join(short, "s.sock")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	check(t, err)
	listener.SetUnlinkOnClose(false)
	check(t, listener.Close())
	check(t, os.Rename(name, filepath.Join(folder, "s.sock")))
}

func crowd(count int) func(testing.TB, string) {
	return func(t testing.TB, folder string) {
		for k := range count {
			file, err := os.Create(filepath.Join(folder, "f"+string(rune('a'+k%26))+"."+string(rune('a'+k/26%26))+string(rune('a'+k/676))))
			check(t, err)
			check(t, file.Close())
		}
	}
}
