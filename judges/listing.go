package judges

import (
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// judgeFacet holds hostEvents.types to its shape. What stands beside it in the
// record is the business of other texts.
func (f facts) judgeFacet() *ruling {
	r := rules("facet", "hostEvents.types lists at least one type, each once, durable or ephemeral")
	if !f.Start.HostEvents {
		return r
	}
	var problems []schemas.Problem
	for _, problem := range schemas.Validate(schemas.HostEvents, []byte(f.Start.HostEventsJSON)) {
		if problem.Member() == "types" || problem.Member() == "" {
			problems = append(problems, problem)
		}
	}
	if fault := suiteFault(problems); fault != "" {
		r.lacks(fault)
		return r
	}
	r.weigh(len(problems) == 0, "", "discovery: hostEvents", schemas.Summary(problems, mostBreaches), f.Start.Seq)
	return r
}

// judgePresence binds only a host that offers presence.
func (f facts) judgePresence() *ruling {
	r := rules("presence-listed", "hostEvents.types lists channel.presence as ephemeral, where channelPresence is advertised")
	if !f.Start.ChannelPresence {
		return r
	}
	class := f.Start.ClassOf("channel.presence")
	observed := "channel.presence is not listed"
	switch {
	case !f.Start.HostEvents:
		observed = "there is no hostEvents record"
	case class != "":
		observed = "channel.presence is listed as " + quoted(class)
	}
	r.weigh(class == journal.ClassEphemeral, "", "discovery: channelPresence", observed, f.Start.Seq)
	return r
}
