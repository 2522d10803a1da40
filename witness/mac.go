package witness

import (
	"encoding/hex"
	"net/http"

	"hostwitness/witness/journal"
	"hostwitness/witness/signature"
)

// The schemes that sign deliveries, and over which bytes was computed.
const (
	schemeOpenWOP  = "openwop-v1"
	schemeStandard = "standard-webhooks-1"
	overReceived   = "received"
	overCompact    = "compact"
)

// key is a secret with its name in records.
type key struct{ name, secret string }

// macs computes what the signatures of a delivery should be, under each key and
// for each scheme that the delivery has the headers of: over the body as
// received and, where that is other bytes, for OpenWOP's own scheme over its
// compact form, which tells a host that signs something else than it sends.
func macs(header http.Header, body []byte, keys []key) []journal.MAC {
	if len(keys) == 0 {
		return nil
	}
	compacted, differs := compact(body)
	timestamp, stamped := timestampOf(header)
	var all []journal.MAC
	for _, k := range keys {
		if stamped {
			all = append(all, openWOPMAC(k, timestamp, body, overReceived))
		}
		if stamped && differs {
			all = append(all, openWOPMAC(k, timestamp, compacted, overCompact))
		}
		all = append(all, standardMAC(k, header, body)...)
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

func openWOPMAC(k key, timestamp string, body []byte, over string) journal.MAC {
	return journal.MAC{
		Scheme: schemeOpenWOP,
		Over:   over,
		Secret: k.name,
		Value:  signature.OpenWOP(k.secret, timestamp, body),
	}
}

// standardMAC gives the MAC of Standard Webhooks, none where the delivery has
// not the headers that are signed or the secret is none of that scheme.
func standardMAC(k key, header http.Header, body []byte) []journal.MAC {
	ids, timestamps := header.Values("Webhook-Id"), header.Values("Webhook-Timestamp")
	secret, err := signature.Key(k.secret)
	if len(ids) == 0 || len(timestamps) == 0 || err != nil {
		return nil
	}
	return []journal.MAC{{
		Scheme: schemeStandard,
		Over:   overReceived,
		Secret: k.name,
		Value:  hex.EncodeToString(signature.Standard(secret, ids[0], timestamps[0], body)),
	}}
}
