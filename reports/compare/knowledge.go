package compare

import "hostwitness/witness/journal"

// Knowledge is what the catalogue of a run and that of this build have in
// common, as far as the journal and the report tell.
type Knowledge struct {
	Run      journal.Suite `json:"run"`      // the build that ran
	Build    journal.Suite `json:"build"`    // this build
	Same     bool          `json:"same"`     // both have one catalogue; then there is nothing else to tell
	Told     bool          `json:"told"`     // the journal itself tells the revisions of its run
	Reported bool          `json:"reported"` // else the recorded report does
	Known    []string      `json:"known"`    // legs that both have
	Unknown  []string      `json:"unknown"`  // of the run; this build cannot judge them
	Undriven []string      `json:"undriven"` // of this build; the run could not know them, so nothing was done for them
	Revised  []Revised     `json:"revised"`  // legs whose judge means something else by now
}

// Revised is a leg whose judge's meaning changed since the run.
type Revised struct {
	Leg string `json:"leg"`
	Ran int    `json:"ran"` // the revision that the run went by
	Now int    `json:"now"` // that of this build
}

// Knowledge compares the catalogue of the run with that of this build. Where the
// journal tells no revisions, those of the recorded report are taken; without
// either, only the legs that the run selected are known.
func (r Rejudging) Knowledge() Knowledge {
	knowledge := Knowledge{Run: r.Run.Suite, Build: r.Build, Same: r.sameCatalogue(), Told: len(r.Run.Revisions) > 0}
	ran := r.revisionsOfRun()
	known := map[string]bool{}
	for _, leg := range r.Rejudged.Legs {
		revision, ok := ran.of[leg.ID]
		switch {
		case ok || knowledge.Same:
			known[leg.ID] = true
			knowledge.Known = append(knowledge.Known, leg.ID)
		case r.Run.Lacks(leg.ID) || len(r.Recorded.Legs) > 0:
			knowledge.Undriven = append(knowledge.Undriven, leg.ID)
		}
		if !knowledge.Same && revision > 0 && revision != leg.Revision {
			knowledge.Revised = append(knowledge.Revised, Revised{Leg: leg.ID, Ran: revision, Now: leg.Revision})
		}
	}
	knowledge.Reported = !knowledge.Told && len(r.Recorded.Legs) > 0
	for _, leg := range ran.legs {
		if !known[leg] {
			knowledge.Unknown = append(knowledge.Unknown, leg)
		}
	}
	return knowledge
}

// revisions are the legs of a run's catalogue with their revisions, 0 where the
// revision is not known.
type revisions struct {
	legs []string // each once
	of   map[string]int
}

func (r *revisions) add(leg string, revision int) {
	if _, twice := r.of[leg]; !twice {
		r.legs = append(r.legs, leg)
		r.of[leg] = revision
	}
}

func (r Rejudging) revisionsOfRun() revisions {
	ran := revisions{of: map[string]int{}}
	for _, leg := range r.Run.Revisions {
		ran.add(leg.Leg, leg.Revision)
	}
	if len(r.Run.Revisions) == 0 {
		for _, leg := range r.Recorded.Legs {
			ran.add(leg.ID, leg.Revision)
		}
	}
	for _, leg := range r.Run.Legs {
		ran.add(leg, 0)
	}
	return ran
}
