package judges

import (
	"hostwitness/witness/journal"
)

// legacyUnchanged judges 0250.legacy-unchanged (RFC 0250 §C, §E).
func legacyUnchanged() Judge {
	return Judge{
		Leg:   "0250.legacy-unchanged",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeLegacyUnchanged,
	}
}

// judgeLegacyUnchanged looks at every stream of the run that was asked for
// without replay=required: none may get the refusal that the parameter brings.
func judgeLegacyUnchanged(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	r := rules("not-resync", "any answer but "+codeResync+" where replay=required was not asked for")
	for _, name := range f.Opened {
		stream := f.stream(name)
		got := streamReply(stream)
		if stream.Intent.Replay || !got.answered || got.eventStream() {
			continue
		}
		body := readError(got.body)
		if code, _ := body.code(); code == codeResync {
			r.weigh(false, body.unsure, name, got.String()+" with error "+quoted(code), got.at.seq)
		}
	}
	f.judgeLegacyUnknown(r)
	return f.unsettled(gathered(r), f.drifted(replayClaim()))
}

func (f facts) judgeLegacyUnknown(r *ruling) {
	unknown := f.asked(journal.StreamLegacyUnknown)
	twin := f.replyTo(journal.StreamLegacyAccepted)
	cursor := unknown.cursorSent()
	body := readError(unknown.body)
	code, coded := body.code()
	switch {
	case !unknown.asked || cursor == "" || len(f.byID[cursor]) > 0 || unknown.stream.Intent.Replay:
		r.lacks(f.because("host-event-refusal", "no stream was asked for with a cursor that was never issued and without replay=required"))
	case unknown.eventStream():
		r.keep(unknown.at.seq)
	case !unknown.noStream() && !unknown.refused():
		r.lacks(unknown.name+" was "+f.whole(unknown.reply), unknown.at.seq)
	case !twin.eventStream():
		r.lacks("the accepted twin "+twin.name+" was "+f.whole(twin)+", so a refusal proves nothing", twin.at.seq)
	case body.unsure != "":
		r.lacks(unknown.name+": "+body.unsure, unknown.at.seq)
	case !coded || code != codeResync:
		r.keep(unknown.at.seq, twin.at.seq)
	}
}
