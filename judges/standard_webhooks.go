package judges

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// The headers that a subscription gets beside the five where it opted in to
// standard-webhooks-1.
const (
	headerStandardID        = "Webhook-Id"
	headerStandardTimestamp = "Webhook-Timestamp"
	headerStandardSignature = "Webhook-Signature"
)

const schemeStandard = "standard-webhooks-1"

// standardRules hold the deliveries of a subscription that opted in to Standard
// Webhooks. They bind where the host advertises the scheme.
type standardRules struct {
	headers, timestamp, signature *ruling
	judged                        int
}

func newStandardRules() *standardRules {
	return &standardRules{
		headers:   rules("standard-headers", "webhook-id, webhook-timestamp and webhook-signature on every delivery"),
		timestamp: rules("standard-timestamp", "webhook-timestamp in plain digits, within 300 s of the receiver's clock"),
		signature: rules("standard-signature", "one entry v1 of webhook-signature is the base64 HMAC-SHA256 of id, timestamp and the bytes received, under the bytes that the secret stands for"),
	}
}

func (s *standardRules) all() []*ruling { return []*ruling{s.headers, s.timestamp, s.signature} }

func (f facts) offersStandard() bool {
	return slices.Contains(f.Start.Algorithms, journal.AlgorithmStandard)
}

// judge holds one delivery to the scheme.
func (s *standardRules) judge(f facts, d judgedDelivery) {
	delivery, where := d.SeenDelivery, d.where()
	s.judged++
	var missing []string
	for _, name := range []string{headerStandardID, headerStandardTimestamp, headerStandardSignature} {
		if strings.Join(values(delivery.Header, name), "") == "" {
			missing = append(missing, strings.ToLower(name))
		}
	}
	s.headers.weigh(len(missing) == 0, "", where, "no "+strings.Join(missing, ", no "), delivery.Seq)
	f.weighTimestamp(s.timestamp, delivery, where, headerStandardTimestamp)
	if !d.again {
		f.weighStandardSignature(s.signature, delivery, where)
	}
}

// conclude says why nothing could be judged, where nothing was.
func (s *standardRules) conclude(f facts) {
	switch reason := f.unregistered(journal.InboxStandard); {
	case s.judged > 0:
	case reason != "":
		lackAll(s.all(), fmt.Sprintf("webhooks.signatureAlgorithms lists %s, and %s", journal.AlgorithmStandard, reason))
	default:
		lackAll(s.all(), fmt.Sprintf("no delivery of a durable event of this run reached %s, whose receiver the host asked %s to prove itself",
			journal.InboxStandard, counted(len(f.Inboxes[journal.InboxStandard].Verifications), "time")))
	}
}

// weighStandardSignature looks for one right entry among those that the header
// has: a host that changes keys sends one for each. A delivery that lacks one of
// the headers is not signed at all, which is another rule's business.
func (f facts) weighStandardSignature(r *ruling, delivery journal.SeenDelivery, where string) {
	entries := strings.Fields(strings.Join(values(delivery.Header, headerStandardSignature), " "))
	if len(entries) == 0 || len(values(delivery.Header, headerStandardID)) == 0 || len(values(delivery.Header, headerStandardTimestamp)) == 0 {
		return
	}
	right := f.standardMACs(delivery)
	switch {
	case len(right) == 0 || !f.secretTold(delivery.Inbox):
		r.lacks(where+": nothing was computed to compare with, since the host told no secret of the form whsec_ and the base64 of 24 to 64 bytes", delivery.Seq)
	case slices.ContainsFunc(entries, func(entry string) bool { return signs(entry, right) }):
		r.keep(delivery.Seq)
	case hidden(delivery.Header, headerStandardSignature) != "":
		r.lacks(where+": "+hidden(delivery.Header, headerStandardSignature), delivery.Seq)
	case delivery.Body != nil && delivery.Body.Cut:
		r.lacks(where+": only part of the body was received", delivery.Seq)
	default:
		r.breaks(where, "no entry of webhook-signature "+quoted(strings.Join(entries, " "))+" is that of the bytes received", delivery.Seq)
	}
}

// standardMACs gives what the inbox computed by the scheme under its secret.
func (f facts) standardMACs(delivery journal.SeenDelivery) [][]byte {
	var all [][]byte
	for _, mac := range f.macs(delivery, schemeStandard, "received") {
		if value, err := hex.DecodeString(mac); err == nil {
			all = append(all, value)
		}
	}
	return all
}

// signs tells whether an entry is one of the right ones. Padding that is left
// off and the other alphabet are spellings that no text forbids, so they decide
// nothing.
func signs(entry string, right [][]byte) bool {
	text, ours := strings.CutPrefix(entry, "v1,")
	plain := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	mac, err := base64.RawStdEncoding.DecodeString(plain)
	return ours && err == nil && slices.ContainsFunc(right, func(one []byte) bool { return bytes.Equal(mac, one) })
}
