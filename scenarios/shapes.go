package scenarios

import (
	"context"

	"hostwitness/witness/journal"
)

// shapes needs no host: it puts the shape vectors on record, so that the
// schemas which judge a host can be judged themselves.
func shapes() Scenario {
	return Scenario{
		Name: "shapes",
		Legs: []string{"0250.shape", "0236.shape"},
		Run: func(_ context.Context, s *Session) error {
			for _, vector := range s.settings.Vectors {
				note := journal.Note{Topic: journal.TopicVector, Name: vector.Name, Text: vectorText(vector), Data: vector.Document}
				if err := s.append(&journal.Record{Kind: journal.KindNote, Note: &note}); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func vectorText(vector Vector) string {
	verdict := " invalid"
	if vector.Valid {
		verdict = " valid"
	}
	return vector.Leg + " " + vector.Schema + verdict
}
