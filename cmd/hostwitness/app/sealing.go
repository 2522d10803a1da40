package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
	"hostwitness/witness/journal"
)

// sealing is what makes evidence of the files of a run: the manifest that lists
// them, and the signed statement about it.
type sealing struct {
	key     *signing.Private  // nil: nobody signs, and the manifest is written alone
	build   *reports.Build    // of the host, as the operator names it; nil: not named
	certify bool              // the statement is to certify the host, or there is to be none
	secrets map[string]string // the operator's, by where each comes from: none may be in evidence
}

// prepareSealing checks all of it that can be known before the first request.
func prepareSealing(environment Environment, options runOptions, waivers int) (sealing, error) {
	key, err := signingKey(environment, options.key)
	if err != nil {
		return sealing{}, err
	}
	build, err := bundle.NewBuild(options.buildKind, options.buildID)
	if err != nil {
		return sealing{}, usagef("--build-kind %q with --build-id %q: %w", options.buildKind, options.buildID, err)
	}
	if build == nil && options.host == embeddedHost {
		if build, err = ownBuild(environment); err != nil {
			return sealing{}, err
		}
	}
	prepared := sealing{key: key, build: build, certify: options.certify, secrets: ownSecrets(environment)}
	if err := prepared.check(options, waivers); err != nil {
		return sealing{}, err
	}
	return prepared, nil
}

// check refuses a certifying run that cannot certify.
func (s sealing) check(options runOptions, waivers int) error {
	switch {
	case !s.certify:
		return s.checkFolder(options)
	case s.key == nil:
		return usagef("--certify signs: give --key FILE, or put the key into %s", variableSigningKey)
	case waivers > 0:
		return usagef("--certify excuses nothing: leave out the waivers, or write --waivers ''")
	case s.build == nil:
		return usagef("--certify names the build of the host: give --build-kind and --build-id")
	case len(options.only)+len(options.skip) > 0:
		return usagef("--certify judges every leg: leave out --only and --skip")
	case options.settle < bundle.LeastSettle:
		return usagef("--certify watches absence for at least %v: leave out --settle %v", bundle.LeastSettle, options.settle)
	}
	return s.checkFolder(options)
}

// checkCredentials refuses a certifying run without a second tenant: isolation
// would be blocked, whatever the host does.
func (s sealing) checkCredentials(given []journal.Credential) error {
	for _, credential := range given {
		if s.certify && credential.State != journal.CredentialGiven {
			state := map[journal.CredentialState]string{
				journal.CredentialMissing: "there is none", journal.CredentialEmpty: "it is empty", journal.CredentialSame: "it is the first tenant's own",
			}[credential.State]
			return usagef("--certify needs the credential of a second tenant, and %s: put it into %s", state, variableSecond)
		}
	}
	return nil
}

// checkFolder refuses to write over signed evidence, and to sign a folder in
// which there is something else.
func (s sealing) checkFolder(options runOptions) error {
	if err := checkElsewhere("--out", options.out); err != nil {
		return err
	}
	entries, err := os.ReadDir(options.out)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return usagef("look into the evidence folder: %w; give another with --out", err)
	}
	ours := append(derivedFiles(), journalFile)
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), partial)
		switch {
		case entry.Name() == bundle.StatementFile && !options.force:
			return usagef("%s holds signed evidence; give another folder with --out, or --force to write over it", options.out)
		case s.key != nil && !slices.Contains(ours, name):
			return usagef("%s holds %q, which is no evidence and would not be signed for; give an empty folder with --out", options.out, entry.Name())
		}
	}
	return nil
}

// sealed is what came of it.
type sealed struct {
	files      []*file
	signed     bool
	certified  bool
	shortfalls []string          // why it does not certify, where it was to
	secrets    []refusal.Refusal // why it was not signed
}

// seal writes the manifest of complete files, and the statement about it where
// there is a key and nothing against it.
func (s sealing) seal(ctx context.Context, into folder, facts bundle.Facts, members []*file) (sealed, error) {
	var done sealed
	var listed []bundle.Member
	for _, member := range members {
		content, err := os.ReadFile(member.Name())
		if err != nil {
			return done, fmt.Errorf("list %s in the manifest: %w", member.name, err)
		}
		listed = append(listed, bundle.Member{Name: member.name, Size: int64(len(content)), SHA256: bundle.Digest(content)})
		done.secrets = append(done.secrets, bundle.FindSecrets(member.name, content, s.secrets)...)
	}
	manifest := bundle.NewManifest(facts, listed)
	document, err := manifest.Document()
	if err != nil {
		return done, err
	}
	if err := done.add(into, bundle.ManifestFile, document); err != nil {
		return done, err
	}
	if s.certify {
		done.shortfalls = bundle.Shortfalls(manifest, facts.Report)
	}
	done.certified = s.certify && len(done.shortfalls) == 0
	if s.key == nil || len(done.secrets) > 0 || done.certified != s.certify {
		done.certified = false
		return done, nil
	}
	statement, err := bundle.Sign(ctx, document, manifest, facts.Report, *s.key, done.certified)
	if err != nil {
		return done, err
	}
	done.signed = true
	return done, done.add(into, bundle.StatementFile, statement)
}

func (d *sealed) add(into folder, name string, document []byte) error {
	written, err := into.prepare(name, func(w io.Writer) error {
		_, err := w.Write(document)
		return err
	})
	if err != nil {
		return err
	}
	d.files = append(d.files, written)
	return nil
}

// code is the exit code of a run whose verdicts give another: evidence that
// nobody may have is the suite's own fault.
func (d sealed) code(code int) int {
	if len(d.secrets) > 0 {
		return exitSuite
	}
	return code
}

// line tells the operator what there is of evidence.
func (d sealed) line(folder string, key *signing.Private) string {
	switch {
	case d.certified:
		return fmt.Sprintf("Evidence in %s certifies the host, signed by %s.", folder, key.ID())
	case d.signed:
		return fmt.Sprintf("Evidence in %s, signed by %s.", folder, key.ID())
	}
	return fmt.Sprintf("Evidence in %s, not signed.", folder)
}

// warnings tell the operator what he asked for and does not have.
func (d sealed) warnings() []string {
	var lines []string
	for _, shortfall := range d.shortfalls {
		lines = append(lines, "Not certified: "+shortfall+".")
	}
	for _, secret := range d.secrets {
		lines = append(lines, "Not to be signed, "+secret.String()+".")
	}
	return lines
}
