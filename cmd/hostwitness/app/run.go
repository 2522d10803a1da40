package app

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hostwitness/cmd/hostwitness/app/operator"
	"hostwitness/reports/waiver"
	"hostwitness/scenarios"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// runOptions are the flags of run, as given.
type runOptions struct {
	host                string
	out                 string
	only, skip, require []string
	settle, timeout     time.Duration
	streams, triggers   int
	webhookURL          string
	webhookListen       string
	ca, headerFile      string
	streamPath          string
	long                bool
	hold                time.Duration
	plan, quiet         bool
	keepForeign         bool
	format              string
	waivers             string
	key                 string
	buildKind, buildID  string
	certify, force      bool

	config  string
	volume  int
	restart string // --restart-command, as written

	given      [][2]string       // flags that change how the host is driven, as the operator wrote them
	waived     bool              // --waivers was given
	configured *config           // nil: none was read
	from       map[string]string // where a flag's value came from that was not given, by the flag's name
	delivery   time.Duration     // how long a webhook delivery is waited for; 0: the default
	direct     bool              // nothing that ends streams stands before the host
	facts      journal.Facts     // of the host that is run
	commands   map[string]operator.Command
}

func newRun(environment Environment) *cobra.Command { return newRunOf(environment, &runOptions{}) }

