package published_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
)

// damage breaks one rule of a sound bundle. What follows from the broken part
// is made to follow again, so that no other rule has anything to say.
type damage struct {
	name string
	do   func(*draft)
	want refusal.Name
	of   string // what the first refusal is of
}

func damages() []damage {
	return slices.Concat(damagedRows(), damagedCounts(), damagedDetail(), damagedDigests(), damagedClaims(), damagedSignatures())
}

func damagedRows() []damage {
	return []damage{
		{"a row twice", func(d *draft) {
			d.setRows(append(d.rows(), d.row("some.fails")))
			d.seal()
		}, refusal.DuplicateRequirement, "some.fails"},
		{"a second row that says better", func(d *draft) {
			d.setRows(append(d.rows(), map[string]any{"id": "some.fails", "scenario": "s-2", "result": "executed-pass", "assertions": 1}))
			d.seal()
		}, refusal.DuplicateRequirement, "some.fails"},
		{"a failure without a detail", func(d *draft) {
			delete(d.row("some.fails"), "detail")
			d.digest()
			d.sign()
		}, refusal.ReasonMissing, "some.fails"},
		{"a blocked row with a detail of white space", func(d *draft) {
			d.row("some.is-blocked")["detail"] = " \t\n"
			d.digest()
			d.sign()
		}, refusal.ReasonMissing, "some.is-blocked"},
		{"a skipped row with a detail of nothing", func(d *draft) {
			d.row("other.is-skipped")["detail"] = []any{}
			d.digest()
			d.sign()
		}, refusal.ReasonMissing, "other.is-skipped"},
		{"an inapplicable row with null for a detail", func(d *draft) {
			d.row("other.is-inapplicable")["detail"] = nil
			d.digest()
			d.sign()
		}, refusal.ReasonMissing, "other.is-inapplicable"},
		{"a pass with no assertion", func(d *draft) {
			d.row("some.requirement.2-holds")["assertions"] = 0
			d.seal()
		}, refusal.VacuousPass, "some.requirement.2-holds"},
		{"a pass that tells no assertions", func(d *draft) {
			delete(d.row("some.requirement.2-holds"), "assertions")
			d.seal()
		}, refusal.VacuousPass, "some.requirement.2-holds"},
	}
}

func damagedCounts() []damage {
	var all []damage
	for _, total := range []string{"executedPass", "executedFail", "skipped", "inapplicable", "blocked"} {
		all = append(all,
			damage{"one more " + total, func(d *draft) {
				d.object("results", "totals")[total] = d.object("results", "totals")[total].(int) + 1
			}, refusal.TotalsMismatch, "/results/totals/" + total},
			damage{"one fewer " + total, func(d *draft) {
				d.object("results", "totals")[total] = d.object("results", "totals")[total].(int) - 1
			}, refusal.TotalsMismatch, "/results/totals/" + total})
	}
	return append(all,
		damage{"one assertion more", func(d *draft) { d.root["assertionCount"] = d.root["assertionCount"].(int) + 1 }, refusal.AssertionCount, "/assertionCount"},
		damage{"one assertion fewer", func(d *draft) { d.root["assertionCount"] = d.root["assertionCount"].(int) - 1 }, refusal.AssertionCount, "/assertionCount"},
		damage{"no assertion", func(d *draft) { d.root["assertionCount"] = 0 }, refusal.AssertionCount, "/assertionCount"},
		damage{"nothing asserted, and said so", func(d *draft) {
			d.setRows([]any{d.row("some.is-blocked")})
			d.seal()
		}, refusal.AssertionCount, "/assertionCount"},
		damage{"no row at all", func(d *draft) {
			d.setRows([]any{})
			d.seal()
		}, refusal.AssertionCount, "/assertionCount"})
}

