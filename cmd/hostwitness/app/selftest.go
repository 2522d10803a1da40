package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
	"hostwitness/scenarios"
	"hostwitness/schemas"
)

// selftestOptions are the flags of selftest, as given.
type selftestOptions struct {
	only     []string
	settle   time.Duration
	parallel int
	all      bool
}

func newSelftest(environment Environment) *cobra.Command {
	var options selftestOptions
	command := &cobra.Command{
		Use:   "selftest",
		Short: "Run every judge against every sabotage and every lawful variant",
		Long: `Run the suite against the reference host, against every sabotage of it and
against every lawful variant, over real loopback sockets. A sabotage must be
convicted by its own legs, for its own rules, and by no other leg; a variant by
none. The legs about shapes need no host: they are tried with vectors that bear
the wrong label. Prints the matrix; exit 1 on any miss.`,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error {
			return selftest(command.Context(), environment, options)
		},
	}
	flags := command.Flags()
	flags.StringArrayVar(&options.only, "only", nil, "run only doubles whose id matches this `GLOB` (repeatable)")
	flags.DurationVar(&options.settle, "settle", defaultOptions().Settle, "how long absence is watched")
	flags.IntVar(&options.parallel, "parallel", 24, "how many hosts are run against at once")
	flags.BoolVar(&options.all, "all", false, "also watch how long each host holds its streams, which takes half a minute a host")
	return command
}

// trial is one double and what the suite made of it.
type trial struct {
	kind     string // "reference", "sabotage", "mislabel" or "variant"
	double   double.Double
	long     bool     // the run also watches how long streams are held
	only     []string // legs and scenarios that are run; none: all
	outcomes []outcome
	misses   []string // where the outcome is not what the double states
	took     time.Duration
}

func selftest(ctx context.Context, environment Environment, options selftestOptions) error {
	if options.parallel < 1 || options.settle < leastSettle {
		return usagef("--parallel must be at least 1 and --settle at least %v", leastSettle)
	}
	trials, err := chooseTrials(options.only)
	if err != nil {
		return err
	}
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return suiteFault(err)
	}
	trials = longTrials(trials, options.all)
	group, together := errgroup.WithContext(ctx)
	group.SetLimit(options.parallel)
	for k := range trials {
		group.Go(func() error {
			return trials[k].run(together, loopback(), environment.Now, catalogue, options.settle)
		})
	}
	if err := group.Wait(); err != nil {
		return suiteFault(err)
	}
	if ctx.Err() != nil {
		return exitWith(exitInterrupted)
	}
	return printMatrix(environment.Out, catalogue, trials)
}

// longTrials decides which runs also watch how long streams are held: all of
// them or none, and then without the doubles that only such a run can judge.
func longTrials(trials []trial, all bool) []trial {
	if !all {
		return slices.DeleteFunc(trials, func(t trial) bool { return t.double.Long })
	}
	for k := range trials {
		trials[k].long = true
	}
	return trials
}

func chooseTrials(only []string) ([]trial, error) {
	trials := []trial{{kind: "reference", double: double.Double{ID: "reference", Summary: "the reference host itself"}}}
	for _, sabotaged := range sabotage.All() {
		kind := "sabotage"
		if sabotaged.Mislabel != nil {
			kind = "mislabel"
		}
		trials = append(trials, trial{kind: kind, double: sabotaged})
	}
	for _, lawful := range variant.All() {
		trials = append(trials, trial{kind: "variant", double: lawful})
	}
	if len(only) == 0 {
		return trials, nil
	}
	return slices.DeleteFunc(trials, func(t trial) bool { return !matchesAny(only, t.double.ID) }), checkMatches(only, trials)
}

// run starts the double, runs the whole suite against it, and compares.
func (t *trial) run(ctx context.Context, network network, now func() time.Time, catalogue *schemas.Index, settle time.Duration) error {
	started := now()
	result, err := t.record(ctx, network, now, catalogue, settle)
	if err != nil {
		return err
	}
	t.took = now().Sub(started)
	t.outcomes = outcomesOf(result.verdicts)
	asked, left := askedFor(catalogue, result.evidence.Run.Options)
	for _, leg := range catalogue.Legs() {
		if !slices.Contains(result.evidence.Run.Legs, leg.ID) {
			left[leg.ID] = true
		}
	}
	t.misses = t.missesOf(left, asked, t.outcomes)
	return nil
}

// record starts the double, runs the legs of the trial against it, and judges
// what was recorded.
func (t *trial) record(ctx context.Context, network network, now func() time.Time, catalogue *schemas.Index, settle time.Duration) (judged, error) {
	chosen := t.double
	if t.long {
		chosen = boundedShortly(chosen)
	}
	subject, stop, err := network.subject(chosen)
	if err != nil {
		return judged{}, fmt.Errorf("start %s: %w", t.double.ID, err)
	}
	defer stop()
	course, err := fullCourse(catalogue, t.double, settle)
	if err != nil {
		return judged{}, err
	}
	if t.long {
		askLong(&course.options, defaultHold)
	}
	if course.legs, err = selectLegs(catalogue.Legs(), globs{"--only", t.only}, globs{}); err != nil {
		return judged{}, err
	}
	var written bytes.Buffer
	if _, err := drive(ctx, now, suite(catalogue), subject, course, &written); err != nil {
		return judged{}, fmt.Errorf("run against %s: %w", t.double.ID, err)
	}
	result, err := judge(&written)
	if err != nil {
		return judged{}, fmt.Errorf("judge %s: %w", t.double.ID, err)
	}
	return result, nil
}

// fullCourse selects every leg with the default options, and the shape vectors
// as the double labels them.
func fullCourse(catalogue *schemas.Index, chosen double.Double, settle time.Duration) (course, error) {
	vectors, err := shapeVectors()
	if err != nil {
		return course{}, err
	}
	if mislabel := chosen.Mislabel; mislabel != nil {
		for k := range vectors {
			if mislabel.Picks(vectors[k].Leg, vectors[k].Valid) {
				vectors[k].Valid = !vectors[k].Valid
				break
			}
		}
	}
	options := defaultOptions()
	options.Settle = settle
	legs := make([]string, 0, len(catalogue.Legs()))
	for _, leg := range catalogue.Legs() {
		legs = append(legs, leg.ID)
	}
	return course{
		legs: legs, revisions: revisionsOf(catalogue), options: options,
		limits: defaultLimits(), waits: scenarios.DefaultWaits(), vectors: vectors,
	}, nil
}

func printMatrix(out io.Writer, catalogue *schemas.Index, trials []trial) error {
	matrix := newMatrix(catalogue.Legs(), trials)
	if err := matrix.print(out); err != nil {
		return suiteFault(err)
	}
	if matrix.missed > 0 {
		return exitWith(exitFailed)
	}
	return nil
}