// newRunOf gives the command with the options that its flags fill.
func newRunOf(environment Environment, options *runOptions) *cobra.Command {
	defaults := defaultOptions()
	command := &cobra.Command{
		Use:   "run",
		Short: "Drive a host, record, judge, and leave the evidence",
		Long: `Drive a host through the scenarios, write down everything that came over the
wire, judge it, and leave journal and reports in the output folder.

Credentials come from the environment or from files, never from a flag:
  OPENWOP_API_KEY, OPENWOP_API_KEY_FILE                              first tenant (needed)
  OPENWOP_TEST_TENANT_B_API_KEY, OPENWOP_TEST_TENANT_B_API_KEY_FILE  second tenant
The key that signs the evidence comes from --key or HOSTWITNESS_SIGNING_KEY.
Also read: OPENWOP_BASE_URL, OPENWOP_WEBHOOK_RECEIVER_URL,
OPENWOP_WEBHOOK_RECEIVER_PORT, HTTP_PROXY, HTTPS_PROXY, NO_PROXY, NO_COLOR, CI.

What only the operator of the host knows or can do (the tenants of the
credentials, workspaces, commands that restart the host, expire or remove an
event) comes from the configuration file, hostwitness.yaml in the working folder
or the file that --config names. Of what can be given in several places, a flag
wins over the environment, the environment over the file, the file over the
default.

Exit codes: 0 passed, 1 a leg failed, 2 wrong use, 3 incomplete, 4 the suite's
own fault, 130 interrupted.`,
		Example: `  hostwitness run --host embedded
  OPENWOP_API_KEY=… hostwitness run --host https://host.example/api --only '0250.*'`,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error {
			options.readSources(command.Flags())
			if err := options.configure(environment, command.Flags()); err != nil {
				return err
			}
			return runHost(command.Context(), environment, *options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.host, "host", environment.value(variableHost), "base `URL` of the host, or \"embedded\" for the reference host in process")
	flags.StringVar(&options.out, "out", "evidence", "`FOLDER` for journal and reports")
	flags.StringArrayVar(&options.only, "only", nil, "judge only legs or scenarios that match this `GLOB` (repeatable)")
	flags.StringArrayVar(&options.skip, "skip", nil, "leave out legs or scenarios that match this `GLOB` (repeatable)")
	flags.StringArrayVar(&options.require, "require", nil, "legs that must pass, a `GLOB` (repeatable)")
	flags.StringVar(&options.waivers, "waivers", waiversFile, "`FILE` with waivers; an empty one reads none, and the default is read where it is there")
	flags.DurationVar(&options.settle, "settle", defaults.Settle, "how long absence is watched")
	flags.DurationVar(&options.timeout, "timeout", defaults.Timeout, "how long the whole run may take, beside what --long, --volume and the operator's commands take")
	flags.IntVar(&options.streams, "streams", defaults.Streams, "how many streams may be open at once")
	flags.IntVar(&options.triggers, "triggers", defaults.Triggers, "how many events may be caused, beside what --long and --volume cause")
	flags.StringVar(&options.webhookURL, "webhook-url", environment.value(variableFront), "public https `URL` that forwards to --webhook-listen")
	flags.StringVar(&options.webhookListen, "webhook-listen", listenDefault(environment), "`ADDRESS` of the webhook receiver")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's")
	flags.StringVar(&options.headerFile, "header-file", "", "`FILE` with extra request headers, one \"Name: value\" a line")
	flags.StringVar(&options.streamPath, "stream-path", "", "`PATH` of the host-event stream, where it is not the one the host declares")
	flags.StringVar(&options.config, "config", configFile, "`FILE` with the operator's facts and settings; an empty one reads none, and the default is read where it is there")
	flags.IntVar(&options.volume, "volume", 0, "also cause `N` events between a cursor and its resume")
	flags.StringVar(&options.restart, "restart-command", "", "`WORDS` of a command that restarts the host, which is run without a shell; also asks whether replay survives it")
	flags.BoolVar(&options.long, "long", false, "also watch how long streams are held, for one bound of the host and ten seconds")
	flags.DurationVar(&options.hold, "hold", defaultHold, "with --long: how long streams are watched that the host does not bound")
	flags.BoolVar(&options.plan, "plan", false, "print what would be caused, opened and registered, and do nothing")
	flags.BoolVar(&options.quiet, "quiet", false, "print failures and the last line only")
	flags.BoolVar(&options.keepForeign, "keep-foreign", false, "keep payloads of events that this run did not cause")
	flags.StringVar(&options.format, "format", "text", "what is printed, a `FORMAT`: text, json, junit or markdown")
	flags.StringVar(&options.key, "key", "", "`FILE` with the private key that signs the evidence (else HOSTWITNESS_SIGNING_KEY)")
	flags.StringVar(&options.buildKind, "build-kind", "", "what the host's build is named by, a `KIND`: image-digest, commit or artifact-sha256")
	flags.StringVar(&options.buildID, "build-id", "", "`ID` of the host's build")
	flags.BoolVar(&options.certify, "certify", false, "certify the host, or say why not and sign nothing")
	flags.BoolVar(&options.force, "force", false, "write over signed evidence")
	return command
}

// readSources notes what the operator wrote himself.
func (o *runOptions) readSources(flags *pflag.FlagSet) {
	selecting := []string{"host", "only", "skip", "require", "out", "quiet", "format", "plan", "waivers", "key", "build-kind", "build-id", "certify", "force"}
	flags.Visit(func(flag *pflag.Flag) {
		if flag.Name == "waivers" {
			o.waived = true
		}
		if !slices.Contains(selecting, flag.Name) {
			o.given = append(o.given, [2]string{"--" + flag.Name, flag.Value.String()})
		}
	})
}

func listenDefault(environment Environment) string {
	if port := environment.value(variableFrontPort); port != "" {
		return ":" + port
	}
	return ""
}

// prepared is a run that was checked as far as it can be without a request.
type prepared struct {
	options   runOptions
	catalogue *schemas.Index
	course    course
	required  map[string]bool
	waivers   []waiver.Waiver
	effect    waiver.Effect // of the waivers, once there are verdicts
	sealing   sealing
}

func runHost(ctx context.Context, environment Environment, options runOptions) error {
	run, err := prepare(environment, options)
	if err != nil {
		return err
	}
	if options.plan {
		run.tellConfig(environment)
		run.tellWaivers(environment)
		run.tellLegless(environment)
		return printPlan(environment, run)
	}
	if run.sealing, err = prepareSealing(environment, options, len(run.waivers)); err != nil {
		return err
	}
	run.course.build = run.sealing.build
	subject, stop, err := chooseSubject(environment, options)
	if err != nil {
		return err
	}
	defer stop()
	if err := run.sealing.checkCredentials(subject.credentials.given); err != nil {
		return err
	}
	boundMemory(environment)
	run.tellConfig(environment)
	run.tellWaivers(environment)
	run.tellLegless(environment)
	return carryOut(ctx, environment, run, subject)
}

// prepare checks the flags and reads the catalogue and the waivers.
func prepare(environment Environment, options runOptions) (prepared, error) {
	if err := options.check(); err != nil {
		return prepared{}, err
	}
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return prepared{}, suiteFault(err)
	}
	vectors, err := shapeVectors()
	if err != nil {
		return prepared{}, suiteFault(err)
	}
	legs, err := options.selected(catalogue.Legs())
	if err != nil {
		return prepared{}, err
	}
	required, err := options.requiredOf(catalogue.Legs(), legs)
	if err != nil {
		return prepared{}, err
	}
	waivers, err := readWaivers(environment, options, catalogue.Legs())
	if err != nil {
		return prepared{}, err
	}
	return prepared{
		options: options, catalogue: catalogue, required: required, waivers: waivers,
		course: course{
			legs: legs, revisions: revisionsOf(catalogue), options: options.recorded(), limits: defaultLimits(), waits: scenarios.DefaultWaits(), vectors: vectors,
		},
	}, nil
}

// chooseSubject reaches for the host that is asked for: the embedded one, or
// one behind a URL.
func chooseSubject(environment Environment, options runOptions) (subject, func(), error) {
	if options.host == embeddedHost {
		return embeddedSubject(options.long)
	}
	base, err := parseHost(options.said("host"), options.host)
	if err != nil {
		return subject{}, nil, err
	}
	credentials, err := readCredentials(environment)
	if err != nil {
		return subject{}, nil, err
	}
	roots, err := readRoots(options.ca)
	if err != nil {
		return subject{}, nil, err
	}
	header, err := readHeaders(options.headerFile)
	if err != nil {
		return subject{}, nil, err
	}
	chosen := subject{base: base, credentials: credentials, roots: roots, header: header, proxy: http.ProxyFromEnvironment, facts: options.facts}
	stop, err := chosen.listen(options)
	if err != nil {
		return subject{}, nil, err
	}
	commands, end := options.operator(environment)
	chosen.operator = commands
	return chosen, func() { end(); stop() }, nil
}
