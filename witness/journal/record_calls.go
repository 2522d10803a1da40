package journal

import "fmt"

// Append records what carries nothing of others: run, discovery, intent, emit,
// mark and note. Of record only At, Kind and the member count; other kinds are
// refused, for they have methods of their own.
func (r *Recorder) Append(record Record) error {
	if err := record.shape(); err != nil {
		return fmt.Errorf("append a record: %w", err)
	}
	switch record.Kind {
	case KindRun, KindDiscovery, KindIntent, KindEmit, KindMark, KindNote:
	default:
		return fmt.Errorf("append a record of kind %q: it is not recorded with Append", record.Kind)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := scrub(record, func(s string) string { return s })
	switch {
	case record.Intent != nil && record.Intent.Action == ActionEmit:
		r.queue.ask(record.Intent.Name)
		r.own.intend(record.Intent)
	case record.Emit != nil:
		r.own.accept(record.Emit)
		r.queue.answer(record.Emit.Name)
	}
	return r.take(held{at: record.At, decide: func() Record { return taken }})
}

// Exchange records one attempt on the wire.
func (r *Recorder) Exchange(at Offset, raw RawExchange) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	limit := r.config.Limits.BodyBytes
	exchange := &Exchange{
		Name: raw.Name, Attempt: raw.Attempt, Tenant: raw.Tenant, SentAt: raw.SentAt, Fault: cloneFault(raw.Fault),
		Request: Request{Method: raw.Method, URL: raw.URL, Header: r.headers(raw.RequestHeader)},
	}
	if raw.RequestBody != nil {
		exchange.Request.Body = r.bytes(raw.RequestBody, limit, false)
	}
	cost := len(raw.RequestBody)
	if answer := raw.Response; answer != nil {
		exchange.Response = &Response{
			Status: answer.Status, Header: r.headers(answer.Header), HeaderAt: answer.HeaderAt,
			Body: *r.bytes(answer.Body, limit, answer.BodyCut),
		}
		cost += len(answer.Body)
	}
	record := Record{Kind: KindExchange, Exchange: exchange}
	return r.take(held{at: at, cost: int64(cost), decide: func() Record { return record }})
}

// Opened records the answer to a stream request.
func (r *Recorder) Opened(at Offset, raw RawOpened) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	opened := &Opened{Stream: raw.Stream, Status: raw.Status, Header: r.headers(raw.Header), Fault: cloneFault(raw.Fault)}
	if raw.Status != 0 && raw.Status != 200 {
		opened.Body = r.bytes(raw.Body, r.config.Limits.BodyBytes, raw.BodyCut)
	}
	record := Record{Kind: KindOpened, Opened: opened}
	return r.take(held{at: at, cost: int64(len(raw.Body)), decide: func() Record { return record }})
}

// Frame records one block of a stream. ErrFull is returned when it was dropped.
func (r *Recorder) Frame(at Offset, raw RawFrame) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.room(at); err != nil {
		return err
	}
	kept := raw.clone()
	cost := len(raw.Raw) + len(raw.Data) + len(raw.Event) + len(raw.ID)
	return r.take(held{at: at, after: r.queue.needs(), cost: int64(cost), decide: func() Record {
		return Record{Kind: KindFrame, Frame: r.frame(kept)}
	}})
}

// Comment records one comment line of a stream. ErrFull is returned when it
// was dropped.
func (r *Recorder) Comment(at Offset, raw RawComment) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.room(at); err != nil {
		return err
	}
	kept := raw.clone()
	return r.take(held{at: at, after: r.queue.needs(), cost: int64(len(raw.Raw)), decide: func() Record {
		return Record{Kind: KindComment, Comment: r.comment(kept)}
	}})
}

// Ended records the end of a stream. It is never dropped.
func (r *Recorder) Ended(at Offset, raw RawEnded) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := raw.clone()
	return r.take(held{at: at, after: r.queue.needs(), cost: int64(len(raw.Unfinished)), decide: func() Record {
		return Record{Kind: KindEnded, Ended: r.ended(kept)}
	}})
}

// Delivery records one request that reached the webhook receiver. ErrFull is
// returned when it was dropped.
func (r *Recorder) Delivery(at Offset, raw RawDelivery) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.room(at); err != nil {
		return err
	}
	kept := raw.clone()
	return r.take(held{at: at, after: r.queue.needs(), cost: int64(len(raw.Body)), decide: func() Record {
		return Record{Kind: KindDelivery, Delivery: r.delivery(kept)}
	}})
}
