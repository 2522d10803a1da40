package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/signing"
)

func newCountersign(environment Environment) *cobra.Command {
	var options verifyOptions
	var key string
	command := &cobra.Command{
		Use:   "countersign FOLDER --key FILE",
		Short: "Judge evidence again and add a second party's signature",
		Long: `Verify an evidence folder as verify does, and where nothing is refused add a
signature of your own to its statement. You vouch that the evidence is whole and
that its verdicts follow from the journal, so that your build has to confirm all
of them; --pin says whose first signature you expect.

The key comes from --key or HOSTWITNESS_SIGNING_KEY. The first signer's own key
is refused: a second signature is worth something only by somebody else.

Exit codes: 0 signed, 1 the evidence is refused, 2 wrong use, 4 the statement
could not be written, and it is as it was.`,
		Example: `  hostwitness countersign evidence --key our-key.pem --pin their-pub.pem`,
		Args:    exactly("FOLDER"),
		RunE: func(command *cobra.Command, arguments []string) error {
			own, err := signingKey(environment, key)
			if err != nil {
				return err
			}
			if own == nil {
				return usagef("no key: give --key FILE, or put the key into %s", variableSigningKey)
			}
			trust, err := readTrust(command.Context(), options)
			if err != nil {
				return err
			}
			return countersign(environment, arguments[0], trust, *own)
		},
	}
	flags := command.Flags()
	flags.StringVar(&key, "key", "", "`FILE` with your private key (else HOSTWITNESS_SIGNING_KEY)")
	flags.StringVar(&options.pin, "pin", "", "`FILE` with the public keys that you accept as the first signer's")
	flags.StringVar(&options.discovery, "discovery", "", "`FILE|URL` of the host's discovery document, to look the first signer up in")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's, for --discovery")
	return command
}

func countersign(environment Environment, path string, trust trust, key signing.Private) error {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return usagef("%s is no evidence folder; countersign the folder, then pack it", path)
	}
	source, err := openEvidence(path)
	if err != nil {
		return err
	}
	defer source.Close()
	verifier, err := newVerifier(environment, trust)
	if err != nil {
		return err
	}
	outcome, err := verifier.Verify(source)
	if err != nil {
		return suiteFault(fmt.Errorf("verify %s: %w", path, err))
	}
	if err := bundle.WriteText(environment.Out, outcome); err != nil {
		return suiteFault(err)
	}
	if outcome.Refused() {
		fmt.Fprintln(environment.Err, "hostwitness: the evidence is refused, and nothing was signed")
		return exitWith(exitFailed)
	}
	if legs := outcome.Run.Unconfirmed; len(legs) > 0 {
		fmt.Fprintf(environment.Err, "hostwitness: this build cannot vouch for verdicts that it does not confirm (%s), and nothing was signed; countersign with the version that ran\n", strings.Join(legs, ", "))
		return exitWith(exitFailed)
	}
	if trust.given() && !outcome.FirstSignerKnown() {
		fmt.Fprintln(environment.Err, "hostwitness: the first signature is by none of the keys that you gave, and nothing was signed")
		return exitWith(exitFailed)
	}
	statement, err := bundle.Countersign(source, key)
	switch {
	case errors.Is(err, bundle.ErrNotSigned), errors.Is(err, bundle.ErrOwnSignature), errors.Is(err, bundle.ErrSameID):
		fmt.Fprintf(environment.Err, "hostwitness: %v, and nothing was signed\n", err)
		return exitWith(exitFailed)
	case err != nil:
		return suiteFault(fmt.Errorf("sign the statement of %s: %w", path, err))
	}
	if err := replaceStatement(path, statement); err != nil {
		return suiteFault(err)
	}
	fmt.Fprintf(environment.Out, "signed     %s\n", key.ID())
	return nil
}

// replaceStatement puts the statement with one signature more into the place of
// the one without it.
func replaceStatement(path string, statement []byte) error {
	into := folder{path: path}
	written, err := into.prepare(bundle.StatementFile, func(w io.Writer) error {
		_, err := w.Write(statement)
		return err
	})
	if err != nil {
		return err
	}
	if err := os.Rename(written.Name(), filepath.Join(path, bundle.StatementFile)); err != nil {
		return errors.Join(fmt.Errorf("replace %s: %w", bundle.StatementFile, err), os.Remove(written.Name()))
	}
	into.sync()
	return nil
}
