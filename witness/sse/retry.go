package sse

// MaxRetry is the largest retry value, in milliseconds, that is kept as a
// number: the largest integer that a consumer with double precision numbers
// holds exactly.
const MaxRetry = 1<<53 - 1

// parseRetry reads ASCII digits in base ten, any number of leading zeros. A
// number over MaxRetry is capped. Anything else than digits, and no digit at
// all, is not ok.
func parseRetry(value []byte) (milliseconds int64, capped, ok bool) {
	if len(value) == 0 {
		return 0, false, false
	}
	for _, c := range value {
		if c < '0' || '9' < c {
			return 0, false, false
		}
		if milliseconds = milliseconds*10 + int64(c-'0'); milliseconds > MaxRetry {
			milliseconds, capped = MaxRetry, true
		}
	}
	return milliseconds, capped, true
}

// reconnection is the reconnection time the stream has set so far.
type reconnection struct {
	given        bool
	milliseconds int64
	text         []byte // the digits, where the number was capped
}

func (r *reconnection) set(milliseconds int64, text []byte) {
	r.given = true
	r.milliseconds = milliseconds
	r.text = append(r.text[:0], text...)
}
