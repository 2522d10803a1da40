package scenarios

import (
	"context"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// Settings is everything a run is given from outside.
type Settings struct {
	Witness  *witness.Witness
	Recorder *journal.Recorder
	Receiver *witness.Receiver // nil: no inbox may be registered
	Run      journal.Run       // first record; its options bind the run
	Vectors  []Vector          // shape vectors to put on record
	Waits    Waits
	Operator Operator
	Progress func(Progress) // called from several goroutines; nil: nobody listens
}

// Operator is what only who runs a host can do to it. What was not given is nil,
// and journal.Facts say the same. Each returns what it printed, also beside an
// error.
type Operator struct {
	Restart func(ctx context.Context) (output string, err error)                 // returns once the restart was asked for; the host may still be starting
	Expire  func(ctx context.Context, eventID string) (output string, err error) // makes a durable event older than the retention that the host declares
	Remove  func(ctx context.Context, eventID string) (output string, err error) // removes a durable event
}

// Vector is a shape vector as it is put on record.
type Vector struct {
	Name, Leg, Schema, Document string
	Valid                       bool
}

// Waits are the limits on waiting that no option sets. None of them is in an
// RFC: they are patience only, and a verdict never rests on them alone.
type Waits struct {
	Answer  time.Duration // for a stream's headers before a cause goes on without them
	Refusal time.Duration // for the answer to a stream request that may be refused
	Fault   time.Duration // before a request that failed on the way is sent again; doubled once
	Cleanup time.Duration // for unregistering, after the run is over or was stopped
}

// DefaultWaits are the limits of a run that asks for nothing else.
func DefaultWaits() Waits {
	return Waits{
		Answer:  time.Second,
		Refusal: 10 * time.Second,
		Fault:   time.Second, // a restart takes a second or two
		Cleanup: 5 * time.Second,
	}
}

// Progress is one step of a run, for somebody who watches.
type Progress struct {
	At       journal.Offset
	Scenario string
	Step     Step
	Detail   string
}

// Step is the closed list of what is told while a run goes on.
type Step string

// The steps that are told.
const (
	StepDiscovered Step = "discovered"
	StepProven     Step = "proven-open"
	StepSeen       Step = "seen" // an event of the run, on a stream or in an inbox
	StepStarted    Step = "started"
	StepWaiting    Step = "waiting"
	StepFinished   Step = "finished"
	StepStopped    Step = "stopped" // it could not go on; Detail says why
)
