package scenarios

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

const (
	faultAttempts = 3  // a failure on the way is retried twice, with the same key
	rateAttempts  = 30 // a rate limit is waited out, but not for ever
)

// exchange sends a call until it is answered: failures on the way (5xx, reset,
// timeout) are retried twice, a rate limit is waited out. Every attempt is on
// record under the call's name; the last answer is returned.
func (s *Session) exchange(ctx context.Context, call witness.Call) witness.Answer {
	faults, limited := 0, 0
	for call.Attempt = 1; ; call.Attempt++ {
		answer := s.witness.Exchange(ctx, call)
		var wait time.Duration
		switch {
		case answer.Status == http.StatusTooManyRequests && limited < rateAttempts:
			limited++
			wait = retryAfter(answer.Header)
		case onTheWay(answer) && faults < faultAttempts-1:
			faults++
			wait = s.settings.Waits.Fault << (faults - 1)
		default:
			return answer
		}
		if !s.pause(ctx, wait) {
			return answer
		}
	}
}

// onTheWay says that an answer may be the fault of something between the
// suite and the host.
func onTheWay(answer witness.Answer) bool {
	if answer.Fault == nil {
		return answer.Status >= http.StatusInternalServerError
	}
	return mayPass(answer.Fault)
}

// mayPass says that a fault may be gone at the next attempt. What never left
// this machine was not on the way: the witness waited for it already.
func mayPass(fault *journal.Fault) bool {
	switch fault.Kind {
	case journal.FaultReset, journal.FaultTimeout, journal.FaultDial:
		return true
	}
	return false
}

// retryAfter reads Retry-After in seconds; without a usable one a second is
// waited, and never more than a minute at once.
func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		seconds = 1
	}
	return time.Duration(min(seconds, 60)) * time.Second
}

// pause lets time pass because the host asked for it or a fault may be gone
// by then. It reports false when the run is over first.
func (s *Session) pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
