package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hostwitness/reports/bundle/signing"
)

// faultyFile is a key's file that fails at one step.
type faultyFile struct {
	*os.File
	at string
}

var errFault = errors.New("no space left on device")

func (f faultyFile) fault(step string) error {
	if f.at == step {
		return errFault
	}
	return nil
}

func (f faultyFile) Chmod(mode os.FileMode) error {
	return errors.Join(f.fault("chmod"), f.File.Chmod(mode))
}

func (f faultyFile) Write(text []byte) (int, error) {
	n, err := f.File.Write(text[:len(text)/2])
	if err := errors.Join(f.fault("write"), err); err != nil {
		return n, err
	}
	rest, err := f.File.Write(text[n:])
	return n + rest, err
}

func (f faultyFile) Sync() error  { return errors.Join(f.fault("sync"), f.File.Sync()) }
func (f faultyFile) Close() error { return errors.Join(f.fault("close"), f.File.Close()) }

func TestFailedWriteOfAKeyLeavesNothing(t *testing.T) {
	key, err := signing.Generate("k")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{"chmod", "write", "sync", "close", ""} {
		t.Run("fails at "+step, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "key.pem")
			file, err := createKeyFile(name)
			if err != nil {
				t.Fatal(err)
			}
			err = storeKey(faultyFile{file, step}, key)
			_, missing := os.Stat(name)
			if failed := step != ""; errors.Is(err, errFault) != failed || os.IsNotExist(missing) != failed {
				t.Errorf("error %v, and the file: %v", err, missing)
			}
			if err := file.Close(); !errors.Is(err, os.ErrClosed) {
				t.Error("the file is still open")
			}
		})
	}
}

// TestKeyWithoutItsPublicHalfIsNotKept lets printing fail.
func TestKeyWithoutItsPublicHalfIsNotKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "key.pem")
	read, write := io.Pipe()
	if err := read.CloseWithError(errFault); err != nil {
		t.Fatal(err)
	}
	err := keygen(Environment{Out: write}, "k", name)
	if codeOf(err) != exitSuite || !errors.Is(err, errFault) {
		t.Errorf("error %v with code %d, want %d", err, codeOf(err), exitSuite)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the key is there: %v", err)
	}
}

// TestReadOnlyFolderIsNoWrongUse tells what another --out mends from what the
// operator cannot have known.
func TestReadOnlyFolderIsNoWrongUse(t *testing.T) {
	for _, test := range []struct {
		err  error
		code int
		want string
	}{
		{syscall.EEXIST, exitUsage, "never overwritten"},
		{syscall.ENOENT, exitUsage, "folder that is there"},
		{syscall.ENOTDIR, exitUsage, "folder that is there"},
		{syscall.EROFS, exitSuite, "read-only file system"},
		{syscall.EACCES, exitSuite, "permission denied"},
		{syscall.ENOSPC, exitSuite, "no space left"},
	} {
		err := notCreated("key.pem", &os.PathError{Op: "open", Path: "key.pem", Err: test.err})
		if codeOf(err) != test.code || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v with code %d, want %d and %q", test.err, err, codeOf(err), test.code, test.want)
		}
	}
}
