package journal

// held is an observation that is not written yet. Whose it is may depend on
// emissions that are not answered, and everything that comes after it waits
// behind it.
type held struct {
	at     Offset
	after  int64 // number of the last emission it waits for, 0 for none
	cost   int64 // bytes it keeps in memory
	decide func() Record
}

// heldOverhead is about what an observation costs beside its bytes.
const heldOverhead = 512

// queue holds observations back, in order, until they can be decided.
type queue struct {
	waiting     []held
	taken       int64 // put in so far
	given       int64 // taken out so far
	cost        int64
	emissions   int64            // asked for so far
	outstanding map[string]int64 // not answered: name and number
}

// ask counts an emission that is about to be caused.
func (q *queue) ask(name string) {
	if q.outstanding == nil {
		q.outstanding = map[string]int64{}
	}
	q.emissions++
	q.outstanding[name] = q.emissions
}

// answer says that nothing more comes about the emission.
func (q *queue) answer(name string) {
	delete(q.outstanding, name)
}

// needs is the number of the last emission that an observation of this moment
// has to wait for.
func (q *queue) needs() int64 {
	if len(q.outstanding) == 0 {
		return 0
	}
	return q.emissions
}

func (q *queue) push(h held) {
	h.cost += heldOverhead
	q.waiting = append(q.waiting, h)
	q.taken++
	q.cost += h.cost
}

// ready says whether the first in the queue can be decided.
func (q *queue) ready() bool {
	if len(q.waiting) == 0 {
		return false
	}
	for _, number := range q.outstanding {
		if number <= q.waiting[0].after {
			return false
		}
	}
	return true
}

func (q *queue) pop() held {
	first := q.waiting[0]
	q.waiting[0] = held{}
	q.waiting = q.waiting[1:]
	q.given++
	q.cost -= first.cost
	if len(q.waiting) == 0 {
		q.waiting = nil
	}
	return first
}
