package reports

import (
	"fmt"
	"slices"

	"hostwitness/witness/journal"
)

const (
	notesShown = 5  // of what the run says about one group of blocked legs
	leftShown  = 20 // of what was left registered
)

// leftRegistered tells what the run registered at the host and could not take back, each with what to delete.
func (v View) leftRegistered() []string {
	return v.noted(leftShown, func(note *journal.Note) bool { return note.Topic == journal.TopicCleanup })
}

// says gives the run's own words on why legs could not be measured: what stopped their scenarios or a control stream.
func (v View) says(legs ...Leg) []string {
	return v.noted(notesShown, func(note *journal.Note) bool {
		if note.Topic != journal.TopicScenario {
			return false
		}
		control := note.Name == journal.StreamControlA || note.Name == journal.StreamControlB
		return control || slices.ContainsFunc(legs, func(leg Leg) bool { return leg.Scenario == note.Name })
	})
}

// noted gives the notes that are asked for, each once and after what it is about, and how many more there are.
func (v View) noted(shown int, wanted func(*journal.Note) bool) []string {
	var list []string
	for _, record := range v.Records {
		if record.Note == nil || !wanted(record.Note) {
			continue
		}
		text := clean(record.Note.Text, detailLimit)
		if record.Note.Name != "" {
			text = name(record.Note.Name) + ": " + text
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if more := len(list) - shown; more > 0 {
		list = append(list[:shown], fmt.Sprintf("and %d more in the journal", more))
	}
	return list
}
