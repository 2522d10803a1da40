package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"hostwitness/witness/journal"

	"hostwitness/schemas"
)

// The suite's name and version, as evidence names them.
const (
	suiteName    = "hostwitness"
	suiteVersion = "0.1.0"
)

func newVersion(environment Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the catalogue's digest and the build",
		Args:  flagsOnly,
		RunE: func(*cobra.Command, []string) error {
			catalogue, err := schemas.Catalogue()
			if err != nil {
				return suiteFault(err)
			}
			platform := []string{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if revision := revision(); revision != "" {
				platform = append(platform, revision)
			}
			fmt.Fprintf(environment.Out, "%s %s\ncatalogue %s\n%s\n", suiteName, suiteVersion, catalogue.Digest(), strings.Join(platform, " "))
			return nil
		},
	}
}

// revision is the source revision that the build recorded, "" without one.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return setting.Value
		}
	}
	return ""
}

// revisionsOf are the revisions of every leg of the catalogue, as a journal
// records them.
func revisionsOf(catalogue *schemas.Index) []journal.LegRevision {
	revisions := make([]journal.LegRevision, 0, len(catalogue.Legs()))
	for _, leg := range catalogue.Legs() {
		revisions = append(revisions, journal.LegRevision{Leg: leg.ID, Revision: leg.Revision})
	}
	return revisions
}

func suite(catalogue *schemas.Index) journal.Suite {
	return journal.Suite{Name: suiteName, Version: suiteVersion, Build: revision(), Catalogue: catalogue.Digest()}
}
