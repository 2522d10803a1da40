package bundle

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// lawful refuses what agrees with itself and what no run can have said all the
// same: legs that were left out and no filter did it, requests to another host
// than the run was about, and waivers that no run takes. Who signs could else
// narrow a run, or give it another name, by one line of its journal.
func (e *examination) lawful() {
	if e.records == nil {
		return
	}
	if !e.selection(e.evidence.Run) {
		e.outcome.Integrity.refuse(refusal.OptionsDiffer, JournalFile, "its header selects other legs than its filters leave of the catalogue")
	}
	if seq := e.elsewhere(e.evidence.Run); seq > 0 {
		e.outcome.Integrity.refuse(refusal.OptionsDiffer, JournalFile, fmt.Sprintf("record %d is of a request to another host than the header names", seq))
	}
	for _, problem := range e.waivers(e.evidence.Run) {
		e.outcome.Integrity.refuse(refusal.OptionsDiffer, ManifestFile, fmt.Sprintf("no run takes its waiver %d, for its %s", problem.Entry+1, problem.Member))
	}
}

// elsewhere gives the first record of a request to another origin than that of
// the host, 0 where there is none: a run follows no redirect to one.
func (e *examination) elsewhere(run journal.Run) int64 {
	for _, record := range e.records {
		if record.Exchange != nil && !sameOrigin(record.Exchange.Request.URL, run.Host) {
			return record.Seq
		}
	}
	return 0
}

func sameOrigin(a, b string) bool { return strings.EqualFold(originOf(a), originOf(b)) }

// originOf is what stands in a URL before its path.
func originOf(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return scheme + "://" + rest
}

// selection says that the legs of a run are those that its filters leave. Of a
// catalogue that this build does not have the header tells the legs, and what a
// filter leaves of them can only be some of them in their order.
func (e *examination) selection(run journal.Run) bool {
	if run.Suite.Catalogue == e.verifier.Suite.Catalogue {
		selected, err := e.verifier.Selects(run.Options.Only, run.Options.Skip)
		return err == nil && slices.Equal(selected, run.Legs)
	}
	var all []string
	for _, known := range run.Revisions {
		all = append(all, known.Leg)
	}
	if filtered := len(run.Options.Only)+len(run.Options.Skip) > 0; filtered {
		all = slices.DeleteFunc(all, func(leg string) bool { return !slices.Contains(run.Legs, leg) })
	}
	return len(run.Revisions) == 0 || slices.Equal(all, run.Legs)
}

// waivers says what is wrong with the waivers on the day of the run. They are
// read a moment before it begins, which may be the day before. What another
// catalogue had is not known.
func (e *examination) waivers(run journal.Run) []waiver.Problem {
	const moment = time.Hour
	started, err := time.Parse(time.RFC3339, run.StartedAt)
	if err != nil {
		return nil // no report follows from such a header
	}
	problems := waiver.Check(e.manifest.Narrowed.Waivers, e.verifier.Legs, waiver.DayOf(started.Add(-moment)))
	if run.Suite.Catalogue == e.verifier.Suite.Catalogue {
		return problems
	}
	return slices.DeleteFunc(problems, func(p waiver.Problem) bool { return p.Member == "leg" || p.Member == "rule" })
}
