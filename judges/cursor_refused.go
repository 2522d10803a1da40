package judges

import (
	"hostwitness/witness/journal"
)

// cursorRefused judges 0250.cursor-refused (RFC 0250 §C).
func cursorRefused() Judge {
	return Judge{
		Leg:   "0250.cursor-refused",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeCursorRefused,
	}
}

func judgeCursorRefused(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	status := rules("status", "409")
	before := rules("before-stream", "a refusal that is not text/event-stream, with no byte of a stream before it")
	code := rules("code", codeResync)
	body := rules("error-body", "the closed error object")
	details := rules("no-details", "no details")
	for _, name := range []string{journal.StreamUnknown1, journal.StreamUnknown2, journal.StreamMalformed} {
		asked := f.asked(name)
		f.weighRefusalStatus(status, asked)
		record := asked.at.seq
		if why := asked.silent(); why != "" {
			for _, r := range []*ruling{before, code, body, details} {
				r.lacks(why, record)
			}
			continue
		}
		streamed := mediaType(asked.header) == mediaEventStream || startsLikeStream(asked.body)
		before.weigh(!streamed, "", name, "answered "+quoted(mediaType(asked.header))+" with a body that begins "+beginning(asked.body), record)
		refusal := readError(asked.body)
		refusal.weighCode(code, codeResync, name, record)
		refusal.weighBody(body, name, record)
		refusal.weighDetails(details, name, record)
	}
	return f.unsettled(gathered(status, before, code, body, details), f.drifted(typesClaim(), replayClaim()))
}

// weighRefusalStatus holds the answer to a cursor that was never issued to
// 409. An opened stream breaks the rule at once; any other answer only when
// the accepted twins vouch for the host.
func (f facts) weighRefusalStatus(r *ruling, asked ask) {
	record := asked.at.seq
	cursor := asked.cursorSent()
	excuse := f.excuse(asked.reply)
	switch {
	case !asked.asked:
		r.lacks(asked.unasked)
	case cursor == "" || len(f.byID[cursor]) > 0 || !asked.stream.Intent.Replay:
		r.lacks(asked.name + " was not sent with replay=required and a cursor that was never issued")
	case asked.accepted():
		r.breaks(asked.name, asked.String(), record)
	case excuse != "":
		r.lacks(asked.name+": "+excuse, record)
	case asked.twin != "":
		r.lacks(asked.twin, record)
	default:
		r.weigh(asked.status == 409, "", asked.name, asked.String(), record)
	}
}