func damagedDetail() []damage {
	edit := func(change func(nonPass []any) []any) func(*draft) {
		return func(d *draft) { d.object("detail")["nonPass"] = change(d.object("detail")["nonPass"].([]any)) }
	}
	first := func(nonPass []any) map[string]any { return nonPass[0].(map[string]any) }
	return []damage{
		{"no detail", func(d *draft) { delete(d.root, "detail") }, refusal.DetailMissing, "/detail"},
		{"a row that is not listed", edit(func(all []any) []any { return all[1:] }), refusal.DetailMissing, "some.fails"},
		{"a list of nothing", edit(func([]any) []any { return []any{} }), refusal.DetailMissing, "some.fails"},
		{"a row listed twice", edit(func(all []any) []any { return append(all, all[0]) }), refusal.DetailMissing, "some.fails"},
		{"a row that there is not", edit(func(all []any) []any {
			return append(all, map[string]any{"id": "some.other", "result": "blocked", "reason": "r"})
		}), refusal.DetailMissing, "some.other"},
		{"a row that passed", edit(func(all []any) []any {
			return append(all, map[string]any{"id": "some.requirement.1-holds", "result": "executed-pass", "reason": "r"})
		}), refusal.DetailMissing, "some.requirement.1-holds"},
		{"another result", edit(func(all []any) []any {
			first(all)["result"] = "skipped"
			return all
		}), refusal.DetailMissing, "some.fails"},
		{"no reason", edit(func(all []any) []any {
			delete(first(all), "reason")
			return all
		}), refusal.ReasonMissing, "some.fails"},
		{"an empty reason", edit(func(all []any) []any {
			first(all)["reason"] = ""
			return all
		}), refusal.ReasonMissing, "some.fails"},
	}
}

func damagedDigests() []damage {
	var all []damage
	for member, value := range map[string]any{
		"id": "some.renamed", "scenario": "s-9", "result": "executed-fail", "assertions": 1, "detail": "d", "evidence": "e",
	} {
		all = append(all, damage{"another " + member + " of a row", func(d *draft) {
			row := d.row("some.requirement.3-holds")
			if row[member] = value; member == "result" {
				row["detail"] = "a failure needs one"
			}
			d.count()
		}, refusal.WitnessDigest, "/witnessSha256"})
	}
	return append(all,
		damage{"a row less", func(d *draft) {
			d.setRows(d.rows()[1:])
			d.count()
		}, refusal.WitnessDigest, "/witnessSha256"},
		damage{"a row's evidence gone", func(d *draft) { delete(d.row("some.requirement.3-holds"), "evidence") }, refusal.WitnessDigest, "/witnessSha256"},
		damage{"an evidence of null where there was none", func(d *draft) { d.row("some.fails")["evidence"] = nil }, refusal.WitnessDigest, "/witnessSha256"},
		damage{"another digest of the rows, signed", func(d *draft) {
			d.root["witnessSha256"] = strings.Repeat("0", 64)
			d.sign()
		}, refusal.WitnessDigest, "/witnessSha256"},
		damage{"rows digested in another order", func(d *draft) {
			d.root["witnessSha256"] = d.witness(func(a, b string) int { return strings.Compare(b, a) })
			d.sign()
		}, refusal.WitnessDigest, "/witnessSha256"},
		damage{"relaxations that the digest is not of", func(d *draft) { d.object("host")["relaxations"] = []any{1} }, refusal.WitnessDigest, "/witnessSha256"},
		damage{"relaxations left out afterwards", func(d *draft) {
			d.object("host")["relaxations"] = []any{"r"}
			d.seal()
			delete(d.object("host"), "relaxations")
		}, refusal.WitnessDigest, "/witnessSha256"},
		damage{"relaxations in another order", func(d *draft) {
			d.object("host")["relaxations"] = []any{"r", "q"}
			d.seal()
			d.object("host")["relaxations"] = []any{"q", "r"}
		}, refusal.WitnessDigest, "/witnessSha256"},
		damage{"another discovery document", func(d *draft) { d.object("discovery", "document")["preferredVersion"] = "2.1" }, refusal.DiscoveryDigest, "/discovery/sha256"},
		damage{"another discovery digest, signed", func(d *draft) {
			d.object("discovery")["sha256"] = strings.Repeat("0", 64)
			d.sign()
		}, refusal.DiscoveryDigest, "/discovery/sha256"},
		damage{"a key added to the discovery document", func(d *draft) { d.object("discovery")["document"] = discoveryOf(hostKey(), foreignKey()) }, refusal.DiscoveryDigest, "/discovery/sha256"})
}

