package app

import (
	"strings"

	"github.com/spf13/cobra"
)

// exactly demands one argument for each name, and says by the names what is
// missing.
func exactly(names ...string) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		switch {
		case len(arguments) < len(names):
			return usagef("%s needs %s; see `%s --help`", command.Name(), strings.Join(names[len(arguments):], " and "), command.CommandPath())
		case len(arguments) > len(names):
			return usagef("%s takes %s alone, and %q is one argument more; see `%s --help`",
				command.Name(), strings.Join(names, " and "), arguments[len(names)], command.CommandPath())
		}
		return nil
	}
}

// flagsOnly demands that nothing stands outside the flags.
func flagsOnly(command *cobra.Command, arguments []string) error {
	if len(arguments) > 0 {
		return usagef("%s takes flags alone, and %q belongs to none; see `%s --help`", command.Name(), arguments[0], command.CommandPath())
	}
	return nil
}
