package scenarios

import (
	"fmt"
	"net/http"
	"testing"
)

// Between the moment at which an inbox begins to refuse and the cause that it
// waits for, any number of events of others may come: they are not what may be
// refused on suspicion.
func TestEventsOfOthersUseUpNoRefusal(t *testing.T) {
	const own = "evt-of-this-run-0001"
	waiting, known := false, false
	refusal := &firstRefusal{ours: func(id string) bool { return known && id == own }, pending: func() bool { return waiting }}
	refusal.arm()
	others := func(name string, many int) (refused int) {
		for k := range many {
			if refusal.status(fmt.Sprintf("evt-of-others-%s-%04d", name, k), 1) != http.StatusOK {
				refused++
			}
		}
		return refused
	}
	if refused := others("before", 100); refused != 0 {
		t.Errorf("%d events were refused while nothing was caused", refused)
	}
	waiting = true
	if refused := others("meanwhile", 100); refused != mostRefusals {
		t.Errorf("%d events were refused while the host had not said which one it caused, where %d may be", refused, mostRefusals)
	}
	waiting, known = false, true
	if got := refusal.status(own, 1); got != http.StatusServiceUnavailable || refusal.event() != own {
		t.Errorf("the event of this run was answered %d, and %q counts as refused", got, refusal.event())
	}
	if refused := others("after", 100); refused != 0 {
		t.Errorf("%d events were refused although one of this run had been", refused)
	}
}

// A delivery that comes before the host has answered the call is refused on
// suspicion, and counts once the answer names its event.
func TestADeliveryBeforeTheAnswerIsRefused(t *testing.T) {
	const own = "evt-of-this-run-0001"
	known := false
	refusal := &firstRefusal{ours: func(id string) bool { return known && id == own }, pending: func() bool { return !known }}
	if got := refusal.status(own, 1); got != http.StatusOK {
		t.Fatalf("an inbox that does not refuse yet answered %d", got)
	}
	refusal.arm()
	got := refusal.status(own, 1)
	known = true
	if got != http.StatusServiceUnavailable || refusal.event() != own {
		t.Errorf("it was answered %d, and %q counts as refused", got, refusal.event())
	}
	if got := refusal.status(own, 2); got != http.StatusOK {
		t.Errorf("its second attempt was answered %d", got)
	}
}
