package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"hostwitness/reports/bundle/signing"
)

// privateMode is that of a private key's file, whatever the umask.
const privateMode = 0o600

func newKeygen(environment Environment) *cobra.Command {
	var id, out string
	command := &cobra.Command{
		Use:   "keygen --key-id ID --out FILE",
		Short: "Make a key that signs evidence",
		Long: `Makes an Ed25519 key, writes its private half to FILE (PKCS#8 in PEM, readable
by you alone) and prints its public half: as PEM, which verifiers pin, and
behind it as one line of JSON, the entry to publish under signingKeys in the
host's discovery document. No file is ever overwritten.

Sign with run --key FILE; in CI put the text of FILE into ` + variableSigningKey + `.`,
		Example: `  hostwitness keygen --key-id acme-2025 --out key.pem > pub.pem
  hostwitness run --host embedded --key key.pem
  hostwitness verify evidence --pin pub.pem`,
		Args: flagsOnly,
		RunE: func(*cobra.Command, []string) error { return keygen(environment, id, out) },
	}
	command.Flags().StringVar(&id, "key-id", "", "the name that signatures of the key go under")
	command.Flags().StringVar(&out, "out", "", "the new file of the private half")
	return command
}

func keygen(environment Environment, id, out string) error {
	switch {
	case id == "":
		return usagef("no name for the key: give --key-id ID, such as your organisation's with the year")
	case out == "":
		return usagef("no file for the key: give --out FILE")
	}
	if err := checkElsewhere("--out", out); err != nil {
		return err
	}
	key, err := signing.Generate(id)
	if err != nil {
		return usagef("--key-id: %w", err)
	}
	file, err := createKeyFile(out)
	if err != nil {
		return err
	}
	if err := storeKey(file, key); err != nil {
		return suiteFault(err)
	}
	if err := printPublic(environment.Out, key.Public()); err != nil {
		return suiteFault(errors.Join(fmt.Errorf("print the public half: %w; nothing was kept", err), os.Remove(out)))
	}
	return nil
}

// createKeyFile makes a file that was not there. What stands in its place, be it
// a link to nowhere, stays as it is.
func createKeyFile(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, privateMode)
	if err != nil {
		return nil, notCreated(name, err)
	}
	return file, nil
}

// notCreated tells a name that was no good from a file that could not be made.
func notCreated(name string, err error) error {
	switch {
	case errors.Is(err, os.ErrExist):
		return usagef("%s is there, and a key is never overwritten; give another file with --out", name)
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return usagef("make the key's file: %w; give a file in a folder that is there with --out", err)
	}
	return suiteFault(fmt.Errorf("make the key's file: %w", err))
}

// keyFile is what storing a key asks of its file.
type keyFile interface {
	io.WriteCloser
	Name() string
	Chmod(os.FileMode) error
	Sync() error
}

// storeKey writes the key into its new file and closes it. On an error the file
// is gone.
func storeKey(file keyFile, key signing.Private) error {
	err := writeKey(file, key)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write the key: %w; nothing was kept", err), os.Remove(file.Name()))
	}
	return nil
}

// writeKey sets the mode before there is anything to read: the umask may have
// taken the owner's own rights.
func writeKey(file keyFile, key signing.Private) error {
	text, err := key.PEM()
	if err != nil {
		return err
	}
	if err := file.Chmod(privateMode); err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Sync()
}

func printPublic(out io.Writer, key signing.Public) error {
	text, err := key.PEM()
	if err != nil {
		return err
	}
	entry, err := key.Entry()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s%s\n", text, entry)
	return err
}
