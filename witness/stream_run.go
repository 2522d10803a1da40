package witness

import (
	"context"
	"errors"
	"io"
	"net/http"

	"hostwitness/witness/journal"
	"hostwitness/witness/sse"
)

// run takes the stream from its request to its end. Whatever happens, the
// answer is made known, the end is recorded and nobody waits any longer.
func (s *Stream) run() {
	end := ending{how: journal.EndedFault}
	defer func() {
		s.witness.recordEnded(s.call.Name, end)
		s.witness.memory.give(end.held)
		s.seen.finish()
		close(s.done)
	}()
	response, a, fault := s.request()
	if a != nil {
		defer a.close()
	}
	switch {
	case response == nil:
		s.witness.recordOpened(s.call.Name, nil, body{fault: fault})
		s.setAnswer(0, nil, nil, fault)
		end = s.ending(fault)
	case response.StatusCode != http.StatusOK:
		end = s.refused(a, response, fault)
	default:
		end = s.opened(a, response)
	}
}

// request sends the request, following redirects within the origin, and gives
// the attempt whose answer counts. A redirect that must not be followed is the
// answer, and a fault.
func (s *Stream) request() (*http.Response, *attempt, *journal.Fault) {
	w := s.witness
	out, err := w.streamRequest(s.call)
	if err != nil {
		return nil, nil, notSent(s.ctx, err)
	}
	for hops := 0; ; hops++ {
		request, err := w.request(s.ctx, out)
		if err != nil {
			return nil, nil, notSent(s.ctx, err)
		}
		a := w.newAttempt(s.ctx, w.config.Deadlines.StreamHeader)
		response, err := a.send(request)
		if err != nil {
			return nil, a, a.fault(err)
		}
		next, fault := w.redirected(out, response.StatusCode, response.Header, hops)
		if next == nil {
			return response, a, fault
		}
		w.recordHop(s.call, out, a, response)
		a.close()
		out = *next
	}
}

// refused reads the body of an answer that is no stream. The fault is what is
// wrong with the answer already.
func (s *Stream) refused(a *attempt, response *http.Response, fault *journal.Fault) ending {
	limit := s.witness.config.Deadlines.Refusal
	late := a.expire(limit, "whole answer")
	defer late.Stop()
	memory := s.witness.memory
	read := a.readBody(response, s.witness.config.Limits.BodyBytes, memory)
	defer memory.give(int64(len(read.bytes)))
	if read.fault == nil {
		read.fault = fault
	}
	s.witness.recordOpened(s.call.Name, response, read)
	s.setAnswer(response.StatusCode, response.Header, read.bytes, read.fault)
	return ending{how: journal.EndedAnswer, fault: read.fault, bytes: int64(len(read.bytes))}
}

// opened reads a stream until it ends.
func (s *Stream) opened(a *attempt, response *http.Response) ending {
	odd := unasked(response)
	s.witness.recordOpened(s.call.Name, response, body{fault: odd})
	s.setAnswer(response.StatusCode, response.Header, nil, odd)
	if odd != nil {
		return ending{how: journal.EndedFault, fault: odd}
	}
	return s.read(a, response.Body)
}

// chunkBytes is how much is read at once.
const chunkBytes = 32 << 10

// read feeds the body to the parser. Everything that one read completes has the
// offset of that read.
func (s *Stream) read(a *attempt, from io.Reader) ending {
	limits := s.witness.config.Limits
	reader := &streamReader{stream: s}
	parser := sse.NewParser(
		sse.Limits{LineBytes: limits.LineBytes, FrameBytes: limits.FrameBytes},
		sse.Handler{Block: reader.block, Comment: reader.comment, Gap: reader.gap},
	)
	chunk := make([]byte, chunkBytes)
	var fault *journal.Fault
	for {
		n, err := from.Read(chunk)
		reader.at = s.witness.Now()
		fault = reader.feed(parser, chunk[:n])
		if fault == nil && err != nil && err != io.EOF {
			fault = a.fault(err)
		}
		if fault != nil || err != nil {
			break
		}
	}
	end := s.ending(fault)
	pending := parser.End()
	end.bytes, end.unfinished, end.held = reader.total, pending.Raw, reader.held
	return end
}

// ending is how a stream ended, for its record.
type ending struct {
	how        journal.How
	fault      *journal.Fault
	bytes      int64
	unfinished []byte
	held       int64 // of the budget, to be given back once it is recorded
}

// ending names the end that a fault, or none, makes.
func (s *Stream) ending(fault *journal.Fault) ending {
	if cause := context.Cause(s.ctx); errors.Is(cause, errLeft) || errors.Is(cause, errClosed) {
		return ending{how: journal.EndedLeft}
	}
	if fault == nil {
		return ending{how: journal.EndedClean}
	}
	s.setFault(fault)
	return ending{how: journal.EndedFault, fault: fault}
}
