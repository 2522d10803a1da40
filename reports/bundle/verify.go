package bundle

import (
	"errors"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// Verifier is what somebody brings who verifies evidence of this suite.
type Verifier struct {
	Trust   Trust
	Secrets map[string]string // his own credentials, by the name of where each comes from: none may stand in evidence

	// The build that judges again.
	Suite journal.Suite
	Asked []schemas.Asked
	Legs  []schemas.Leg // its catalogue
	// Selects gives the legs of that catalogue that filters leave, in its order.
	Selects func(only, skip []string) ([]string, error)
	// Rejudge gives the report that this build makes of a journal, given what
	// the operator said beside it: the waivers, and whether the run was to
	// certify.
	Rejudge func(records []journal.Record, waivers []waiver.Waiver, certify bool) (reports.Report, error)
	// Render gives the digest of every rendering of a report, by the name of its
	// file, given the command of the run as the page shows it.
	Render func(report reports.Report, records []journal.Record, again string) (map[string]string, error)
}

// Trust is where a verifier takes keys from. A document inside the evidence is
// never among them.
type Trust struct {
	Pinned    []signing.Public // the only ones he accepts, where there are any
	Discovery []signing.Public // those that the discovery document he gave publishes
	Looked    bool             // he gave a discovery document
}

// examination is one verification under way. The files are read once, so that
// what is judged is what was digested.
type examination struct {
	verifier Verifier
	source   *Source
	outcome  Outcome

	manifest  *Manifest
	document  []byte // of the manifest
	report    *reports.Report
	records   []journal.Record
	evidence  journal.Evidence
	page      []byte   // the rendering for people, where it is the file that is listed
	whole     []string // names of the files that are those that are listed
	certified bool     // what the statement says
	signed    bool     // there is a statement that could be read
}

// Verify gives the three answers about evidence of this suite. The error is
// about reading it or about this build, never about what the evidence says.
func (v Verifier) Verify(source *Source) (Outcome, error) {
	examined := &examination{verifier: v, source: source}
	examined.outcome.Kind = KindEvidence
	examined.outcome.Signatures = []Signature{}
	examined.outcome.Integrity.Refusals = append(examined.outcome.Integrity.Refusals, source.Refusals...)
	if source.unread {
		examined.unread()
		return examined.outcome, nil
	}
	if err := examined.members(); err != nil {
		return Outcome{}, err
	}
	if err := examined.rejudge(); err != nil {
		return Outcome{}, err
	}
	if err := examined.signature(); err != nil {
		return Outcome{}, err
	}
	examined.claim()
	return examined.outcome, nil
}

// unread answers about evidence of which nothing is to be read.
func (e *examination) unread() {
	const says = "nothing of it was read, for what is against all of it"
	e.outcome.Integrity.conclude("", says)
	e.outcome.Signature.Holds, e.outcome.Signature.Says = Unknown, says
	e.outcome.Verdicts.Holds, e.outcome.Verdicts.Says = Unknown, says
}

// claim sets the run's own verdict. It certifies only where everything does
// that was verified.
func (e *examination) claim() {
	claim := &e.outcome.Run
	if e.report == nil || e.manifest == nil {
		return
	}
	claim.Read = true
	claim.ExitCode, claim.Totals, claim.Host = &e.report.ExitCode, &e.report.Totals, e.report.Host.URL
	claim.Build, claim.StartedAt = e.report.Host.Build, e.report.StartedAt
	claim.Suite = e.report.Suite.Name + " " + e.report.Suite.Version
	claim.NotMeasured = e.manifest.NotMeasured
	claim.Shortfalls = Shortfalls(*e.manifest, *e.report)
	if len(claim.Shortfalls) == 0 && !e.certified {
		claim.Shortfalls = append(claim.Shortfalls, "no signed statement certifies it")
	}
	if len(claim.Unconfirmed) > 0 {
		claim.Shortfalls = append(claim.Shortfalls, "this build cannot confirm every leg; verify with the version that ran, "+claim.Suite)
	}
	if e.outcome.Refused() {
		claim.Shortfalls = append(claim.Shortfalls, "the evidence is refused")
	}
	claim.Certified = len(claim.Shortfalls) == 0
}

// rejudge holds the verdicts to the journal. Where the journal or the report
// cannot be read it says so, and nothing about verdicts.
func (e *examination) rejudge() error {
	answer := &e.outcome.Verdicts
	if e.records == nil || e.report == nil || e.manifest == nil {
		answer.Holds, answer.Says = Unknown, "there is no whole journal, report and manifest to judge again"
		if len(answer.Refusals) > 0 {
			answer.Holds = No
		}
		return nil
	}
	again, err := e.verifier.Rejudge(e.records, e.manifest.Narrowed.Waivers, e.manifest.Certify)
	if err != nil { // it reads, and still is the record of no run
		answer.refuse(refusal.VerdictDiffers, JournalFile, "no report follows from it: "+trimmed(err))
	} else {
		e.compare(again)
		if err := e.renderings(); err != nil {
			return err
		}
	}
	confirmed := "this build's judges come to the same results from the journal"
	if legs := e.outcome.Run.Unconfirmed; len(legs) > 0 {
		confirmed += ", but for what it judges by another revision, or the run's build did not judge, and does not confirm: " + strings.Join(legs, ", ")
	}
	answer.conclude(confirmed,
		"this build's judges come to other results from the journal, or the report says other things of the run")
	return nil
}

// readJournal reads the records and their chain.
func (e *examination) readJournal(document []byte) {
	answer := &e.outcome.Integrity
	records, err := journal.Read(newReader(document))
	var damage *journal.DamageError
	switch {
	case err == nil && !oneRun(records):
		answer.refuse(refusal.ChainBroken, JournalFile, "it does not begin with the header of its run, or has another one")
	case err == nil:
		e.records, e.evidence = records, journal.Fold(journal.Evidence{}, records)
	case errors.Is(err, journal.ErrIncomplete):
		answer.refuse(refusal.JournalIncomplete, JournalFile, "it has no end record: the run was killed or the journal was cut")
	case errors.As(err, &damage) && damage.Damage == journal.DamageCut:
		answer.refuse(refusal.JournalIncomplete, JournalFile, damage.Error())
	case errors.As(err, &damage) && damage.Damage == journal.DamageSeq:
		answer.refuse(refusal.SeqGap, JournalFile, damage.Error())
	default:
		answer.refuse(refusal.ChainBroken, JournalFile, trimmed(err))
	}
}

// oneRun says that the first record, and no other, is the header of a run.
func oneRun(records []journal.Record) bool {
	for k, record := range records {
		if (record.Kind == journal.KindRun) != (k == 0) {
			return false
		}
	}
	return true
}
