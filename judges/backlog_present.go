package judges

import (
	"hostwitness/witness/journal"
)

// judgePresent looks at what came on a resumed stream and must not have, or, of
// the backlog, not twice, or not before what it came before.
func (b backlogRules) judgePresent(f facts, r resumed) {
	name := r.name
	var came []event
	for _, e := range f.of(r.stream.Intent.Tenant, journal.ClassDurable) {
		frames := f.sights[name][e.id]
		if len(frames) == 0 {
			continue
		}
		switch {
		case e.id == r.cursor.id:
			b.cursor.breaks(name, "the event of the cursor, "+e.name+", came", e.answered.seq, frames[0].Seq)
			continue
		case f.sequential(e, r.cursor):
			b.later.breaks(name, e.name+" came, which was there before the cursor "+r.cursor.name, e.answered.seq, frames[0].Seq)
			continue
		case f.atHandoff(r, e):
			continue // the business of the leg about the handoff
		case len(frames) > len(f.byID[e.id]):
			b.once.breaks(name, e.name+" came "+counted(len(frames), "time"), frames[0].Seq, frames[1].Seq)
		default:
			b.once.keep(frames[0].Seq)
		}
		came = append(came, e)
	}
	f.weighOrder(b.order, r, came, f.sequential)
}

// weighOrder holds every two events that came, of which the one has to come
// before the other, to having come so.
func (f facts) weighOrder(rule *ruling, r resumed, came []event, ordered func(x, y event) bool) {
	for i, x := range came {
		for _, y := range came[i+1:] {
			if !ordered(x, y) || f.twice(x) || f.twice(y) {
				continue
			}
			first, second := f.sights[r.name][x.id][0], f.sights[r.name][y.id][0]
			observed := y.name + " came before " + x.name + ", which had been seen before it was caused"
			rule.weigh(first.Offset < second.Offset, "", r.name, observed, first.Seq, second.Seq)
		}
	}
}

// twice says that another event was given the same id, so that which of them a
// frame is of is not known.
func (f facts) twice(e event) bool { return len(f.byID[e.id]) > 1 }
