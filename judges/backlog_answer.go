package judges

import (
	"hostwitness/witness/journal"
)

// unresumed says why one of the three resumes is not there.
func (f facts) unresumed(name string) string {
	if reason, _ := f.unopened(journal.TenantA); reason != "" {
		return f.follows(reason)
	}
	if !f.replyTo(name).asked {
		return f.because("host-event-strict-replay", name+" was not asked for")
	}
	return name + " was not asked for with replay=required and a durable event of its own that had been seen"
}

// judgeAccepted holds the answer to a young cursor to an opened stream.
func (b backlogRules) judgeAccepted(f facts, r resumed) {
	record := r.at.seq
	excuse := f.excuse(r.reply)
	switch {
	case r.eventStream() && r.aged == "":
		b.accepted.keep(record)
	case r.aged != "":
		if r.core {
			b.accepted.lacks(r.aged, record)
		}
	case !r.core && !r.refused() && !r.success(): // asked for again, or a twin of other rules: only the three answer for a fault
	case excuse != "" || r.denied() && !f.answersElsewhere():
		if r.core {
			b.accepted.lacks(r.name+" was "+f.whole(r.reply), record)
		}
	default:
		b.accepted.breaks(r.name, r.String()+" to the cursor of "+r.cursor.name, r.cursor.answered.seq, record)
	}
}

// lackUnbound says why one of the three resumes shows nothing.
func (b backlogRules) lackUnbound(f facts, r resumed) {
	switch {
	case !r.core || r.binds():
	case r.aged != "":
		lackAll(b.all()[1:], r.aged, r.at.seq)
	default:
		lackAll(b.all()[1:], r.name+" was "+f.whole(r.reply), r.at.seq)
	}
}
