package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hostwitness/reports/bundle/signing"
)

func TestSigningKeyIsFoundWhereItIsGiven(t *testing.T) {
	key, text := keyText(t)
	mode := filepath.Join(t.TempDir(), "key.pem")
	writeMode(t, mode, text, 0o600)
	for _, test := range []struct{ name, file, variable string }{
		{"in a file", mode, ""},
		{"in the variable", "", text},
		{"in the variable on one line", "", strings.ReplaceAll(text, "\n", `\n`)},
		{"in the variable on one line of Windows", "", strings.ReplaceAll(text, "\n", `\r\n`)},
	} {
		t.Run(test.name, func(t *testing.T) {
			read, err := signingKey(withVariable(test.variable), test.file)
			if err != nil || read == nil {
				t.Fatalf("%v, %v", read, err)
			}
			if read.ID() != "acme" || !read.Public().Equal(key.Public()) {
				t.Errorf("read %v, another key", read)
			}
		})
	}
	if none, err := signingKey(withVariable(""), ""); none != nil || err != nil {
		t.Errorf("%v, %v, where no key is given", none, err)
	}
}

func TestSigningKeyIsRefused(t *testing.T) {
	_, text := keyText(t)
	folder := t.TempDir()
	place := func(name, content string, mode fs.FileMode) string {
		writeMode(t, filepath.Join(folder, name), content, mode)
		return filepath.Join(folder, name)
	}
	secret := strings.Split(text, "\n")[1]
	for _, test := range []struct{ name, file, variable, want string }{
		{"both", place("both.pem", text, 0o600), text, "both given"},
		{"read by the group", place("group.pem", text, 0o640), "", "chmod 600"},
		{"read by all", place("all.pem", text, 0o604), "", "chmod 600"},
		{"written by others", place("written.pem", text, 0o602), "", "chmod 600"},
		{"missing", filepath.Join(folder, "none.pem"), "", "no such file"},
		{"a folder", folder, "", "is a folder"},
		{"huge", place("huge.pem", text+strings.Repeat("\n", maxPrivateKey), 0o600), "", "more than 65536 bytes"},
		{"endless", "/dev/zero", "", "more than 65536 bytes"},
		{"cut", place("cut.pem", text[:80], 0o600), "", "broken"},
		{"bare", place("bare.pem", secret, 0o600), "", "no PEM text"},
		{"huge in the variable", "", text + strings.Repeat("\n", maxPrivateKey), "at most 65536"},
		{"cut in the variable", "", text[:80], "broken"},
		{"bare in the variable", "", secret, "goes to --key"},
		{"without line breaks", "", strings.ReplaceAll(text, "\n", " "), "line breaks lost"},
		{"a file's name in the variable", "", "key.pem", "its file's name goes to --key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			key, err := signingKey(withVariable(test.variable), test.file)
			if key != nil || codeOf(err) != exitUsage || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v, error %v, want one that says %q", key, err, test.want)
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), secret[24:40]) {
				t.Errorf("the message shows the key: %v", err)
			}
		})
	}
}

// TestSomeoneElsesFileIsTakenAsItIs shows that rights are held against nobody
// who did not set them.
func TestSomeoneElsesFileIsTakenAsItIs(t *testing.T) {
	if err := checkPrivateFile(foreignFile{}); err != nil {
		t.Error(err)
	}
}

// foreignFile is of a system that names no owner.
type foreignFile struct{}

func (foreignFile) Name() string       { return "key.pem" }
func (foreignFile) Size() int64        { return 0 }
func (foreignFile) Mode() fs.FileMode  { return 0o644 }
func (foreignFile) ModTime() time.Time { return time.Time{} }
func (foreignFile) IsDir() bool        { return false }
func (foreignFile) Sys() any           { return nil }

func TestPinnedKeys(t *testing.T) {
	key, text := keyText(t)
	public, err := key.Public().PEM()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	name := filepath.Join(folder, "pub.pem")
	writeMode(t, name, string(public), 0o644)
	keys, err := pinnedKeys(name)
	if err != nil || len(keys) != 1 || !keys[0].Equal(key.Public()) || keys[0].ID != "acme" {
		t.Errorf("%v, %v", keys, err)
	}
	writeMode(t, filepath.Join(folder, "key.pem"), text, 0o600)
	for file, want := range map[string]string{
		filepath.Join(folder, "key.pem"):  "give the public half",
		filepath.Join(folder, "none.pem"): "no such file",
		folder:                            "is a folder",
		"/dev/zero":                       "more than",
		"/dev/null":                       "is empty",
	} {
		if keys, err := pinnedKeys(file); codeOf(err) != exitUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, error %v, want one that says %q", file, keys, err, want)
		}
	}
}

func keyText(t *testing.T) (signing.Private, string) {
	t.Helper()
	key, err := signing.Generate("acme")
	if err != nil {
		t.Fatal(err)
	}
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	return key, string(text)
}

func writeMode(t *testing.T, name, content string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func withVariable(value string) Environment {
	return Environment{Lookup: func(name string) (string, bool) {
		if name == variableSigningKey {
			return value, value != ""
		}
		return "", false
	}}
}
