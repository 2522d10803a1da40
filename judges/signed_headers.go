package judges

import (
	"fmt"
	"strconv"
	"strings"

	"hostwitness/witness/journal"
)

// freshness is how far a delivery's timestamp may be off the receiver's clock,
// in seconds.
const freshness = 300

// judgeTimestamp holds the timestamp to plain digits and to the receiver's
// clock.
func (v variant) judgeTimestamp(f facts, delivery journal.SeenDelivery, e event) {
	where := whereOf(delivery, e)
	if len(values(delivery.Header, "OpenWOP-Timestamp")) == 0 {
		v.timestamp.breaks(where, "no OpenWOP-Timestamp", delivery.Seq)
		return
	}
	f.weighTimestamp(v.timestamp, delivery, where, "OpenWOP-Timestamp")
}

// weighTimestamp holds every line of a timestamp header to plain digits and to
// the receiver's clock.
func (f facts) weighTimestamp(r *ruling, delivery journal.SeenDelivery, where, name string) {
	for _, line := range values(delivery.Header, name) {
		seconds, ok := plainDigits(line)
		if !ok {
			r.weigh(false, hidden(delivery.Header, name), where, name+" is "+quoted(line), delivery.Seq)
			return
		}
		f.weighFreshness(r, delivery, seconds, where)
	}
}

// weighFreshness holds a timestamp to the receiver's clock. Where the clocks are
// apart, or the suite itself may have been late, being off proves nothing.
func (f facts) weighFreshness(r *ruling, delivery journal.SeenDelivery, seconds int64, where string) {
	off := delivery.ReceivedAt - seconds
	if off < 0 {
		off = -off
	}
	skew, known := f.skew()
	late := int64(f.lag().Seconds())
	fresh := off <= freshness
	switch {
	case known && skew > clocksApart:
		r.lacks(fmt.Sprintf("the clocks are %s apart by the host's own Date, so the freshness of a timestamp proves nothing", rounded(skew)), delivery.Seq)
	case !fresh && !known:
		r.lacks(where+": the timestamp is "+strconv.FormatInt(off, 10)+" s off, and no Date of the host tells whether the clocks agree", delivery.Seq)
	case !fresh && off-late <= freshness:
		r.lacks(where+": the timestamp is off by what the suite itself was late", delivery.Seq)
	default:
		r.weigh(fresh, "", where, fmt.Sprintf("a timestamp %d s off the receiver's clock", off), delivery.Seq)
	}
}

// plainDigits reads Unix seconds. Anything but digits would let a dot move
// between the timestamp and the body that are signed together.
func plainDigits(text string) (int64, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return seconds, err == nil
}

const schemeV1 = "openwop-v1"

// weighSignature compares the header with what the inbox computed over the
// bytes that it received.
func (f facts) weighSignature(r *ruling, delivery journal.SeenDelivery, where string) {
	lines := values(delivery.Header, "OpenWOP-Signature")
	received, compact := f.rightSignatures(delivery, "received"), f.rightSignatures(delivery, "compact")
	switch {
	case len(lines) == 0:
		r.breaks(where, "no OpenWOP-Signature", delivery.Seq)
	case len(received) == 0 || !f.secretTold(delivery.Inbox):
		r.lacks(where+": the secret of the subscription is not known, so nothing was computed to compare with", delivery.Seq)
	case allOf(lines, received):
		r.keep(delivery.Seq)
	case hidden(delivery.Header, "OpenWOP-Signature") != "":
		r.lacks(where+": "+hidden(delivery.Header, "OpenWOP-Signature"), delivery.Seq)
	case delivery.Body != nil && delivery.Body.Cut:
		r.lacks(where+": only part of the body was received", delivery.Seq)
	case allOf(lines, compact):
		r.breaks(where, "valid for the compact form of the body, not for the bytes received", delivery.Seq)
	default:
		r.breaks(where, "OpenWOP-Signature "+quoted(lines[0])+" is not that of the bytes received", delivery.Seq)
	}
}

// rightSignatures gives the values of OpenWOP-Signature that are right over the
// given form of the body.
func (f facts) rightSignatures(delivery journal.SeenDelivery, over string) []string {
	var right []string
	for _, mac := range f.macs(delivery, schemeV1, over) {
		right = append(right, "sha256="+mac)
	}
	return right
}

// macs gives what the inbox computed by a scheme over the given form of the
// body, under its own secret, in hexadecimal.
func (f facts) macs(delivery journal.SeenDelivery, scheme, over string) []string {
	var values []string
	secret := f.secretOf(delivery.Inbox)
	for _, mac := range delivery.MACs {
		if mac.Scheme == scheme && mac.Over == over && (secret == "" || mac.Secret == secret) {
			values = append(values, mac.Value)
		}
	}
	return values
}

// secretTold says that the host told the secret when the inbox was registered:
// it makes the secret itself, since no registration of ours brings one.
func (f facts) secretTold(inbox string) bool {
	secret, _ := readDocument(f.lastReply(inbox).body).text("secret")
	return secret != ""
}

// secretOf names the secret that an inbox verifies with, "" where no note says.
func (f facts) secretOf(inbox string) string {
	for _, note := range f.Notes {
		if note.Topic == journal.TopicSecret && note.Name == inbox {
			return note.Text
		}
	}
	return ""
}

func allOf(lines, right []string) bool {
	for _, line := range lines {
		if !oneOf(line, right) {
			return false
		}
	}
	return true
}
