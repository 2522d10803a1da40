package signature

import (
	"net/http"
	"regexp"
	"strconv"
)

// Freshness is how many seconds a timestamp may be off the receiver's clock,
// either way and the edges included.
const Freshness = 300

// Delivery is what a receiver has of a delivery when it decides.
type Delivery struct {
	Header     http.Header
	Body       []byte // the bytes as they came
	ReceivedAt int64  // by the receiver's clock, Unix seconds
}

// one gives the value of a header that stands there exactly once.
func (d Delivery) one(name string) (string, bool) {
	values := d.Header.Values(name)
	if len(values) != 1 {
		return "", false
	}
	return values[0], true
}

// has tells whether every one of the headers is there.
func (d Delivery) has(names ...string) bool {
	for _, name := range names {
		if len(d.Header.Values(name)) == 0 {
			return false
		}
	}
	return true
}

// plainSeconds is the one spelling of Unix seconds. With any other character a
// dot could move between the timestamp and the body that are signed together.
var plainSeconds = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// fresh holds the text of a timestamp to its form and to the receiver's clock.
func (d Delivery) fresh(timestamp string) Reason {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	switch {
	case err != nil || !plainSeconds.MatchString(timestamp):
		return TimestampMalformed
	case seconds < d.ReceivedAt-Freshness:
		return TimestampTooOld
	case seconds > d.ReceivedAt+Freshness:
		return TimestampInFuture
	}
	return Accepted
}
