package reports

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// DiscoveryPath is where a host has its discovery document, under its base URL.
const DiscoveryPath = "/.well-known/openwop"

func suiteOf(suite journal.Suite) Suite {
	return Suite{Name: bounded(suite.Name), Version: bounded(suite.Version), Catalogue: suite.Catalogue}
}

func hostOf(input Input) Host {
	claims := input.Evidence.Start
	host := Host{
		URL:     bounded(input.Evidence.Run.Host),
		Name:    bounded(claims.Name),
		Version: bounded(claims.Version),
	}
	if build := input.Evidence.Run.Build; build != nil {
		host.Build = &Build{Kind: bounded(build.Kind), ID: bounded(build.ID)}
	}
	if claims.Read {
		host.Vendor = bounded(member(document(input.Evidence), "implementation", "vendor"))
	}
	return host
}

func discoveryOf(evidence journal.Evidence) Discovery {
	discovery := Discovery{URL: bounded(strings.TrimSuffix(evidence.Run.Host, "/") + DiscoveryPath)}
	body, exchange := lastBody(evidence)
	if exchange != nil {
		discovery.URL = bounded(exchange.Request.URL)
	}
	claims := evidence.Start
	if !claims.Read {
		discovery.Problem = bounded(unreadOf(claims, exchange))
		return discovery
	}
	if body != nil {
		digest := sha256.Sum256(body)
		discovery.SHA256 = hex.EncodeToString(digest[:])
	}
	for _, version := range claims.ProtocolVersions {
		discovery.ProtocolVersions = append(discovery.ProtocolVersions, bounded(version))
	}
	discovery.PreferredVersion = bounded(member(document(evidence), "preferredVersion"))
	return discovery
}

// unreadOf says why there is no discovery document, as far as the journal tells.
func unreadOf(claims journal.Claims, exchange *journal.SeenExchange) string {
	switch {
	case claims.Problem != "":
		return claims.Problem
	case exchange == nil:
		return "it was not asked for"
	case exchange.Fault != nil:
		return words(string(exchange.Fault.Kind)+":", exchange.Fault.Message)
	case exchange.Response != nil:
		return "the answer was " + strconv.Itoa(exchange.Response.Status)
	default:
		return "there was no answer"
	}
}

// lastBody gives the first reading of the discovery document: its last attempt, and the body where it was kept as it came.
func lastBody(evidence journal.Evidence) ([]byte, *journal.SeenExchange) {
	attempts := evidence.Exchanges[journal.ExchangeDiscoveryStart]
	if len(attempts) == 0 {
		return nil, nil
	}
	last := &attempts[len(attempts)-1]
	if last.Response == nil {
		return nil, last
	}
	body := last.Response.Body
	if body.Cut || len(body.Redacted) > 0 {
		return nil, last
	}
	return original(body), last
}

// original gives the bytes that were recorded, nil where the record is damaged.
func original(bytes journal.Bytes) []byte {
	if bytes.Base64 == "" {
		return []byte(bytes.Text)
	}
	decoded, err := base64.StdEncoding.DecodeString(bytes.Base64)
	if err != nil {
		return nil
	}
	return decoded
}

func document(evidence journal.Evidence) any {
	body, _ := lastBody(evidence)
	value, err := schemas.ParseStrict(body)
	if err != nil {
		return nil
	}
	return value
}

// member reads a text under a path of members, "" where there is none.
func member(value any, path ...string) string {
	for _, name := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return ""
		}
		value = object[name]
	}
	text, _ := value.(string)
	return text
}

// triggerOf tells by which road the run's events were caused. One event by the seam makes it the seam, which proves less.
func triggerOf(evidence journal.Evidence) *string {
	var road journal.Via
	for _, name := range evidence.Caused {
		switch evidence.Emits[name].Intent.Via {
		case journal.ViaSeam:
			road = journal.ViaSeam
		case journal.ViaTrigger:
			if road == "" {
				road = journal.ViaTrigger
			}
		}
	}
	if road == "" {
		return nil
	}
	text := string(road)
	return &text
}
