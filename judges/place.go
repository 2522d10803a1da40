package judges

import "hostwitness/witness/journal"

// place is a point on the run's time line: when something was observed and,
// where the clock does not tell two apart, which was written down first.
type place struct {
	at  journal.Offset
	seq int64
}

func (p place) before(q place) bool {
	return p.at < q.at || p.at == q.at && p.seq < q.seq
}

func later(p, q place) place {
	if p.before(q) {
		return q
	}
	return p
}
