package app

import (
	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// notWhole is why a leg does not pass of which every rule held so far.
const notWhole = "every rule held as far as the journal goes; a pass needs all of it"

// judge judges what could be read. What is seen broken in a part of a run is
// broken, but nothing passes before the end is there: a leg may rest on what
// came after, or was yet to be done.
func (r recorded) judge() judged {
	evidence := journal.Fold(journal.Evidence{}, r.records)
	verdicts := judges.Verdicts(evidence)
	if !r.ended() {
		for k := range verdicts {
			if verdicts[k].Result == judges.Pass {
				verdicts[k].Result, verdicts[k].Reason = judges.Blocked, notWhole
			}
		}
	}
	return judged{records: r.records, evidence: evidence, verdicts: verdicts}
}

// unfit is why a journal cannot be judged at all, nil when it can, be it whole
// or not.
func (r recorded) unfit() error {
	if r.damage != nil {
		return refuse(r.name, r.damage)
	}
	if len(r.records) == 0 || r.records[0].Run == nil {
		return usagef("%s is refused: it does not begin with the header of a run, so nothing is known of it", r.name)
	}
	for _, record := range r.records[1:] {
		if record.Run != nil {
			return usagef("%s is refused: record %d is another header, and a journal is of one run", r.name, record.Seq)
		}
	}
	return nil
}

// endReason is why the run ended, "" when the journal does not say.
func (j judged) endReason() journal.EndReason {
	if j.evidence.Ended == nil {
		return ""
	}
	return j.evidence.Ended.Reason
}