func damagedClaims() []damage {
	return []damage{
		{"no build", func(d *draft) { delete(d.object("host"), "build") }, refusal.BuildMissing, "/host/build"},
		{"null for a build", func(d *draft) { d.object("host")["build"] = nil }, refusal.BuildMissing, "/host/build"},
		{"a build of nothing", func(d *draft) {
			d.object("host")["build"] = map[string]any{}
			d.sign()
		}, refusal.BuildMissing, "/host/build"},
		{"a build without a kind", func(d *draft) {
			delete(d.object("host", "build"), "kind")
			d.sign()
		}, refusal.BuildMissing, "/host/build"},
		{"a build without an id", func(d *draft) {
			delete(d.object("host", "build"), "id")
			d.sign()
		}, refusal.BuildMissing, "/host/build"},
		{"a build with an empty id", func(d *draft) {
			d.object("host", "build")["id"] = " "
			d.sign()
		}, refusal.BuildMissing, "/host/build"},
		{"certified beside what failed", func(d *draft) {
			d.profile()["certified"] = true
			d.setRows(slices.DeleteFunc(d.rows(), func(row any) bool { return row.(map[string]any)["result"] == "blocked" }))
			d.seal()
		}, refusal.CertificateFalse, "core"},
		{"certified beside what is blocked", func(d *draft) {
			d.profile()["certified"] = true
			d.setRows(slices.DeleteFunc(d.rows(), func(row any) bool { return row.(map[string]any)["result"] == "executed-fail" }))
			d.seal()
		}, refusal.CertificateFalse, "core"},
		{"certified by nothing that passed", func(d *draft) {
			d.profile()["certified"] = true
			d.row("other.is-skipped")["assertions"] = 1
			d.setRows([]any{d.row("other.is-skipped")})
			d.seal()
		}, refusal.CertificateFalse, "core"},
		{"independent without a second party", func(d *draft) { d.profile()["evidenceTier"] = "independent" }, refusal.IndependentUnsigned, "/verifierSignature"},
	}
}

func damagedSignatures() []damage {
	self := func(change func(d *draft)) func(*draft) {
		return func(d *draft) {
			d.profile()["evidenceTier"] = "independent"
			change(d)
		}
	}
	other := keyOf("host-2", "host's second")
	return []damage{
		{"no signature", func(d *draft) { delete(d.root, "signature") }, refusal.SignatureMissing, "/signature"},
		{"another build", func(d *draft) { d.object("host", "build")["id"] = "0000000" }, refusal.SignatureInvalid, "/signature"},
		{"another kind of build", func(d *draft) { d.object("host", "build")["kind"] = "image-digest" }, refusal.SignatureInvalid, "/signature"},
		{"a build with a member more", func(d *draft) { d.object("host", "build")["dirty"] = true }, refusal.SignatureInvalid, "/signature"},
		{"another version of the suite", func(d *draft) { d.object("suite")["version"] = "2.4.2" }, refusal.SignatureInvalid, "/signature"},
		{"other rows, digested again", func(d *draft) {
			d.row("some.fails")["detail"] = "nothing much"
			d.count()
			d.digest()
		}, refusal.SignatureInvalid, "/signature"},
		{"another discovery document, digested again", func(d *draft) {
			d.object("discovery", "document")["preferredVersion"] = "2.1"
			d.digest()
		}, refusal.SignatureInvalid, "/signature"},
		{"a signature by another key of the same name", func(d *draft) { d.signWith(keyOf("host-1", "foreign")) }, refusal.SignatureInvalid, "/signature"},
		{"an own key embedded under the host's name", func(d *draft) {
			own := keyOf("host-1", "foreign")
			d.object("discovery")["document"] = discoveryOf(own)
			d.digest()
			d.signWith(own)
		}, refusal.SignatureInvalid, "/signature"},
		{"a signature written another way", func(d *draft) {
			signature := d.object("signature")
			signature["sig"] = lastCharacterUp(signature["sig"].(string))
		}, refusal.SignatureInvalid, "/signature"},
		{"countersigned by the host's key", self(func(d *draft) { d.countersignWith(hostKey()) }), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned by the host's key under another name", self(func(d *draft) { d.countersignWith(keyOf("verifier-1", "host")) }), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned in the host key's name", self(func(d *draft) { d.countersignWith(keyOf("host-1", "verifier")) }), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned in the name of the host's signing key", self(func(d *draft) {
			d.object("host")["signingKeyId"] = "verifier-1"
			d.countersignWith(verifierKey())
		}), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned by a second key of the host", self(func(d *draft) {
			d.object("discovery")["document"] = discoveryOf(hostKey(), other)
			d.digest()
			d.sign()
			d.countersignWith(other)
		}), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned by a second key of the host under another name", self(func(d *draft) {
			d.object("discovery")["document"] = discoveryOf(hostKey(), other)
			d.digest()
			d.sign()
			d.countersignWith(keyOf("verifier-1", "host's second"))
		}), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"countersigned in the name of an unusable key of the host", self(func(d *draft) {
			document := discoveryOf(hostKey())
			document["signingKeys"] = append(document["signingKeys"].([]any), map[string]any{"keyId": "verifier-1", "alg": "rsa"})
			d.object("discovery")["document"] = document
			d.digest()
			d.sign()
			d.countersignWith(verifierKey())
		}), refusal.IndependentSelfSigned, "/verifierSignature"},
		{"a second party's signature written another way", self(func(d *draft) {
			d.countersignWith(verifierKey())
			d.object("verifierSignature")["sig"] = lastCharacterUp(d.object("verifierSignature")["sig"].(string))
		}), refusal.VerifierSignatureInvalid, "/verifierSignature"},
	}
}

