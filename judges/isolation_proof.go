package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// proveStreams asks, for each direction, that events of one tenant would have
// been seen on the other's control stream: at least one of each class that the
// host can be made to emit.
func (t tenancy) proveStreams(f facts) {
	for _, class := range []string{journal.ClassDurable, journal.ClassEphemeral} {
		r := t.durable
		if class == journal.ClassEphemeral {
			r = t.ephemeral
		}
		if listed(f.Start, class) == "" {
			continue
		}
		if reason := uncausable(f.Start, class); reason != "" {
			r.lacks(reason)
			continue
		}
		for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
			bracket := f.bracketed(f.controls(tenant), f.of(other(tenant), class))
			r.prove(bracket)
			if class == journal.ClassDurable || listed(f.Start, journal.ClassDurable) == "" {
				t.mention.prove(bracket)
			}
		}
	}
}

// bracketed gives the first proven absence of any of the events on any of the
// streams, else the last reason why there is none.
func (f facts) bracketed(streams []journal.SeenStream, events []event) absence {
	reason := absence{gap: f.because("host-event-tenancy", "no event of the other tenant was caused")}
	if len(streams) == 0 {
		return absence{gap: f.because("host-event-tenancy", "no such stream was asked for")}
	}
	for _, stream := range streams {
		for _, e := range events {
			if reason = f.absentFrom(stream, e); reason.proven {
				return reason
			}
		}
	}
	return reason
}

// proveResumed asks for a resumed stream of either tenant that would have shown
// an event of the other.
func (t tenancy) proveResumed(f facts) {
	if causes(journal.ClassDurable)(f) != nil {
		return
	}
	var reason absence
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		bracket := f.bracketed(f.resumedOf(tenant), f.of(other(tenant), journal.ClassDurable))
		if t.resumed.accept(bracket) {
			return
		}
		if tenant == journal.TenantA {
			reason = bracket
		}
	}
	if name := f.unresumable(); name != "" {
		reason.gap = name + " was " + f.whole(f.replyTo(name))
	}
	t.resumed.lacks("no resumed stream would have shown an event of the other tenant: "+reason.gap, reason.records...)
}

// unresumable names the first resume that came to nothing for the credential's
// sake, "" when there is none.
func (f facts) unresumable() string {
	for _, name := range f.Opened {
		got := f.replyTo(name)
		if f.Streams[name].Intent.LastEventID != nil && (got.unsent() || f.deniedFor(got) != "") {
			return name
		}
	}
	return ""
}

// resumedOf gives the streams of a tenant that were resumed after a cursor.
func (f facts) resumedOf(tenant journal.Tenant) []journal.SeenStream {
	var streams []journal.SeenStream
	for _, name := range f.Opened {
		stream := f.stream(name)
		if stream.Intent.Tenant == tenant && stream.Intent.LastEventID != nil && streamReply(stream).eventStream() {
			streams = append(streams, stream)
		}
	}
	return streams
}

// proveInboxes asks, for each direction, that an inbox would have got an event
// of the other tenant.
func (t tenancy) proveInboxes(f facts) {
	if !f.Start.Webhooks || causes(journal.ClassDurable)(f) != nil {
		return
	}
	if gate := receiverReady(f); gate != nil {
		t.inbox.lacks(gate.Reason)
		return
	}
	for _, inbox := range []string{journal.InboxA, journal.InboxB} {
		t.inbox.prove(f.foreignAbsentFromInbox(inbox, "host-event-tenancy"))
	}
}

// judgeAnonymous looks at every stream without a credential; the one that is
// there for the whole run is the proof. Nothing of ours may come on it, so
// nothing can bracket an absence there either: a refusal is enough, and an open
// stream has to have recorded past the last event.
func (t tenancy) judgeAnonymous(f facts) {
	stream := f.stream(journal.StreamAnonymous)
	got := streamReply(stream)
	for _, name := range f.Opened {
		if opened := f.stream(name); opened.Intent.Tenant == journal.Nobody {
			t.findAnonymous(f, opened)
		}
	}
	switch {
	case !got.asked:
		t.anonymous.lacks("no stream was asked for without a credential")
	case turnedAway(stream) && f.answersElsewhere():
		t.anonymous.keep(got.at.seq)
	case turnedAway(stream):
		t.anonymous.lacks("no stream was opened with a credential either, so the refusal of "+got.name+" proves nothing", got.at.seq)
	case got.answered && got.status != 200 || got.fault != nil:
		t.anonymous.lacks(got.name+" was "+got.String(), got.at.seq)
	default:
		t.proveAnonymous(f, stream)
	}
}

// turnedAway says that no stream was opened at all: a refusal, a redirect to
// somewhere else, or a page that came to its end.
func turnedAway(stream journal.SeenStream) bool {
	got := streamReply(stream)
	switch {
	case got.fault != nil:
		return got.fault.Kind == journal.FaultRedirect
	case got.answered && got.status == 200:
		return !got.eventStream() && stream.Ended != nil && stream.Ended.How == journal.EndedClean
	}
	return got.refused()
}

func (t tenancy) proveAnonymous(f facts, stream journal.SeenStream) {
	asked := place{stream.Intent.At, stream.Intent.Seq}
	for _, e := range f.events {
		shown, ok := f.shown(e)
		if !ok || !asked.before(e.caused) || stream.EndedAt-shown.at < f.Run.Options.Settle {
			continue
		}
		t.anonymous.keep(stream.Seq, e.answered.seq, shown.seq, stream.EndSeq)
		t.anonymous.windows = []string{fmt.Sprintf("window on %s: %s seen elsewhere at %s, then %s of recording",
			stream.Intent.Name, e.name, rounded(shown.at), rounded(stream.EndedAt-shown.at))}
		return
	}
	t.anonymous.lacks(stream.Intent.Name + " was open for no event that was seen elsewhere and one settle window after it")
}

func (t tenancy) findAnonymous(f facts, stream journal.SeenStream) {
	for _, e := range f.events {
		for _, frame := range f.sights[stream.Intent.Name][e.id] {
			t.anonymous.breaks(stream.Intent.Name, fmt.Sprintf("a frame of %s, an event of tenant %s", e.name, e.tenant), e.answered.seq, frame.Seq)
		}
	}
	f.findMentions(t.anonymous, stream, f.events)
}
