package scenarios

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// Versions sent while the host's own are not yet known (core text, Base).
const (
	versionDiscovery      = "2.0"
	versionDiscoveryShort = "2" // on 406, once more
)

// discover reads the discovery document and reports whether one could be read.
// It is asked for without a credential, as everybody may.
func (s *Session) discover(ctx context.Context, when journal.When) bool {
	name := journal.ExchangeDiscoveryStart
	if when == journal.AtEnd {
		name = journal.ExchangeDiscoveryEnd
	}
	call := witness.Call{Name: name, Method: http.MethodGet, Path: pathDiscovery, Version: versionDiscovery}
	answer := s.exchange(ctx, call)
	if answer.Status == http.StatusNotAcceptable {
		call.Version = versionDiscoveryShort
		answer = s.exchange(ctx, call)
	}
	_ = s.append(&journal.Record{Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: when, Exchange: name}})
	if when == journal.AtEnd {
		return true
	}
	if answer.Status != http.StatusOK {
		s.notef(journal.TopicScenario, name, "the discovery document was answered %d instead of 200", answer.Status)
		return false
	}
	s.claims = journal.ParseClaims(answer.Body)
	s.witness.SetVersion(highestMajor2(s.claims.ProtocolVersions))
	s.tell("run", StepDiscovered, strings.TrimSpace(s.claims.Name+" "+s.claims.Version))
	return s.claims.Read
}

// highestMajor2 gives the highest 2.x that the host lists, and what discovery
// itself was asked with when it lists none.
func highestMajor2(versions []string) string {
	best, highest := versionDiscovery, -1
	for _, version := range versions {
		minor, ok := strings.CutPrefix(version, "2.")
		if !ok {
			continue
		}
		if number, err := strconv.Atoi(minor); err == nil && number > highest {
			best, highest = version, number
		}
	}
	return best
}
