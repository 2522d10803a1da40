package judges

import (
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// shape judges one of the two legs that hold this build's own schemas to the
// recorded shape vectors. No host is needed.
func shape(leg string) Judge {
	return Judge{
		Leg:   leg,
		Gate:  ungated,
		Judge: func(evidence journal.Evidence) []Finding { return judgeShape(leg, evidence) },
	}
}

func judgeShape(leg string, evidence journal.Evidence) []Finding {
	positive := rules("positive-accepted", "no problem")
	negative := rules("negative-refused", "at least one problem")
	for _, note := range evidence.Notes {
		words := strings.Fields(note.Text)
		if note.Topic != journal.TopicVector || len(words) != 3 || words[0] != leg {
			continue
		}
		problems := schemas.Validate(schemas.Name(words[1]), []byte(note.Data))
		rule, right := negative, len(problems) > 0
		if words[2] == "valid" {
			rule, right = positive, len(problems) == 0
		}
		if fault := suiteFault(problems); fault != "" {
			rule.lacks(note.Name+": "+fault, note.Seq)
			continue
		}
		observed := "no problem"
		if len(problems) > 0 {
			observed = schemas.Summary(problems, mostBreaches)
		}
		rule.weigh(right, "", "vector "+note.Name, observed, note.Seq)
	}
	for _, rule := range []*ruling{positive, negative} {
		if rule.kept == 0 && len(rule.breaches) == 0 {
			rule.lacks("no vector of this kind is on record")
		}
	}
	return gathered(positive, negative)
}
