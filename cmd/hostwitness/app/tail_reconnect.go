package app

import (
	"context"
	"sync/atomic"
	"time"
)

// reconnect decides when a consumer connects again: after a pause that grows,
// never once the host refused or the operator stopped. A refused cursor must
// not be tried again (RFC 0250 §C).
type reconnect struct {
	ctx     context.Context
	refused *atomic.Bool
	pause   time.Duration
}

const (
	firstPause = time.Second
	lastPause  = 30 * time.Second
	stop       = time.Duration(-1) // what the client's library reads as "do not"
)

// NextBackOff gives the pause before the next connection.
func (r *reconnect) NextBackOff() time.Duration {
	if r.refused.Load() || r.ctx.Err() != nil {
		return stop
	}
	pause := max(r.pause, firstPause)
	r.pause = min(2*pause, lastPause)
	return pause
}

// Reset begins again with the first pause.
func (r *reconnect) Reset() { r.pause = firstPause }
