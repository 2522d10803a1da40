package witness

import (
	"fmt"
	"time"
)

// Deadlines are all the waiting limits of a witness. None of them is set by an
// RFC: they are patience only. A zero field takes its default, except where
// the field says otherwise.
type Deadlines struct {
	// Dial is how long a connection may take, TLS and proxy included.
	// Patience only; default 5 s.
	Dial time.Duration
	// Header is how long the answer headers of an exchange may take once there
	// is a connection. Patience only; default 10 s.
	Header time.Duration
	// Exchange is how long a whole exchange may take, redirects and body
	// included. Patience only; default 20 s.
	Exchange time.Duration
	// StreamHeader is how long the answer headers of a stream may take. A host
	// may send them with the first event, so zero means as long as the context
	// of the stream lasts. Patience only.
	StreamHeader time.Duration
	// Refusal is how long the body of a stream request that was not answered
	// 200 may take. Patience only; default 10 s.
	Refusal time.Duration
}

func (d Deadlines) withDefaults() Deadlines {
	d.Dial = orDefault(d.Dial, 5*time.Second)
	d.Header = orDefault(d.Header, 10*time.Second)
	d.Exchange = orDefault(d.Exchange, 20*time.Second)
	d.Refusal = orDefault(d.Refusal, 10*time.Second)
	return d
}

func orDefault(given, standard time.Duration) time.Duration {
	if given <= 0 {
		return standard
	}
	return given
}

// expired is the cause of a context that one of our deadlines ended.
type expired struct {
	waited string // for what
	limit  time.Duration
}

func (e *expired) Error() string {
	return fmt.Sprintf("no %s within %s", e.waited, e.limit)
}
