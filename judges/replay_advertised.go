package judges

import (
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// replayAdvertised judges 0250.advertisement (RFC 0250 §A): what stands in
// hostEvents.replay. That it stands there is the claim, whatever it is, so what
// cannot be read takes no other leg away.
func replayAdvertised() Judge {
	return Judge{
		Leg:   "0250.advertisement",
		Needs: []operation{opensStream},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay),
		Judge: judgeReplayAdvertised,
	}
}

const memberRetention = "minRetentionSeconds"

func judgeReplayAdvertised(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	object := rules("object", "hostEvents.replay is one JSON object")
	bound := rules("bound", memberRetention+" is there and an integer of at least 1")
	closed := rules("closed", "hostEvents.replay has no other member")
	f.weighReplay(object, bound, closed, f.Start)
	if f.Finish.Read && f.Finish.ReplayJSON != "" && f.Finish.ReplayJSON != f.Start.ReplayJSON {
		f.weighReplay(object, bound, closed, f.Finish)
	}
	return f.unsettledBut(gathered(object, bound, closed), f.drifted(replayClaim()))
}

// weighReplay holds the record to its shape as one reading of the document has
// it.
func (f facts) weighReplay(object, bound, closed *ruling, claims journal.Claims) {
	problems := schemas.Validate(schemas.Replay, []byte(claims.ReplayJSON))
	if fault := suiteFault(problems); fault != "" {
		lackAll([]*ruling{object, bound, closed}, fault)
		return
	}
	sorted := map[*ruling][]schemas.Problem{}
	for _, problem := range problems {
		switch {
		case problem.Path == "":
			sorted[object] = append(sorted[object], problem)
		case problem.Keyword == "additionalProperties":
			sorted[closed] = append(sorted[closed], problem)
		default:
			sorted[bound] = append(sorted[bound], problem)
		}
	}
	for _, rule := range []*ruling{object, bound, closed} {
		if rule != object && len(sorted[object]) > 0 {
			continue // what is no object has no members
		}
		if len(sorted[rule]) == 0 && !f.answersElsewhere() {
			rule.lacks("the host opened no stream and caused no event, so nothing shows that the document is that of a host", claims.Seq)
			continue
		}
		rule.weigh(len(sorted[rule]) == 0, "", "discovery: hostEvents.replay", schemas.Summary(sorted[rule], mostBreaches), claims.Seq)
	}
}
