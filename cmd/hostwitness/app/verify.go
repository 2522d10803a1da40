package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	pin, discovery, ca string
	certified          bool
	format             string
}

func newVerify(environment Environment) *cobra.Command {
	var options verifyOptions
	command := &cobra.Command{
		Use:   "verify FOLDER|FILE",
		Short: "Verify evidence without the host",
		Long: `Verify an evidence folder, a packed one, or a published certification bundle.
Three answers are given and never merged:
  signature   it is valid, and whose it is: of a key you pin, or of one that a
              discovery document you give publishes; a document inside the
              evidence attributes nothing
  integrity   every file, digest and chain is as it was written, with nothing
              missing and nothing extra
  verdicts    this build's judges, run over the journal, give the same results
The run's own verdict stands beside them.

Exit codes: 0 all three hold, 1 refused (or not certified, with --certified),
2 wrong use, 3 holds but is not attributable: no key was given to know it by,
4 the suite's own fault.`,
		Example: `  hostwitness verify evidence --pin release-pub.pem
  hostwitness verify evidence.tar --discovery https://host.example --certified`,
		Args: exactly("FOLDER|FILE"),
		RunE: func(command *cobra.Command, arguments []string) error {
			if options.format != "text" && options.format != "json" {
				return usagef("--format %q is unknown; write text or json", options.format)
			}
			return verify(command.Context(), environment, arguments[0], options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.pin, "pin", "", "`FILE` with the public keys that you accept, and no other")
	flags.StringVar(&options.discovery, "discovery", "", "`FILE|URL` of the host's discovery document, to look keys up in")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's, for --discovery")
	flags.BoolVar(&options.certified, "certified", false, "exit with 1 unless the run certifies its host")
	flags.StringVar(&options.format, "format", "text", "what is printed, a `FORMAT`: text or json")
	return command
}

// publishedOutcome verifies a published bundle.
func publishedOutcome(path string, trust trust) (bundle.Outcome, error) {
	document, err := readBoundedFile(path, published.MaxSize)
	if err != nil {
		return bundle.Outcome{}, usagef("read %s: %w", path, err)
	}
	return bundle.VerifyPublished(document, trust.Trust, trust.document), nil
}

func verify(ctx context.Context, environment Environment, path string, options verifyOptions) error {
	trust, err := readTrust(ctx, options)
	if err != nil {
		return err
	}
	outcome, err := outcomeOf(environment, path, trust)
	if err != nil {
		return err
	}
	if options.certified && !outcome.Run.Certified {
		outcome.Verdicts.Notices = append(outcome.Verdicts.Notices, refusal.Refusal{
			Name: refusal.NotCertified, Detail: "--certified asks for a run that certifies its host, and this one does not",
		})
	}
	code := verifiedCode(outcome, options.certified)
	if options.format == "json" {
		err = bundle.WriteJSON(environment.Out, outcome, code)
	} else {
		err = bundle.WriteText(environment.Out, outcome)
	}
	if err != nil {
		return suiteFault(err)
	}
	return exitWith(code)
}

// verifiedCode decides the exit code of a verification.
func verifiedCode(outcome bundle.Outcome, certified bool) int {
	switch {
	case outcome.Refused(), certified && !outcome.Run.Certified:
		return exitFailed
	case !outcome.Attributed():
		return exitIncomplete
	}
	return exitPassed
}

// outcomeOf verifies what is at a path, whichever kind of evidence it is.
func outcomeOf(environment Environment, path string, trust trust) (bundle.Outcome, error) {
	isBundle, err := isPublished(path)
	if err != nil {
		return bundle.Outcome{}, usagef("open the evidence: %w", err)
	}
	if err := checkKind(path); err != nil {
		return bundle.Outcome{}, err
	}
	if isBundle {
		return publishedOutcome(path, trust)
	}
	source, err := bundle.Open(path)
	if errors.Is(err, bundle.ErrNotEvidence) {
		return bundle.Outcome{}, usagef("%s is no evidence folder, no packed one and no published bundle", path)
	}
	if err != nil {
		return bundle.Outcome{}, usagef("%w", err)
	}
	defer source.Close()
	verifier, err := newVerifier(environment, trust)
	if err != nil {
		return bundle.Outcome{}, err
	}
	outcome, err := verifier.Verify(source)
	if err != nil {
		return bundle.Outcome{}, suiteFault(fmt.Errorf("verify %s: %w", path, err))
	}
	return outcome, nil
}

// checkKind refuses what is no evidence for a reason that can be told: a folder
// without any of it, or one file out of a folder.
func checkKind(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		for _, name := range append(derivedFiles(), journalFile, journalFile+partial) {
			if _, err := os.Lstat(filepath.Join(path, name)); err == nil {
				return nil
			}
		}
		return usagef("there is no evidence in %s; name the folder that a run wrote with --out", path)
	}
	if slices.Contains(append(derivedFiles(), journalFile), filepath.Base(path)) {
		return usagef("%s is one file of an evidence folder; name the folder, %s", path, filepath.Dir(path))
	}
	return nil
}

// isPublished says whether a path is a file that begins as a JSON document
// does, which no packed evidence does.
func isPublished(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, nil
	}
	in, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer in.Close()
	start := make([]byte, 64)
	count, _ := in.Read(start) // an empty file begins as nothing does
	text := bytes.TrimLeft(bytes.TrimPrefix(start[:count], []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '['), nil
}

// newVerifier is this build as a verifier.
func newVerifier(environment Environment, trust trust) (bundle.Verifier, error) {
	catalogue, err := schemas.Catalogue()
	if err != nil {
		return bundle.Verifier{}, suiteFault(err)
	}
	return bundle.Verifier{
		Trust: trust.Trust, Secrets: ownSecrets(environment), Suite: suite(catalogue), Asked: catalogue.Asked(),
		Legs: catalogue.Legs(),
		Selects: func(only, skip []string) ([]string, error) {
			return selectLegs(catalogue.Legs(), globs{"--only", only}, globs{"--skip", skip})
		},
		Rejudge: func(records []journal.Record, waivers []waiver.Waiver, certify bool) (reports.Report, error) {
			run := prepared{catalogue: catalogue, waivers: waivers, sealing: sealing{certify: certify}}
			return run.rejudged(records)
		},
		Render: func(report reports.Report, records []journal.Record, again string) (map[string]string, error) {
			return renderedAgain(catalogue, report, records, again)
		},
	}, nil
}
