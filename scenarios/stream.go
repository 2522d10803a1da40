package scenarios

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// errBudgetStreams stops a scenario that would hold more streams open than was
// allowed.
var errBudgetStreams = errors.New("the budget of open streams is too small; raise --streams")

// reserve takes the slots of several streams at once, so that scenarios never
// wait for each other in a circle. The caller releases them after leaving.
func (s *Session) reserve(ctx context.Context, streams int) (release func(), err error) {
	if streams > s.options.Streams {
		return nil, errBudgetStreams
	}
	if err := s.slots.Acquire(ctx, int64(streams)); err != nil {
		return nil, fmt.Errorf("wait for %d of %d open streams: %w", streams, s.options.Streams, err)
	}
	return func() { s.slots.Release(int64(streams)) }, nil
}

// open asks for a stream below the run's stream path. It returns at once.
func (s *Session) open(ctx context.Context, call witness.StreamCall) *witness.Stream {
	call.Path = s.streamPath()
	stream := s.witness.Open(ctx, call)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.streams = append(s.streams, stream)
	return stream
}

// leaveAll leaves every stream of the run.
func (s *Session) leaveAll() {
	s.mutex.Lock()
	streams := s.streams
	s.mutex.Unlock()
	leave(streams...)
}

// isAnswered says whether a stream's headers have come.
func isAnswered(stream *witness.Stream) bool {
	select {
	case <-stream.Answered():
		return true
	default:
		return false
	}
}

// ask opens a stream that may be refused and waits for the answer.
func (s *Session) ask(ctx context.Context, call witness.StreamCall) (*witness.Stream, error) {
	stream, err := s.openWithin(ctx, call, s.settings.Waits.Refusal)
	if err != nil {
		return nil, err
	}
	if !isAnswered(stream) {
		stream.Leave()
		return nil, fmt.Errorf("%s: no answer within %v", call.Name, s.settings.Waits.Refusal)
	}
	return stream, nil
}

// openWithin opens a stream and waits for the answer up to a limit. One that
// is not answered by then is returned as it is, for a host may send its headers
// with the first event. A failure on the way is retried twice, a rate limit is
// waited out; each attempt is on record under the same name and the last one
// counts. Without an error there is a stream.
func (s *Session) openWithin(ctx context.Context, call witness.StreamCall, limit time.Duration) (*witness.Stream, error) {
	faults, limited := 0, 0
	for {
		stream := s.open(ctx, call)
		s.answeredWithin(ctx, stream, limit)
		var wait time.Duration
		switch {
		case stream.Status() == http.StatusTooManyRequests && limited < rateAttempts:
			limited++
			wait = retryAfter(stream.Header())
		case streamOnTheWay(stream) && faults < faultAttempts-1:
			wait = s.settings.Waits.Fault << faults
			faults++
		default:
			return stream, nil
		}
		stream.Leave()
		if !s.pause(ctx, wait) {
			return nil, fmt.Errorf("%s: wait before it is asked for again: %w", call.Name, ctx.Err())
		}
	}
}

func streamOnTheWay(stream *witness.Stream) bool {
	if fault := stream.Fault(); fault != nil {
		return mayPass(fault)
	}
	return stream.Status() >= http.StatusInternalServerError
}

// resume opens a stream after a cursor.
func resumeCall(name string, tenant journal.Tenant, cursor string, replay bool) witness.StreamCall {
	return witness.StreamCall{Name: name, Tenant: tenant, Replay: replay, LastEventID: &cursor}
}

// leave leaves streams and waits until their end is on record.
func leave(streams ...*witness.Stream) {
	for _, stream := range streams {
		if stream != nil {
			stream.Leave()
		}
	}
}