// lastCharacterUp writes the same bytes with other bits behind them.
func lastCharacterUp(sig string) string {
	last := map[string]string{"A": "B", "Q": "R", "g": "h", "w": "x"}[sig[85:]]
	return sig[:85] + last
}

// notOfIntegrity is refused though the parts of the bundle agree.
func notOfIntegrity() []refusal.Name {
	return []refusal.Name{
		refusal.SignatureMissing, refusal.SignatureInvalid, refusal.CertificateFalse,
		refusal.IndependentUnsigned, refusal.IndependentSelfSigned, refusal.VerifierSignatureInvalid,
	}
}

// Every damage is refused, and by its own name alone.
func TestEveryDamageIsRefusedByItsOwnName(t *testing.T) {
	discovery := compact(t, discoveryOf(hostKey()))
	seen := map[refusal.Name]int{}
	for _, damage := range damages() {
		t.Run(damage.name, func(t *testing.T) {
			d := newDraft(t)
			before := published.Check(d.read(), published.Given{Discovery: discovery})
			if before.Refused() || !before.Attributed || !before.Integrity.Holds {
				t.Fatalf("before the damage: %+v", before)
			}
			damage.do(d)
			outcome := published.Check(d.read(), published.Given{Discovery: discovery})
			if diff := cmp.Diff([]refusal.Name{damage.want}, names(outcome.Refusals)); diff != "" {
				t.Fatalf("refusals (-want +got):\n%s%v", diff, outcome.Refusals)
			}
			if first := outcome.Refusals[0]; first.Of != damage.of || first.Detail == "" {
				t.Errorf("refused %s of %q, want of %q", first.Name, first.Of, damage.of)
			}
			told := map[string]bool{}
			for _, refused := range outcome.Refusals {
				if told[refused.Of] {
					t.Errorf("%s is refused twice: %v", refused.Of, outcome.Refusals)
				}
				told[refused.Of] = true
			}
			if broken := !slices.Contains(notOfIntegrity(), damage.want); outcome.Integrity.Holds == broken {
				t.Errorf("integrity holds: %v", outcome.Integrity.Holds)
			}
			if len(outcome.Unattributed) > 0 {
				t.Errorf("and said to be nobody's: %v", outcome.Unattributed)
			}
			seen[damage.want]++
		})
	}
	if len(seen) < 15 || len(damages()) < 60 {
		t.Errorf("%d damages of %d names", len(damages()), len(seen))
	}
}
