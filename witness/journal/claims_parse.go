package journal

import (
	"bytes"
	"fmt"
	"strings"
)

// ParseClaims reads a discovery document. It is lenient: what has another
// shape than this project reads is left out, and a family record that is null
// is not there; of hostEvents.replay the presence is the claim, so null is.
// Whether the document keeps to the rules is a judge's business.
// Only Read, Problem and what the document says are set.
//
// Member names are compared exactly, and of two members of one name the last
// counts.
func ParseClaims(document []byte) Claims {
	root, ok := object(bytes.TrimPrefix(document, []byte("\ufeff")))
	if !ok {
		return Claims{Problem: "the discovery document is not a JSON object"}
	}
	implementation, limits := root.object("implementation"), root.object("limits")
	claims := Claims{
		Read:             true,
		ProtocolVersions: root.texts("protocolVersions"),
		Name:             implementation.text("name"),
		Version:          implementation.text("version"),
		Webhooks:         root.has("webhooks"),
		Algorithms:       root.object("webhooks").texts("signatureAlgorithms"),
		MaxAttempts:      root.object("webhooks").object("retryPolicy").count("maxAttempts"),
		ChannelPresence:  root.has("channelPresence"),
		SeamsProfile:     root.object("conformance").text("seamsProfile"),
		MaxStreamAge:     limits.count("maxStreamAgeSec"),
		StreamPath:       pathOnly(root.object("heartbeat").text("deliveryChannel")),
	}
	if limits.has("maxStreamAgeSec") {
		claims.StreamAgeJSON = string(limits["maxStreamAgeSec"])
	}
	if root.has("hostEvents") {
		facet := root.object("hostEvents")
		claims.HostEvents = true
		claims.HostEventsJSON = string(root["hostEvents"])
		claims.Types = facet.listings()
		claims.ReplayJSON = string(facet["replay"])
		claims.Replay = claims.ReplayJSON != ""
		claims.ReplayRetention = facet.object("replay").count("minRetentionSeconds")
	}
	return claims
}

// claimsFrom reads the discovery document out of the attempts to fetch it. The
// last one that was answered 200 with a JSON object counts.
func claimsFrom(exchange string, attempts []SeenExchange) Claims {
	for i := len(attempts) - 1; i >= 0; i-- {
		response := attempts[i].Response
		if response == nil || response.Status != 200 {
			continue
		}
		claims := ParseClaims(response.Body.Content())
		if claims.Read {
			claims.Exchange, claims.Seq, claims.Digest = exchange, attempts[i].Seq, response.Body.Digest
			return claims
		}
	}
	return Claims{Exchange: exchange, Problem: problemOf(attempts)}
}

// problemOf says what the last attempt to fetch the document was answered.
func problemOf(attempts []SeenExchange) string {
	if len(attempts) == 0 {
		return "the discovery document was not asked for"
	}
	last := attempts[len(attempts)-1]
	switch {
	case last.Response == nil && last.Fault != nil:
		return fmt.Sprintf("the discovery document was not answered: %s", last.Fault.Message)
	case last.Response == nil:
		return "the discovery document was not answered"
	case last.Response.Status != 200:
		return fmt.Sprintf("the discovery document was answered with status %d instead of 200", last.Response.Status)
	case last.Response.Body.Cut:
		return fmt.Sprintf("the discovery document is longer than what is kept of a body; %d bytes were received", last.Response.Body.Length)
	default:
		return ParseClaims(last.Response.Body.Content()).Problem
	}
}

func (m members) listings() []Listing {
	var listings []Listing
	for _, raw := range m.list("types") {
		entry, _ := object(raw)
		listing := Listing{Type: entry.text("type"), Delivery: entry.text("delivery")}
		if listing.Type != "" && listing.Delivery != "" {
			listings = append(listings, listing)
		}
	}
	return listings
}

// pathOnly gives s when it is an absolute path and nothing else. "//" begins a
// host, not a path.
func pathOnly(s string) string {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") {
		return ""
	}
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`?#\`, c) >= 0 {
			return ""
		}
	}
	return s
}
