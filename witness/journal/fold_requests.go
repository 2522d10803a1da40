package journal

func (e *Evidence) addDiscovery(d *Discovery) {
	claims := claimsFrom(d.Exchange, e.Exchanges[d.Exchange])
	if d.When == AtEnd {
		e.Finish = claims
		return
	}
	e.Start = claims
}

// addExchange also reads the discovery document again where the exchange is a
// further attempt to fetch it.
func (e *Evidence) addExchange(x SeenExchange) {
	attempts := append(e.Exchanges[x.Name], x)
	e.Exchanges[x.Name] = attempts
	if x.Name == "" {
		return
	}
	if x.Name == e.Start.Exchange {
		e.Start = claimsFrom(x.Name, attempts)
	}
	if x.Name == e.Finish.Exchange {
		e.Finish = claimsFrom(x.Name, attempts)
	}
}

func (e *Evidence) addIntent(intent SeenIntent) {
	switch intent.Action {
	case ActionEmit:
		emit := e.emit(intent.Name)
		if emit.Intent.Seq == 0 {
			emit.Intent = intent
		}
		e.Emits[intent.Name] = emit
	case ActionOpen:
		e.setAside(intent.Name)
		stream := e.stream(intent.Name)
		if stream.Intent.Seq == 0 {
			stream.Intent = intent
		}
		e.Streams[intent.Name] = stream
	case ActionRegister:
		if _, there := e.Registrations[intent.Name]; !there {
			e.Registrations[intent.Name] = intent
		}
		e.Inboxes[intent.Name] = e.inbox(intent.Name)
	case ActionUnregister:
		// Nothing is judged by it; its exchange says whether it worked.
	}
}

func (e *Evidence) addEmit(r *Record) {
	emit := e.emit(r.Emit.Name)
	if !emit.Answered {
		emit.Answered, emit.Seq, emit.At, emit.Emit = true, r.Seq, r.At, *r.Emit
	}
	e.Emits[r.Emit.Name] = emit
}

func (e *Evidence) addDelivery(delivery SeenDelivery) {
	if delivery.Inbox == "" {
		e.Strays = append(e.Strays, delivery)
		return
	}
	inbox := e.inbox(delivery.Inbox)
	if delivery.Verification {
		inbox.Verifications = append(inbox.Verifications, delivery)
	} else {
		inbox.Deliveries = append(inbox.Deliveries, delivery)
	}
	e.Inboxes[delivery.Inbox] = inbox
}

// emit gives the emission of that name and, the first time, its place among
// those caused.
func (e *Evidence) emit(name string) SeenEmit {
	emit, there := e.Emits[name]
	if !there {
		e.Caused = append(e.Caused, name)
	}
	return emit
}

func (e *Evidence) inbox(name string) SeenInbox {
	inbox := e.Inboxes[name]
	inbox.Name = name
	return inbox
}
