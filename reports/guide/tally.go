package guide

import (
	"fmt"

	"hostwitness/schemas"
)

// tally counts what becomes of requirements.
type tally struct {
	all, judged, told, free, consumer, unseen, unjudged int
}

// tallyOf counts each requirement once.
func tallyOf(requirements []schemas.Requirement) tally {
	t := tally{all: len(requirements)}
	for _, requirement := range requirements {
		switch {
		case len(requirement.Judged) > 0:
			t.judged++
		case len(requirement.Told) > 0:
			t.told++
		case requirement.Level == schemas.LevelMay:
			t.free++
		case requirement.Binds != "":
			t.consumer++
		case requirement.Class == schemas.Unwitnessable:
			t.unseen++
		default:
			t.unjudged++
		}
	}
	return t
}

// String is the sentence below the table.
func (t tally) String() string {
	return fmt.Sprintf("%d requirements: %d judged, %d only told of, %d freedoms, %d that bind the consumer, %d that nobody outside can see, %d not judged for the reason given.",
		t.all, t.judged, t.told, t.free, t.consumer, t.unseen, t.unjudged)
}
