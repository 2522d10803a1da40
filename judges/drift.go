package judges

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// claim is one thing that a host says about itself and that rules rest on.
type claim struct {
	place string // in the discovery document
	said  func(journal.Claims) string
}

func typesClaim() claim {
	return claim{"hostEvents.types", func(c journal.Claims) string {
		if !c.HostEvents {
			return "no hostEvents record"
		}
		listings := slices.Clone(c.Types)
		slices.SortFunc(listings, func(a, b journal.Listing) int {
			return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Delivery, b.Delivery))
		})
		var text strings.Builder
		for _, listing := range listings {
			fmt.Fprintf(&text, "%q %q\n", listing.Type, listing.Delivery)
		}
		return text.String()
	}}
}

func replayClaim() claim {
	return claim{"hostEvents.replay", func(c journal.Claims) string { return fmt.Sprint(c.Replay, c.ReplayRetention) }}
}

func webhooksClaim() claim {
	return claim{"webhooks", func(c journal.Claims) string { return fmt.Sprint(c.Webhooks) }}
}

func algorithmsClaim() claim {
	return claim{"webhooks.signatureAlgorithms", func(c journal.Claims) string { return strings.Join(c.Algorithms, " ") }}
}

func presenceClaim() claim {
	return claim{"channelPresence", func(c journal.Claims) string { return fmt.Sprint(c.ChannelPresence) }}
}

// drifted names the first claim that was another at the end of the run than at
// its start, "" when none was or the document was not read again.
func (f facts) drifted(claims ...claim) string {
	if !f.Start.Read || !f.Finish.Read {
		return ""
	}
	for _, claim := range claims {
		if claim.said(f.Start) != claim.said(f.Finish) {
			return fmt.Sprintf("%s in the discovery document changed during the run", claim.place)
		}
	}
	return ""
}

// unsettled makes every finding of the named rules unproven when a claim they
// rest on drifted; without names, every finding.
func (f facts) unsettled(findings []Finding, drift string, names ...string) []Finding {
	if drift == "" {
		return findings
	}
	settled := slices.Clone(findings)
	for i, finding := range settled {
		if finding.Outcome == Advisory || len(names) > 0 && !slices.Contains(names, finding.Rule) {
			continue
		}
		settled[i].Outcome = Unproven
		settled[i].Message = drift
		settled[i].Records = bounded([]int64{f.Start.Seq, f.Finish.Seq})
	}
	return settled
}

// unsettledBut is as unsettled with every finding but those of a violation: what
// a document says against a rule about documents stands, whatever another
// reading of it said. With names, only findings of these are kept so.
func (f facts) unsettledBut(findings []Finding, drift string, names ...string) []Finding {
	var unsettled []string
	for _, finding := range findings {
		if finding.Outcome != Violated || len(names) > 0 && !slices.Contains(names, finding.Rule) {
			unsettled = append(unsettled, finding.Rule)
		}
	}
	if len(unsettled) == 0 {
		return findings
	}
	return f.unsettled(findings, drift, unsettled...)
}

// flipped names a type that is listed under another class at the end of the run
// than at its start: a class is constant (RFC 0236 §B), whatever else changes.
func (f facts) flipped() string {
	for _, listing := range f.Start.Types {
		if class := f.Finish.ClassOf(listing.Type); class != "" && class != f.Start.ClassOf(listing.Type) {
			return fmt.Sprintf("%s was listed as %s and then as %s", quoted(listing.Type), quoted(f.Start.ClassOf(listing.Type)), quoted(class))
		}
	}
	return ""
}
