package witness

import (
	"net/url"
	"strconv"

	"hostwitness/witness/journal"
	"hostwitness/witness/sse"
)

// fieldState is how a field stood in a block. A field whose every line has no
// effect, an id with a NUL, is there all the same: what the host wrote counts,
// not what a consumer makes of it.
func fieldState(field sse.Field) journal.FieldState {
	switch field {
	case sse.Absent:
		return journal.FieldAbsent
	case sse.Empty:
		return journal.FieldEmpty
	}
	return journal.FieldGiven
}

// retryDigits are the digits of the reconnection time that a block sets, "" when
// it sets none.
func retryDigits(b *sse.Block) string {
	switch {
	case b.RetryField != sse.Given:
		return ""
	case len(b.RetryText) > 0:
		return string(b.RetryText)
	}
	return strconv.FormatInt(b.Retry, 10)
}

// urlText is a URL as a record shows it; "" when there is none.
func urlText(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.String()
}
