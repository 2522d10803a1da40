package judges

import (
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// typesAdvertised judges 0236.types.advertised (RFC 0236 §B) by every host
// event that was seen in the whole run, whoever caused it.
func typesAdvertised() Judge {
	return Judge{
		Leg:   "0236.types.advertised",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, unlessSeen(facts.showedHostEvents, listsAny)),
		Judge: judgeTypesAdvertised,
	}
}

// listsAny is met when a type is listed at all: a host that lists none has
// none that it may emit.
func listsAny(f facts) *Gate {
	if len(f.Start.Types) > 0 {
		return nil
	}
	return inapplicable("hostEvents.types in the discovery document lists no type, and no host event was seen")
}

func (f facts) showedHostEvents() bool { return len(f.hostEvents()) > 0 }

func judgeTypesAdvertised(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	listed := rules("listed", "a type that hostEvents.types lists")
	class := rules("class", "the class that hostEvents.types lists for the type, the same all the time")
	for _, seen := range f.hostEvents() {
		f.weighListing(listed, class, seen)
	}
	if reason, records := f.unwatched(); reason != "" {
		lackAll([]*ruling{listed, class}, reason, records...)
	}
	resting := []string{"listed"}
	if flipped := f.flipped(); flipped != "" {
		class.breaks("discovery: hostEvents.types", flipped, f.Start.Seq, f.Finish.Seq)
	} else {
		resting = append(resting, "class")
	}
	return f.unsettled(gathered(listed, class), f.drifted(typesClaim()), resting...)
}

// weighListing holds one host event to the list. What is not on the list of the
// start may have been put there since, as the list of the end would show.
func (f facts) weighListing(listed, class *ruling, seen hostEvent) {
	unsure := seen.unsure
	if unsure == "" && !f.Finish.Read {
		unsure = "the discovery document was not read again, so what it listed by then is not known"
	}
	classes := f.classesOf(seen.kind)
	if seen.kind != "" {
		listed.weigh(len(classes) > 0, unsure, seen.where, "type "+quoted(seen.kind)+", which hostEvents.types does not list", seen.record)
	}
	if seen.class != "" && len(classes) > 0 {
		class.weigh(oneOf(seen.class, classes), unsure, seen.where,
			fmt.Sprintf("%s as %s, where %s is listed", quoted(seen.kind), quoted(seen.class), quoted(strings.Join(classes, ", "))), seen.record)
	}
}

// classesOf gives the classes under which a type is listed: more than one where
// the list is broken, which is a rule of its own.
func (f facts) classesOf(kind string) []string {
	var classes []string
	for _, listing := range f.Start.Types {
		if listing.Type == kind {
			classes = append(classes, listing.Delivery)
		}
	}
	return classes
}

// unwatched says why too little was seen to say that nothing else is emitted,
// "" when the first tenant's stream was there to show it.
func (f facts) unwatched() (string, []int64) {
	durable, ephemeral := uncausable(f.Start, journal.ClassDurable), uncausable(f.Start, journal.ClassEphemeral)
	switch {
	case durable != "" && ephemeral != "" && listed(f.Start, journal.ClassDurable) != "":
		return "no stream could be proven open: " + durable, nil
	case durable != "" && ephemeral != "":
		return "no stream could be proven open: " + ephemeral, nil
	}
	return f.unopened(journal.TenantA)
}
