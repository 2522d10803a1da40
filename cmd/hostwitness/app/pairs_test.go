package app

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/fixtures/host/eventlog"
	"hostwitness/fixtures/sabotage"
	"hostwitness/judges"
)

// The sample of pairs: how many are run, and the seed that chooses them. `make pairs` runs many.
var (
	pairCount = flag.Int("pairs", 24, "how many pairs of sabotages are run")
	pairSeed  = flag.Uint64("pairs-seed", 1, "which pairs are chosen")
)

// pair is two sabotages of different parts in one host.
type pair struct{ first, second double.Double }

func (p pair) id() string { return p.first.ID + "+" + p.second.ID }

// joined is the host with both sabotages in it, the second around the first.
func (p pair) joined() double.Double {
	joined := double.Double{
		ID: p.id(), Part: p.first.Part + ", " + p.second.Part, Instances: max(p.first.Instances, p.second.Instances),
		Configure: func(config *host.Config) {
			for _, one := range []double.Double{p.first, p.second} {
				if one.Configure != nil {
					one.Configure(config)
				}
			}
		},
		Alter: func(parts *host.Parts) {
			for _, one := range []double.Double{p.first, p.second} {
				if one.Alter != nil {
					one.Alter(parts)
				}
			}
		},
		Join: p.first.Join,
	}
	if joined.Join == nil {
		joined.Join = p.second.Join
	}
	return joined
}

// pairable lists the sabotages that a run without --long can judge and that change a host.
func pairable() []double.Double {
	return slices.DeleteFunc(sabotage.All(), func(d double.Double) bool { return d.Long || d.Mislabel != nil })
}

// allPairs gives every pair of sabotages that have no part in common. Two that each are made of several instances
// cannot be one host.
func allPairs() []pair {
	single := pairable()
	var pairs []pair
	for k, first := range single {
		for _, second := range single[k+1:] {
			if apart(first.Part, second.Part) && (first.Join == nil || second.Join == nil) {
				pairs = append(pairs, pair{first, second})
			}
		}
	}
	return pairs
}

func apart(first, second string) bool {
	others := strings.Split(second, ", ")
	return !slices.ContainsFunc(strings.Split(first, ", "), func(part string) bool { return slices.Contains(others, part) })
}

// samplePairs chooses pairs by a seed, none twice. What is drawn for a pair hangs on the seed and on its id alone, so
// that a sabotage more changes little of a sample.
func samplePairs(count int, seed uint64) []pair {
	pairs := allPairs()
	drawn := make(map[string][sha256.Size]byte, len(pairs))
	for _, one := range pairs {
		drawn[one.id()] = sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, one.id()))
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		first, second := drawn[a.id()], drawn[b.id()]
		return bytes.Compare(first[:], second[:])
	})
	return pairs[:min(count, len(pairs))]
}

// Two faults at once do not hide each other: the host is convicted, and of each fault the leg that it was made for
// convicts or says why it could not.
func TestPairsOfSabotagesAreConvicted(t *testing.T) {
	for _, chosen := range samplePairs(*pairCount, *pairSeed) {
		t.Run(chosen.id(), func(t *testing.T) {
			t.Parallel()
			outcomes := triedInFakeTime(t, trial{kind: "sabotage", double: chosen.joined()}).outcomes
			if !slices.ContainsFunc(outcomes, func(seen outcome) bool { return seen.result == judges.Fail }) {
				t.Errorf("no leg convicts: %s", summaryOf(outcomes))
			}
			for _, problem := range hiddenBy(chosen, outcomes) {
				t.Error(problem)
			}
		})
	}
}

// hiddenBy tells which of the two was let pass by the leg that it was made for, though the other left it something to
// break.
func hiddenBy(chosen pair, outcomes []outcome) []string {
	var problems []string
	for _, both := range [][2]double.Double{{chosen.first, chosen.second}, {chosen.second, chosen.first}} {
		one, other := both[0], both[1]
		leg := one.Expect[0].Leg
		at := slices.IndexFunc(outcomes, func(seen outcome) bool { return seen.leg == leg })
		switch seen := outcomes[at]; {
		case seen.result == judges.Fail || disarms(other) || covers(other, one, leg):
		case seen.result == judges.Pass:
			problems = append(problems, fmt.Sprintf("%s passes in spite of %s", leg, one.ID))
		case seen.reason == "":
			problems = append(problems, fmt.Sprintf("%s is %s in spite of %s and does not say why", leg, seen.result, one.ID))
		}
	}
	return problems
}

// disarms says that a sabotage leaves no event of one class to the other one: it lists no type of that class, or
// publishes no event of it. What the other one does to such events then does not happen.
func disarms(d double.Double) bool {
	config := host.DefaultConfig()
	if d.Configure != nil {
		d.Configure(&config)
	}
	classes := make(map[eventlog.Class]bool)
	for _, listing := range config.Types {
		classes[listing.Delivery] = true
	}
	return len(classes) < 2 || d.ID == "ephemeral-made-durable"
}

// covers says that a sabotage keeps a leg from seeing what another one does. The leg about types judges what can be
// told for a host event, a frame or a delivery; what another leg has to convict for its form is none for that one. And
// where a host sends events of its own accord, the newest event of the other tenant, whose id some sabotages tell, is
// one that nobody but the host knows.
func covers(other, one double.Double, leg string) bool {
	made := other.Expect[0].Leg
	return leg == double.LegTypes && (made == double.LegEnvelope || made == double.LegHostVariant) ||
		made == double.LegTypes && strings.HasPrefix(one.ID, "foreign-id-in-")
}

func summaryOf(outcomes []outcome) string {
	results := make(map[string]int)
	for _, seen := range outcomes {
		results[string(seen.result)]++
	}
	var text []string
	for _, result := range slices.Sorted(maps.Keys(results)) {
		text = append(text, fmt.Sprintf("%d %s", results[result], result))
	}
	return strings.Join(text, ", ")
}

// The sample is what its seed says, of many pairs, and no pair of it shares a part.
func TestSampleOfPairs(t *testing.T) {
	if all := len(allPairs()); all < 300 {
		t.Errorf("only %d pairs can be made", all)
	}
	first, second := samplePairs(300, 7), samplePairs(300, 7)
	seen := make(map[string]bool)
	for k := range first {
		if first[k].id() != second[k].id() || seen[first[k].id()] {
			t.Errorf("pair %d is %s and %s, or there twice", k, first[k].id(), second[k].id())
		}
		if seen[first[k].id()] = true; !apart(first[k].first.Part, first[k].second.Part) {
			t.Errorf("%s are both about %s", first[k].id(), first[k].first.Part)
		}
	}
	if len(first) != 300 || samplePairs(300, 8)[0].id() == first[0].id() && samplePairs(300, 8)[1].id() == first[1].id() {
		t.Errorf("%d pairs, or the seed chooses nothing", len(first))
	}
}
