package app

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hostwitness/scenarios"
	"hostwitness/witness"
)

// cleanupOptions are the flags of cleanup, as given.
type cleanupOptions struct {
	host, hostFrom string
	ca, headerFile string
	plan, remove   bool
	format         string
}

// cleanupLimit is how long a cleanup may take in all, rate limits included.
const cleanupLimit = 5 * time.Minute

func newCleanup(environment Environment) *cobra.Command {
	var options cleanupOptions
	command := &cobra.Command{
		Use:   "cleanup DIR|JOURNAL",
		Short: "Take back the webhooks that a killed run left registered",
		Long: `Take back the webhook subscriptions that a run registered and did not take back
because it was killed, or because the host did not let it. They are known from the
journal, as far as its chain holds. Where the host's answer is on record the
subscription is deleted; where it is not, the registration is repeated with the
same key, path and body, which a host answers as it did before, and then deleted.
Nothing else is asked of the host, and the journal is never changed.

A journal names the host, and your credential goes there. So a host that is not
this machine must be confirmed with --host or OPENWOP_BASE_URL. Clean up only
after your own runs, and never while the run is still going on; --plan shows what
would be sent.

Credentials come from the same variables or files as for run.

Exit codes: 0 nothing is left, 2 wrong use, 3 something may be left and has to be
deleted by hand or later, 130 interrupted.`,
		Args: exactly("FOLDER|JOURNAL"),
		RunE: func(command *cobra.Command, arguments []string) error {
			options.hostFrom = "OPENWOP_BASE_URL"
			if command.Flags().Changed("host") {
				options.hostFrom = "--host"
			}
			return cleanup(command.Context(), environment, arguments[0], options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.host, "host", environment.value("OPENWOP_BASE_URL"), "base `URL` of the host, to confirm that it is the one of the journal")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's")
	flags.StringVar(&options.headerFile, "header-file", "", "`FILE` with extra request headers, one \"Name: value\" a line")
	flags.BoolVar(&options.plan, "plan", false, "print what would be taken back, and do nothing")
	flags.BoolVar(&options.remove, "remove", false, "remove the journal of a killed run once nothing of it is left")
	flags.StringVar(&options.format, "format", "text", "what is printed, a `FORMAT`: text or json")
	return command
}

func cleanup(ctx context.Context, environment Environment, path string, options cleanupOptions) error {
	if options.format != "text" && options.format != "json" {
		return usagef("--format %q is unknown; write text or json", options.format)
	}
	jobs, err := cleaningsAt(path)
	if err != nil {
		return err
	}
	access, err := prepareCleanup(environment, jobs, options)
	if err != nil {
		return err
	}
	result := newCleaned(environment.Out, options)
	bounded, cancel := context.WithTimeout(ctx, cleanupLimit)
	defer cancel()
	for _, job := range jobs {
		result.begin(job)
		if len(job.left) > 0 && !options.plan {
			if err := job.carryOut(bounded, environment, access, result.tell); err != nil {
				return suiteFault(err)
			}
		}
	}
	if err := result.end(); err != nil {
		return suiteFault(err)
	}
	if options.remove && !options.plan && result.Left == 0 {
		if err := removeKilled(jobs); err != nil {
			return suiteFault(err)
		}
	}
	switch {
	case ctx.Err() != nil:
		return exitWith(exitInterrupted)
	case result.Left > 0 && !options.plan || result.unsure:
		return exitWith(exitIncomplete)
	}
	return nil
}

// carryOut takes back what one run left.
func (c cleaning) carryOut(ctx context.Context, environment Environment, access access, tell func(scenarios.Undone)) error {
	recorder, err := newRecorder(io.Discard, course{limits: defaultLimits()})
	if err != nil {
		return err
	}
	now := environment.Now()
	observer, err := witness.New(witness.Config{
		Base: c.base, Recorder: recorder, Started: now, RootCAs: access.roots, Proxy: http.ProxyFromEnvironment,
		Header: access.header, Credential: access.credentials.token, Limits: defaultLimits(),
	})
	if err != nil {
		return err
	}
	defer observer.Close()
	scenarios.CleanUp(ctx, scenarios.Cleanup{
		Witness: observer, Waits: scenarios.DefaultWaits(), Left: c.left, Versions: c.versions, Since: c.age(now), Tell: tell,
	})
	return nil
}

// removeKilled takes away the journals of killed runs, which nobody needs once
// nothing of them is left. What came to its end is evidence and stays.
func removeKilled(jobs []cleaning) error {
	for _, job := range jobs {
		if strings.HasSuffix(job.name, journalFile+partial) && job.damage == nil && !job.ended() {
			if err := os.Remove(job.name); err != nil {
				return err
			}
		}
	}
	return nil
}
