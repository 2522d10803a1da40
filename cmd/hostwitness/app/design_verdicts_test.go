package app

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hostwitness/schemas"
)

// TestConformingHostPassesEverything and TestEveryDoubleIsJudgedAsStated are
// two of the four tests that hold the design together: the conforming host
// passes every leg; each sabotage is convicted by its own legs, for its own
// rules, and by no other; each lawful variant by none.
func TestConformingHostPassesEverything(t *testing.T) {
	trials, err := chooseTrials([]string{"reference"})
	if err != nil {
		t.Fatal(err)
	}
	if len(trials) != 1 {
		t.Fatalf("%d hosts are called reference, want 1", len(trials))
	}
	inFakeTime(t, trials[0])
}

func TestEveryDoubleIsJudgedAsStated(t *testing.T) {
	trials, err := chooseTrials(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials[1:] {
		trial.long = trial.double.Long
		t.Run(trial.kind+"/"+trial.double.ID, func(t *testing.T) {
			t.Parallel()
			inFakeTime(t, trial)
		})
	}
}

// The matrix of RFC 0247 alone: every host that only a long run can judge, with
// the legs about that and no others. A minute of each costs milliseconds.
func TestBoundedStreamsAreJudgedAsStated(t *testing.T) {
	trials, err := chooseTrials(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		trial.only, trial.long = []string{"bounded-stream"}, true
		if trial.double.Long || trial.kind == "reference" {
			t.Run(trial.kind+"/"+trial.double.ID, func(t *testing.T) {
				t.Parallel()
				inFakeTime(t, trial)
			})
		}
	}
}

// readOnce reads the catalogue for all trials together: it takes longer to read
// than a minute in fake time.
var readOnce = sync.OnceValues(schemas.Catalogue)

// inFakeTime holds a double to what it states.
func inFakeTime(t *testing.T, trial trial) {
	t.Helper()
	for _, miss := range triedInFakeTime(t, trial).misses {
		t.Error(miss)
	}
}

// triedInFakeTime runs the whole suite against a double over pipes, where
// waiting costs nothing and nothing is late by chance.
func triedInFakeTime(t *testing.T, trial trial) trial {
	t.Helper()
	catalogue, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := trial.run(t.Context(), newMemoryNetwork().network(), time.Now, catalogue, time.Second); err != nil {
			t.Fatal(err)
		}
	})
	return trial
}
