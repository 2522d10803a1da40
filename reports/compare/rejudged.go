package compare

import (
	"fmt"
	"slices"

	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// Difference is one way in which a report is not what judging its journal again
// gives.
type Difference struct {
	Leg      string       `json:"leg,omitempty"` // "" is of the run as a whole
	What     What         `json:"what"`
	Recorded string       `json:"recorded,omitempty"`
	Rejudged string       `json:"rejudged,omitempty"`
	Rules    []RuleChange `json:"rules,omitempty"` // those that the judges now speak of otherwise
	// Excused says that another catalogue or build explains the difference, so
	// that it is told and not held against the report.
	Excused bool   `json:"excused"`
	Why     string `json:"why"` // one sentence, for people
}

// What names what differs. The names never change their meaning.
type What string

// What can differ.
const (
	DifferentVerdict  What = "verdict"     // the result of a leg
	DifferentRules    What = "rules"       // the same result, by other outcomes of rules or another count of assertions
	DifferentWording  What = "wording"     // the same verdict in other words, or shown by other records
	DifferentRevision What = "revision"    // the leg's judge means something else by now, or the report says so
	DifferentPlace    What = "place"       // requirement, scenario, duration or order of a leg
	UnknownLeg        What = "unknown-leg" // the report has a leg that this build cannot judge
	MissingLeg        What = "missing-leg" // this build has a leg that the report does not have
	DifferentFact     What = "fact"        // something else of the run that follows from the journal
)

// Rejudging is everything by which a report is held to its journal.
type Rejudging struct {
	Run      journal.Run    // the journal's header
	Recorded reports.Report // as it was written
	Rejudged reports.Report // by this build, of the same journal
	Build    journal.Suite  // this build and its catalogue
}

// Differences lists what the recorded report says otherwise than judging again
// does: first of the run, then of the legs in the order of this build's
// catalogue, then of recorded legs that this build does not have.
//
// Not compared is what does not follow from the journal: the exit code, which
// also depends on waivers, the waivers themselves, and the host's build.
//
// A difference of a leg is excused only where the leg has another revision now
// than in the catalogue that the run went by, as the journal's header says it.
// A header without revisions leaves the report's word for it, and only where
// the catalogue is another. Other words are excused where the build is another.
func (r Rejudging) Differences() []Difference {
	list := r.facts()
	held := examination{Rejudging: r, header: r.revisionsOfHeader()}
	recorded := make(map[string]reports.Leg, len(r.Recorded.Legs))
	for _, leg := range r.Recorded.Legs {
		recorded[leg.ID] = leg
	}
	for _, leg := range r.Rejudged.Legs {
		was, ok := recorded[leg.ID]
		delete(recorded, leg.ID)
		if !ok {
			list = append(list, held.missing(leg))
			continue
		}
		list = append(list, held.leg(was, leg)...)
	}
	for _, leg := range r.Recorded.Legs {
		if _, left := recorded[leg.ID]; left {
			list = append(list, held.unknown(leg))
		}
	}
	return list
}

// sameCatalogue says that the run went by the catalogue of this build.
func (r Rejudging) sameCatalogue() bool { return r.Run.Suite.Catalogue == r.Build.Catalogue }

// sameBuild says that nothing that the builds know of themselves tells them
// apart, so that they must also use the same words.
func (r Rejudging) sameBuild() bool { return r.Run.Suite == r.Build }

// examination is a rejudging with what its parts look up.
type examination struct {
	Rejudging
	header map[string]int // revisions by leg, of the journal's header; empty where it has none
}

func (r Rejudging) revisionsOfHeader() map[string]int {
	header := make(map[string]int, len(r.Run.Revisions))
	for _, known := range r.Run.Revisions {
		if _, twice := header[known.Leg]; !twice {
			header[known.Leg] = known.Revision
		}
	}
	return header
}

// ranBy is the revision of a leg by which the run went, as well as is known.
func (e examination) ranBy(was, is reports.Leg) int {
	switch {
	case e.sameCatalogue():
		return is.Revision
	case len(e.header) > 0:
		return e.header[was.ID]
	}
	return was.Revision
}

// why says what stands behind a difference of a leg.
func (e examination) why(ran, now int) string {
	switch {
	case ran == 0:
		return "the catalogue of the run did not have the leg"
	case ran != now && len(e.header) == 0:
		return fmt.Sprintf("the judge's meaning changed (revision %d → %d), as the report says; the journal does not tell", ran, now)
	case ran != now:
		return fmt.Sprintf("the judge's meaning changed (revision %d → %d)", ran, now)
	case e.sameBuild():
		return "catalogue and version are the same: the record or the report was changed, or the builds differ"
	}
	return fmt.Sprintf("both judge by revision %d of the leg: the record or the report was changed, or the builds differ", now)
}

func (e examination) missing(leg reports.Leg) Difference {
	difference := Difference{Leg: leg.ID, What: MissingLeg, Rejudged: string(leg.Result)}
	switch {
	case e.sameCatalogue(), e.header[leg.ID] > 0, slices.Contains(e.Run.Legs, leg.ID):
		difference.Why = "the catalogue of the run has the leg: the report was changed"
	default:
		difference.Excused, difference.Why = true, "the catalogue of the run did not have the leg"
	}
	return difference
}

func (e examination) unknown(leg reports.Leg) Difference {
	difference := Difference{Leg: leg.ID, What: UnknownLeg, Recorded: string(leg.Result)}
	switch {
	case e.sameCatalogue(), len(e.header) > 0 && e.header[leg.ID] == 0:
		difference.Why = "the catalogue of the run did not have the leg: the report was changed"
	case len(e.header) > 0 && e.header[leg.ID] != leg.Revision:
		difference.Why = fmt.Sprintf("the report says revision %d and the run went by revision %d: the report was changed",
			leg.Revision, e.header[leg.ID])
	default:
		difference.Excused, difference.Why = true, "this build does not know the leg and cannot judge it again"
	}
	return difference
}
