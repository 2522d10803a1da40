package schemas_test

import (
	"testing"

	"hostwitness/schemas"
)

func TestVectorsAreJudgedAsTheySay(t *testing.T) {
	vectors, err := schemas.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	type tally struct{ positive, negative int }
	counts := map[string]tally{}
	for _, vector := range vectors {
		problems := schemas.Validate(vector.Schema, []byte(vector.Document))
		if valid := len(problems) == 0; valid != vector.Valid {
			t.Errorf("%s %s (%s): valid is %v, want %v: %s", vector.Leg, vector.Name, vector.Why, valid, vector.Valid, schemas.Summary(problems, 3))
		}
		for _, problem := range problems {
			if problem.Keyword == schemas.KeywordSchema {
				t.Errorf("%s %s: %s", vector.Leg, vector.Name, problem)
			}
		}
		count := counts[vector.Leg]
		if vector.Valid {
			count.positive++
		} else {
			count.negative++
		}
		counts[vector.Leg] = count
	}
	t.Logf("vectors: %+v", counts)
	if c := counts["0250.shape"]; c.positive < 10 || c.negative < 25 {
		t.Errorf("0250.shape has %d positive and %d negative vectors", c.positive, c.negative)
	}
	if c := counts["0236.shape"]; c.positive < 30 || c.negative < 60 {
		t.Errorf("0236.shape has %d positive and %d negative vectors", c.positive, c.negative)
	}
}
