package journal

// take puts an observation at the end of the queue and writes what can be
// decided by now.
func (r *Recorder) take(h held) error {
	if err := r.admit(); err != nil {
		return err
	}
	h.at = r.notBefore(h.at)
	r.queue.push(h)
	r.drain(r.queue.ready)
	r.forceOldest()
	return r.err
}

// drain writes the first in the queue for as long as the function says.
func (r *Recorder) drain(while func() bool) {
	for while() {
		first := r.queue.pop()
		record := first.decide()
		record.At = first.at
		r.write(record)
	}
	r.tellSettled()
}

// forceOldest brings the memory that is held down to its limit, by deciding
// the oldest as they stand.
func (r *Recorder) forceOldest() {
	over := func() bool { return len(r.queue.waiting) > 0 && r.queue.cost > r.config.Limits.MemoryBytes }
	if !over() {
		return
	}
	if !r.forced {
		r.forced = true
		r.write(Record{At: r.queue.waiting[0].at, Kind: KindNote, Note: &Note{
			Topic: TopicRecorder,
			Text: "more was waiting for the answers to emissions than may be held in memory: from here on events of this run " +
				"may be recorded as foreign where they came before the answer",
		}})
	}
	r.drain(over)
	r.drain(r.queue.ready)
}

// heldRecordBytes is what an observation that is held back is taken to need in
// the journal: about the record of a foreign frame, however large the frame.
// Own ones need more, but a run causes few.
const heldRecordBytes = 512

// room says whether more of streams and deliveries may be written down. What
// it let in is always written.
func (r *Recorder) room(at Offset) error {
	if err := r.admit(); err != nil {
		return err
	}
	if r.volume+heldRecordBytes*int64(len(r.queue.waiting)) < r.config.Limits.RecordBytes {
		return nil
	}
	if !r.full {
		r.full = true
		note := Record{Kind: KindNote, Note: &Note{
			Topic: TopicRecorder,
			Text:  "what may be written down of streams and deliveries is used up: frames, comments and deliveries after this are missing",
		}}
		if err := r.take(held{at: at, decide: func() Record { return note }}); err != nil {
			return err
		}
	}
	return ErrFull
}

// write brings a record into the journal, without secrets.
func (r *Recorder) write(record Record) {
	if r.err != nil {
		return
	}
	_, length, err := r.writer.append(scrub(record, r.secrets.text))
	if err != nil {
		r.err = err
		return
	}
	switch record.Kind {
	case KindFrame, KindComment, KindDelivery:
		r.volume += int64(length)
	}
}

// waiter waits until so many observations are written as were taken when it
// began to wait. What comes later it does not wait for: on a busy host there is
// always something that is held back.
type waiter struct {
	until int64
	done  chan struct{}
}

// tellSettled closes the channels of those who need not wait any longer.
func (r *Recorder) tellSettled() {
	for len(r.settled) > 0 && r.settled[0].until <= r.queue.given {
		close(r.settled[0].done)
		r.settled = r.settled[1:]
	}
}
