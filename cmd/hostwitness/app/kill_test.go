package app

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// killMoments is at how many moments a run is killed.
const killMoments = 20

// TestKilledRunsLeaveNothing kills a run with SIGKILL at moments spread over all
// that its host sees of it: requests as they come, are done and are answered,
// frames and deliveries. After each, cleanup leaves nothing on the host.
func TestKilledRunsLeaveNothing(t *testing.T) {
	whole := killedRun(t, nil, nil)
	whole.handling.Wait()
	if left := whole.left(); len(left) > 0 || whole.number < 100 {
		t.Fatalf("a whole run left %v after %d happenings: %s", left, whole.number, whole.output.String())
	}
	seed := rand.Uint64()
	t.Logf("seed %d, %d happenings in a whole run", seed, whole.number)
	random := rand.New(rand.NewPCG(seed, 0))
	left := make([]int, killMoments)
	t.Run("at", func(t *testing.T) {
		for k := range killMoments {
			// One in each twentieth of the run; the last ones of a run may not come.
			from := k * (whole.number * 9 / 10) / killMoments
			at := from + 1 + random.IntN(whole.number*9/10/killMoments)
			t.Run(fmt.Sprintf("%03d", at), func(t *testing.T) {
				t.Parallel()
				run := killedRun(t, nil, func(number int, _ happening) bool { return number == at })
				left[k] = run.mustSurvive(t)
			})
		}
	})
	total := 0
	for _, count := range left {
		total += count
	}
	if total == 0 {
		t.Error("no kill left anything on the host; the test shows nothing")
	}
	t.Logf("left before the cleanups: %v", left)
}

// mustSurvive holds a killed run to all that is promised of it, and gives how
// many subscriptions it had left.
func (k *killing) mustSurvive(t *testing.T) int {
	t.Helper()
	moment, killed := k.fell()
	if !killed {
		t.Fatalf("the run ended before its moment came, after %d happenings: %s", k.number, k.output.String())
	}
	k.handling.Wait()
	left := k.left()
	records := k.journal(t)
	if t.Failed() {
		t.Logf("killed at %s of %s, left %v", moment.when, moment.what, left)
	}
	if len(records) > 0 {
		k.mustRender(t)
	}
	if len(records) > 0 || len(left) > 0 {
		k.mustBeClean(t)
	}
	return len(left)
}

// TestKillAtEveryRegistration kills a run at each of its registrations, in each
// phase of it. Between the host's 201 and our record is one of them.
func TestKillAtEveryRegistration(t *testing.T) {
	for _, when := range []phase{arrived, done, answered} {
		for nth := 1; nth <= 6; nth++ {
			t.Run(fmt.Sprintf("%s-%d", when, nth), func(t *testing.T) {
				t.Parallel()
				count := 0
				run := killedRun(t, nil, func(_ int, seen happening) bool {
					if seen == (happening{"POST /webhooks", when}) {
						count++
					}
					return count == nth
				})
				run.mustSurvive(t)
				if seen := len(run.asked()); seen < nth {
					t.Errorf("the host saw %d registrations, want %d at least", seen, nth)
				}
			})
		}
	}
}

// TestKillAtEveryUnregistration is the same for the end of a run.
func TestKillAtEveryUnregistration(t *testing.T) {
	for _, when := range []phase{arrived, done, answered} {
		for nth := 1; nth <= 4; nth++ {
			t.Run(fmt.Sprintf("%s-%d", when, nth), func(t *testing.T) {
				t.Parallel()
				count := 0
				run := killedRun(t, nil, func(_ int, seen happening) bool {
					if seen == (happening{"DELETE /webhooks", when}) {
						count++
					}
					return count == nth
				})
				if when == answered && nth == 4 {
					// The last thing that a run does with its host: it may have ended.
					run.handling.Wait()
					if left := run.left(); len(left) > 0 {
						t.Errorf("left after the last unregistration: %v", left)
					}
					return
				}
				run.mustSurvive(t)
			})
		}
	}
}

// TestKillBeforeTheRegistrationIsDone lets the host be slow: the run is killed
// while its registration is under way, which the host finishes only when the
// cleanup has asked again.
func TestKillBeforeTheRegistrationIsDone(t *testing.T) {
	again := make(chan struct{})
	slow := &slowRegistry{again: again}
	run := killedRun(t, slow.alter, func(_ int, seen happening) bool { return seen == (happening{"POST /webhooks", arrived}) })
	if _, killed := run.fell(); !killed || len(run.left()) > 0 {
		t.Fatalf("killed %v, left %v; want a registration under way", killed, run.left())
	}
	run.journal(t)
	run.mustBeClean(t)
	run.handling.Wait()
	if left := run.left(); len(left) > 0 {
		t.Errorf("the slow registration left %v", left)
	}
	if slow.calls != 1 {
		t.Errorf("the host registered %d times, want once for both requests", slow.calls)
	}
}

// The intent is what cleanup goes by, so it must be there before the request.
func TestKillLeavesTheIntentOfTheRequestUnderWay(t *testing.T) {
	run := killedRun(t, nil, func(_ int, seen happening) bool { return seen == (happening{"POST /webhooks", arrived}) })
	records := run.journal(t)
	last := records[len(records)-1]
	if last.Intent == nil || last.Intent.Action != journal.ActionRegister {
		found := 0
		for _, record := range records {
			if record.Intent != nil && record.Intent.Action == journal.ActionRegister {
				found++
			}
			if record.Exchange != nil && strings.HasPrefix(record.Exchange.Name, "run/inbox") {
				t.Errorf("record %d tells an answer that never came", record.Seq)
			}
		}
		if found == 0 {
			t.Errorf("no intent to register is among %d records", len(records))
		}
	}
	run.mustBeClean(t)
}
