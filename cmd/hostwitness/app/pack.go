package app

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"hostwitness/reports/bundle"
)

func newPack(environment Environment) *cobra.Command {
	var out string
	var force bool
	command := &cobra.Command{
		Use:   "pack FOLDER",
		Short: "Make one file of an evidence folder",
		Long: `Write the files of an evidence folder into one tar archive, the same bytes each
time, which verify and diff read like the folder. Evidence that is not whole is
not packed.

Exit codes: 0 packed, 1 the evidence is not whole, 2 wrong use, 4 the file could
not be written.`,
		Example: `  hostwitness pack evidence --out release-1.4.tar`,
		Args:    exactly("FOLDER"),
		RunE: func(_ *cobra.Command, arguments []string) error {
			if out == "" {
				folder, err := filepath.Abs(arguments[0])
				if err != nil {
					return usagef("find %s: %w", arguments[0], err)
				}
				out = folder + ".tar"
			}
			return pack(environment, arguments[0], out, force)
		},
	}
	command.Flags().StringVar(&out, "out", "", "`FILE` to write (default: the folder's name and .tar)")
	command.Flags().BoolVar(&force, "force", false, "write over the file")
	return command
}

func pack(environment Environment, path, out string, force bool) error {
	source, err := openEvidence(path)
	if err != nil {
		return err
	}
	defer source.Close()
	verifier, err := newVerifier(environment, trust{})
	if err != nil {
		return err
	}
	outcome, err := verifier.Verify(source)
	if err != nil {
		return suiteFault(fmt.Errorf("look at %s before it is packed: %w", path, err))
	}
	if outcome.Integrity.Holds != bundle.Yes {
		if err := bundle.WriteText(environment.Err, outcome); err != nil {
			return suiteFault(err)
		}
		fmt.Fprintln(environment.Err, "hostwitness: the evidence is not whole, and nothing was packed")
		return exitWith(exitFailed)
	}
	packed := outFile{"--out", out, force}
	if err := packed.write(func(w io.Writer) error { return bundle.Pack(source, w) }); err != nil {
		return err
	}
	fmt.Fprintf(environment.Err, "Evidence packed into %s.\n", out)
	return nil
}

// openEvidence opens a folder or a packed one, and nothing else.
func openEvidence(path string) (*bundle.Source, error) {
	source, err := bundle.Open(path)
	switch {
	case errors.Is(err, bundle.ErrNotEvidence):
		return nil, usagef("%s is no evidence folder and no packed one", path)
	case err != nil:
		return nil, usagef("%w", err)
	}
	return source, nil
}
