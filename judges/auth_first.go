package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// authFirst judges 0250.auth-first (RFC 0250 §C): who may not ask at all gets
// the answer to that, whatever the cursor.
func authFirst() Judge {
	return Judge{
		Leg:   "0250.auth-first",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeAuthFirst,
	}
}

func judgeAuthFirst(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	none := rules("no-credential", "the answer to a caller without a credential: no stream, and no refusal of the cursor")
	wrong := rules("wrong-credential", "the answer to a caller with a credential that is none: no stream, and no refusal of the cursor")
	if !f.replyTo(journal.StreamAnonymous).eventStream() { // where it is one, a caller without a credential fails nothing
		f.weighStranger(none, journal.StreamUncredentialedUnknown, f.otherThanBare)
		f.weighStranger(none, journal.StreamUncredentialedKnown, f.otherThanBare)
	}
	f.weighStranger(wrong, journal.StreamMadeUpCredential, func(reply) string { return "" })
	findings := append(gathered(none, wrong), f.cursorShows(none)...)
	return f.unsettled(findings, f.drifted(typesClaim(), replayClaim()))
}

// weighStranger holds the answer to a strict request of a caller whom the host
// does not know to being that of a failed authentication: neither a stream nor
// the refusal that only a caller who may ask can get. More is for the function
// given to say, "" where the answer will do.
func (f facts) weighStranger(r *ruling, name string, more func(reply) string) {
	asked := f.asked(name)
	record := asked.at.seq
	if why := f.strangerGap(asked); why != "" {
		r.lacks(why, record)
		return
	}
	code, _ := readError(asked.body).code()
	switch {
	case asked.accepted():
		r.breaks(name, asked.String(), record)
	case asked.status == 409 || code == codeResync:
		r.breaks(name, asked.String()+" with error "+quoted(code), record)
	case !turnedAway(asked.stream):
		r.lacks(name+" was "+asked.String(), record)
	case more(asked.reply) != "":
		r.breaks(name, more(asked.reply), record, f.replyTo(journal.StreamAnonymous).at.seq)
	default:
		r.keep(record, f.replyTo(journal.StreamUnknown1).at.seq)
	}
}

// strangerGap says why the answer proves nothing, "" when it does: the host
// refuses callers without a credential elsewhere, and answered the same request
// with a good one by its cursor.
func (f facts) strangerGap(asked ask) string {
	bare, good := f.replyTo(journal.StreamAnonymous), f.replyTo(journal.StreamUnknown1)
	intent := asked.stream.Intent
	switch {
	case !asked.asked:
		return asked.unasked
	case intent.Tenant != journal.Nobody || !intent.Replay || asked.cursorSent() == "":
		return asked.name + " was not sent with replay=required, a cursor and no credential of a tenant"
	case bare.eventStream() && !asked.denied():
		return fmt.Sprintf("%s was %s, and the host serves callers without a credential (%s was %s), for one of whom it may take this one",
			asked.name, asked.reply, bare.name, bare)
	case !bare.eventStream() && !turnedAway(f.stream(journal.StreamAnonymous)):
		return fmt.Sprintf("nothing shows that the host refuses a caller without a credential: %s was %s", bare.name, bare)
	case !good.refused() && !good.eventStream() || good.denied():
		return fmt.Sprintf("the same request with a good credential proves nothing: %s was %s", good.name, f.whole(good))
	}
	return asked.twin
}

// otherThanBare says what a caller without a credential got that is neither an
// authentication failure nor what it gets without a cursor, "" for nothing.
func (f facts) otherThanBare(got reply) string {
	bare := f.replyTo(journal.StreamAnonymous)
	if got.denied() || got.status == bare.status {
		return ""
	}
	return fmt.Sprintf("%s, where %s was %s", got, bare.name, bare)
}

// cursorShows tells when the kind of a failure depends on the cursor.
func (f facts) cursorShows(r *ruling) []Finding {
	unknown, known := f.replyTo(journal.StreamUncredentialedUnknown), f.replyTo(journal.StreamUncredentialedKnown)
	if !unknown.denied() || !known.denied() || unknown.status == known.status {
		return nil
	}
	return []Finding{advisory(r.rule, fmt.Sprintf("without a credential an unknown cursor was %s and a real one %s, which tells that it is one", unknown, known),
		unknown.at.seq, known.at.seq)}
}
