package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Main runs the command and gives its exit code.
func Main(environment Environment) int {
	ctx, stop := environment.Interrupted(context.Background())
	defer stop()
	root := newRoot(environment)
	err := root.ExecuteContext(ctx)
	if err != nil && !errors.Is(err, errSaid) {
		fmt.Fprintln(environment.Err, "hostwitness: "+oneLine(err))
	}
	return codeOf(err)
}

func newRoot(environment Environment) *cobra.Command {
	root := &cobra.Command{
		Use:   "hostwitness",
		Short: "Certify the event surface of an OpenWOP host",
		Long: `hostwitness drives an OpenWOP host through its test trigger, writes down every
byte that matters, and judges the record: envelope, delivery classes, webhooks,
tenant isolation (RFC 0236), the test trigger (RFC 0241), bounded streams
(RFC 0247) and strict replay (RFC 0250).`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       suiteVersion,
		RunE: func(command *cobra.Command, _ []string) error {
			return command.Help()
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(environment.Arguments)
	root.SetOut(environment.Out)
	root.SetErr(environment.Err)
	root.AddCommand(
		newRun(environment),
		newSelftest(environment),
		newHost(environment),
		newVerify(environment),
		newDiff(environment),
		newRejudge(environment),
		newReport(environment),
		newCleanup(environment),
		newKeygen(environment),
		newCountersign(environment),
		newPack(environment),
		newList(environment),
		newExplain(environment),
		newWaivers(environment),
		newTail(environment),
		newVersion(environment),
	)
	return root
}

// oneLine keeps an error message on one line.
func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
