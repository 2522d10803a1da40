package witness

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"hostwitness/witness/journal"
)

// The scheme of OpenWOP's own signature, and over which bytes it was computed.
const (
	schemeOpenWOP = "openwop-v1"
	overReceived  = "received"
	overCompact   = "compact"
)

// key is a secret with its name in records.
type key struct{ name, secret string }

// macs computes what the signature of a delivery should be, under each key:
// over the body as received and, where that is other bytes, over its compact
// form, which tells a host that signs something else than it sends. There is
// none without a timestamp header, since that is part of what is signed.
func macs(header http.Header, body []byte, keys []key) []journal.MAC {
	timestamp, given := timestampOf(header)
	if !given {
		return nil
	}
	compacted, differs := compact(body)
	var all []journal.MAC
	for _, k := range keys {
		all = append(all, openWOPMAC(k, timestamp, body, overReceived))
		if differs {
			all = append(all, openWOPMAC(k, timestamp, compacted, overCompact))
		}
	}
	return all
}

// timestampOf gives the timestamp header as it stood. Some hosts send it under
// an older name only.
func timestampOf(header http.Header) (string, bool) {
	for _, name := range []string{"OpenWOP-Timestamp", "X-OpenWOP-Timestamp"} {
		if values := header.Values(name); len(values) > 0 {
			return values[0], true
		}
	}
	return "", false
}

// openWOPMAC signs `{timestamp}.{body}` with HMAC-SHA-256 (RFC 0236 §E).
func openWOPMAC(k key, timestamp string, body []byte, over string) journal.MAC {
	mac := hmac.New(sha256.New, []byte(k.secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return journal.MAC{
		Scheme: schemeOpenWOP,
		Over:   over,
		Secret: k.name,
		Value:  hex.EncodeToString(mac.Sum(nil)),
	}
}
