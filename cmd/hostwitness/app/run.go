package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

	given     [][2]string // flags that change how the host is driven, as the operator wrote them
	hostFrom  string      // the flag or variable that --host, and --webhook-url, came from
	frontFrom string
	waived    bool // --waivers was given
}

func newRun(environment Environment) *cobra.Command {
	var options runOptions
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

Exit codes: 0 passed, 1 a leg failed, 2 wrong use, 3 incomplete, 4 the suite's
own fault, 130 interrupted.`,
		Example: `  hostwitness run --host embedded
  OPENWOP_API_KEY=… hostwitness run --host https://host.example/api --only '0250.*'`,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error {
			options.readSources(command.Flags())
			return runHost(command.Context(), environment, options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.host, "host", environment.value("OPENWOP_BASE_URL"), "base `URL` of the host, or \"embedded\" for the reference host in process")
	flags.StringVar(&options.out, "out", "evidence", "`FOLDER` for journal and reports")
	flags.StringArrayVar(&options.only, "only", nil, "judge only legs or scenarios that match this `GLOB` (repeatable)")
	flags.StringArrayVar(&options.skip, "skip", nil, "leave out legs or scenarios that match this `GLOB` (repeatable)")
	flags.StringArrayVar(&options.require, "require", nil, "legs that must pass, a `GLOB` (repeatable)")
	flags.StringVar(&options.waivers, "waivers", waiversFile, "`FILE` with waivers; an empty one reads none, and the default is read where it is there")
	flags.DurationVar(&options.settle, "settle", defaults.Settle, "how long absence is watched")
	flags.DurationVar(&options.timeout, "timeout", defaults.Timeout, "how long the whole run may take, beside what --long waits")
	flags.IntVar(&options.streams, "streams", defaults.Streams, "how many streams may be open at once")
	flags.IntVar(&options.triggers, "triggers", defaults.Triggers, "how many events may be caused, beside what --long causes")
	flags.StringVar(&options.webhookURL, "webhook-url", environment.value("OPENWOP_WEBHOOK_RECEIVER_URL"), "public https `URL` that forwards to --webhook-listen")
	flags.StringVar(&options.webhookListen, "webhook-listen", listenDefault(environment), "`ADDRESS` of the webhook receiver")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's")
	flags.StringVar(&options.headerFile, "header-file", "", "`FILE` with extra request headers, one \"Name: value\" a line")
	flags.StringVar(&options.streamPath, "stream-path", "", "`PATH` of the host-event stream, where it is not the one the host declares")
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

// readSources notes what the operator wrote himself, and where the rest came
// from.
func (o *runOptions) readSources(flags *pflag.FlagSet) {
	o.hostFrom, o.frontFrom = "OPENWOP_BASE_URL", "OPENWOP_WEBHOOK_RECEIVER_URL"
	selecting := []string{"host", "only", "skip", "require", "out", "quiet", "format", "plan", "waivers", "key", "build-kind", "build-id", "certify", "force"}
	flags.Visit(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "host":
			o.hostFrom = "--host"
		case flag.Name == "webhook-url":
			o.frontFrom = "--webhook-url"
		case flag.Name == "waivers":
			o.waived = true
		}
		if !slices.Contains(selecting, flag.Name) {
			o.given = append(o.given, [2]string{"--" + flag.Name, flag.Value.String()})
		}
	})
}

func listenDefault(environment Environment) string {
	if port := environment.value("OPENWOP_WEBHOOK_RECEIVER_PORT"); port != "" {
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
		run.tellWaivers(environment)
		return printPlan(environment, run.course)
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
	run.tellWaivers(environment)
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
	legs, err := selectLegs(catalogue.Legs(), options.only, options.skip)
	if err != nil {
		return prepared{}, err
	}
	required, err := requireLegs(catalogue.Legs(), legs, options.require)
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

// The least that a run can be given.
const (
	leastSettle   = 50 * time.Millisecond
	leastTimeout  = time.Second
	leastStreams  = 6 // three control streams and a resume from three positions
	leastTriggers = 1
	leastWindows  = 3 // settle windows in a run: two, and one for all the rest

	leastHold        = 15 * time.Second // no stream is ended before (RFC 0247 §B)
	mostHold         = time.Hour
	leastStreamsLong = 7 // three control streams and four that are held
)

// defaultHold is how long a stream is watched that nothing bounds.
const defaultHold = 40 * time.Second

func (o runOptions) check() error {
	switch {
	case o.settle < leastSettle:
		return usagef("--settle %v is too short to show absence; write at least %v", o.settle, leastSettle)
	case o.timeout < leastTimeout:
		return usagef("--timeout %v is too short; write at least %v", o.timeout, leastTimeout)
	case o.streams < leastStreams:
		return usagef("--streams %d is too few; write at least %d", o.streams, leastStreams)
	case o.triggers < leastTriggers:
		return usagef("--triggers %d is too few; write at least %d", o.triggers, leastTriggers)
	case o.out == "":
		return usagef("--out is empty; name a folder for the evidence")
	case o.streamPath != "" && (o.streamPath[0] != '/' || strings.ContainsAny(o.streamPath, "?# ")):
		return usagef("--stream-path %q is no path; write for instance /host/events", o.streamPath)
	case o.timeout < leastWindows*o.settle:
		return usagef("--settle %v does not fit into --timeout %v; write a --timeout of at least %v", o.settle, o.timeout, leastWindows*o.settle)
	case o.long && o.streams < leastStreamsLong:
		return usagef("--streams %d is too few for --long; write at least %d", o.streams, leastStreamsLong)
	case !o.long && o.hold != defaultHold:
		return usagef("--hold %v says how long streams are watched, which only --long does; write --long too", o.hold)
	case o.hold < leastHold || o.hold > mostHold:
		return usagef("--hold %v shows nothing or never ends; write %v to %v", o.hold, leastHold, mostHold)
	case o.plan && o.format != "text":
		return usagef("--plan prints text; leave out --format %s", o.format)
	}
	if _, known := printers()[o.format]; !known {
		return usagef("--format %q is unknown; write text, json, junit or markdown", o.format)
	}
	return nil
}

func (o runOptions) recorded() journal.Options {
	options := defaultOptions()
	options.Settle, options.Timeout = o.settle, o.timeout
	options.Streams, options.Triggers = o.streams, o.triggers
	options.Only, options.Skip, options.Require = o.only, o.skip, o.require
	options.StreamPath, options.KeepForeign = o.streamPath, o.keepForeign
	if o.long {
		askLong(&options, o.hold)
	}
	return options
}

// askLong makes a run also watch how long streams are held, and lets it cause
// the events that takes.
func askLong(options *journal.Options, hold time.Duration) {
	options.Long, options.Hold = true, hold
	options.Triggers += scenarios.LongTriggers
}

// chooseSubject reaches for the host that is asked for: the embedded one, or
// one behind a URL.
func chooseSubject(environment Environment, options runOptions) (subject, func(), error) {
	if options.host == embeddedHost {
		return embeddedSubject(options.long)
	}
	base, err := parseHost(options.hostFrom, options.host)
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
	chosen := subject{base: base, credentials: credentials, roots: roots, header: header, proxy: http.ProxyFromEnvironment}
	stop, err := chosen.listen(options)
	if err != nil {
		return subject{}, nil, err
	}
	return chosen, stop, nil
}
